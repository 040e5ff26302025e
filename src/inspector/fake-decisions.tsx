import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { stringifyExactJson } from '../json/exact-json.ts'
import { decisions, type FailureName } from '../store/failures.ts'
import type { Config } from './control-api.ts'
import { place } from './place.ts'
import { config } from './state.ts'
import { Facts, Table } from './table.tsx'

const toFacts = ({
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
}: Config): readonly (readonly [name: string, fact: ComponentChildren])[] => [
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
  ['Other requests go to', upstream && <code key="upstream">{upstream}</code>],
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
      <Facts class="options" facts={toFacts(config.value)} />
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
            decisions[failure as FailureName][0].replaceAll('`', ''),
            status,
            error,
            message ?? <code key="body">{body}</code>,
            decisions[failure as FailureName][1][0],
          ],
        }))}
      />
    </div>
  )
}
