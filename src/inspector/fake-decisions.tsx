import { useEffect } from 'preact/hooks'
import { stringifyExactJson } from '../json/exact-json.ts'
import type { Config } from './control-api.ts'
import { decisions } from './decisions.ts'
import { place } from './place.ts'
import { config } from './state.ts'
import { Table } from './table.tsx'

const toRows = ({
  operation,
  tokens,
  onDuplicate,
  unknownMembers,
  habits,
  limits,
  latency,
  maxBody,
  journal,
  seed,
  isolate,
  upstream,
}: Config) => [
  ['Operation', <code key="operation">{`${operation.method} ${operation.path}`}</code>],
  [
    'Valid tokens',
    tokens === undefined ? (
      <>
        any well-formed token except <code>invalid-token</code>
      </>
    ) : (
      `${tokens.length}: ${tokens.join(', ')}`
    ),
  ],
  ['A stored id is', { reject: 'refused', replace: 'replaced', keep: 'kept' }[onDuplicate]],
  ['Unknown members are', unknownMembers === 'ignore' ? 'ignored' : 'refused'],
  ['Habits', habits.join(', ') || 'none'],
  ['Limits', limits === undefined ? 'none' : <code key="limits">{stringifyExactJson(limits)}</code>],
  ['Largest body', `${maxBody.toLocaleString('en')} bytes`],
  ['Delay of answers', `${[latency].flat().join(' to ')} ms`],
  ['Journal', `the last ${journal.toLocaleString('en')} requests`],
  ['Plants to start with', seed.toLocaleString('en')],
  ['Each token has its own store', isolate === undefined ? 'no' : 'yes'],
  ...(upstream === undefined ? [] : [['Other requests go to', <code key="upstream">{upstream}</code>]]),
]

/** Shows how this fake decides what the specification leaves open. */
export function FakeDecisions() {
  const { item: selected } = place.value
  useEffect(() => {
    if (selected !== undefined) document.getElementById(selected)?.scrollIntoView({ block: 'center' })
  }, [selected, config.value === undefined])
  if (config.value === undefined) return null
  return (
    <div class="view">
      <h2>Options</h2>
      <dl class="options">
        {toRows(config.value).map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>Table of answers</h2>
      <p class="muted">
        The specification doesn't say which mistakes lead to which refusals. This fake checks in this order:
      </p>
      <Table
        label="Table of answers"
        columns={['Failure#', 'When~', 'Status#', 'Error>', 'Message~', 'Specification']}
        rows={config.value.answers.map(({ failure, status, error, message, body }) => ({
          key: failure,
          isCurrent: failure === selected,
          cells: [
            failure,
            decisions[failure]?.when,
            status,
            error,
            message ?? <code key="body">{body}</code>,
            decisions[failure]?.section,
          ],
        }))}
      />
    </div>
  )
}
