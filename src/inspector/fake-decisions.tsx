import { useEffect } from 'preact/hooks'
import { stringifyExactJson } from '../contract/exact-json.ts'
import type { Config } from './control-api.ts'
import { decisions } from './decisions.ts'
import { config, place } from './state.ts'

const toRows = ({
  operation,
  tokens,
  onDuplicate,
  unknownMembers,
  limits,
  latency,
  maxBody,
  journal,
  seed,
  isolate,
}: Config) => [
  ['Operation', <code key="operation">{`${operation.method} ${operation.path}`}</code>],
  [
    'Valid tokens',
    tokens === undefined ? (
      <>
        any well-formed one but <code>invalid-token</code>
      </>
    ) : (
      `${tokens.length}: ${tokens.join(', ')}`
    ),
  ],
  ['A stored id is', onDuplicate === 'reject' ? 'refused' : 'replaced'],
  ['Unknown members are', unknownMembers === 'ignore' ? 'ignored' : 'refused'],
  ['Limits', limits === undefined ? 'none' : <code key="limits">{stringifyExactJson(limits)}</code>],
  ['Largest body', `${maxBody.toLocaleString('en')} bytes`],
  ['Delay of answers', `${[latency].flat().join(' to ')} ms`],
  ['Journal', `the last ${journal.toLocaleString('en')} requests`],
  ['Plants to start with', seed.toLocaleString('en')],
  ['Each token has its own store', isolate === undefined ? 'no' : 'yes'],
]

/** Shows what this fake does where the specification is silent. */
export function FakeDecisions() {
  const [, selected] = place.value
  useEffect(() => {
    if (selected !== undefined) document.getElementById(selected)?.scrollIntoView({ block: 'center' })
  }, [selected])
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
        The specification doesn't say what leads to which refusal. This fake checks in this order:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it only if it has the focus. */}
      <section class="table" aria-label="Table of answers" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Failure</th>
              <th scope="col">When</th>
              <th scope="col">Status</th>
              <th class="end" scope="col">
                Error
              </th>
              <th scope="col">Message</th>
              <th scope="col">Specification</th>
            </tr>
          </thead>
          <tbody>
            {config.value.answers.map(({ failure, status, error, message, body }) => (
              <tr key={failure} id={failure} aria-current={failure === selected ? 'true' : undefined}>
                <td class="code">{failure}</td>
                <td>{decisions[failure]?.when}</td>
                <td class="code">{status}</td>
                <td class="code end">{error}</td>
                <td>{message ?? <code>{body}</code>}</td>
                <td class="muted">{decisions[failure]?.section}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
