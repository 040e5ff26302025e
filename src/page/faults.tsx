import { signal } from '@preact/signals'
import { failureNames } from '../mock/failures.ts'
import { faultKinds } from '../mock/faults/fault-kinds.ts'
import { call, type Fault, read } from './control-api.ts'
import { Action, type Draft, Empty, Field, Form, Options, useRead } from './controls.tsx'
import { readHeaders } from './send.tsx'
import { activeFaults, config } from './state.ts'
import { Table } from './table.tsx'

/** The most faults that a table shows; the control API has them all. */
const maxShown = 100

const [ofStatus, hold, onlyDelay] = ['a status', 'wait until released', 'only a delay'] as const
const draft: Draft = signal({ fault: ofStatus, status: '503', headers: 'Retry-After: 1', requests: '1' })

/** Reads a body: JSON as it is, anything else as a string. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Reads milliseconds, or a range of them such as `100-300`. */
const readDelay = (text: string): number | number[] =>
  text.includes('-') ? text.split('-').map(Number) : Number(text)

/** Reads the form of a fault; for an empty field, the mock has a default. */
function toFault(fields: Record<string, string>): object {
  const { fault, status, headers = '', body, delay, chance, requests, path, operation } = fields
  const given = headers.trim() && { headers: readHeaders(headers) }
  return {
    ...(fault === ofStatus
      ? { status: Number(status), ...given, ...(body && { body: readBody(body) }) }
      : fault !== hold && fault !== onlyDelay && { fault }),
    ...(delay && { delay: readDelay(delay) }),
    ...(chance && { chance: Number(chance) / 100 }),
    ...(path && { path: path.trim() }),
    ...(operation && { operation }),
    requests: requests === 'forever' ? requests : Number(requests || 1),
  }
}

async function startFault(fields: Record<string, string>): Promise<string> {
  const path = fields['fault'] === hold ? '/holds' : '/faults'
  await call('POST', path, JSON.stringify(toFault(fields)))
  return 'Started'
}

function StartFault() {
  const { fault } = draft.value
  const operations = config.value?.operations.map(({ id }) => id) ?? []
  const common = { draft, class: 'code' }
  return (
    <Form label="Start a fault" draft={draft} submit="Start" onSubmit={startFault}>
      <Field label="Fault" name="fault" draft={draft}>
        <Options names={[ofStatus, hold, onlyDelay]} />
        <optgroup label="Break the response">
          <Options names={Object.keys(faultKinds)} />
        </optgroup>
        <optgroup label="Reject the request">
          <Options names={failureNames} />
        </optgroup>
      </Field>
      {fault === ofStatus && (
        <>
          <Field {...common} label="Status" name="status" type="number" min={200} max={599} required />
          <Field {...common} label="Headers" name="headers" rows={1} />
          <Field {...common} label="Body (the documented error if empty)" name="body" rows={1} />
        </>
      )}
      <Field label="Operation" name="operation" draft={draft}>
        <option value="">every operation</option>
        <Options names={operations} />
      </Field>
      <Field {...common} label="Path" name="path" placeholder="any" />
      <Field
        {...common}
        label="Delay (ms)"
        name="delay"
        placeholder="100 or 100-300"
        required={fault === onlyDelay}
      />
      <Field {...common} label="Chance (%)" name="chance" type="number" min={1} max={100} placeholder="100" />
      <Field {...common} label="Requests" name="requests" placeholder="1 or forever" />
    </Form>
  )
}

const post = (path: string, body: object) => () => call('POST', path, JSON.stringify(body))

const toRow = (fault: Fault, index: number) => {
  const { status, hold: name, delay, chance = 1, requests, path, operation } = fault
  const end =
    name === undefined ? (
      <Action run={post('/faults/remove', fault)}>Remove</Action>
    ) : (
      <>
        <Action run={post(`/holds/${name}`, {})}>Release</Action>
        <Action run={post(`/holds/${name}`, { status: 503 })}>Fail with 503</Action>
      </>
    )
  return {
    key: name ?? `${index}`,
    cells: [
      name === undefined ? (fault.fault ?? status ?? 'delay') : 'wait',
      [operation, path].filter(Boolean).join(' ') || 'every operation',
      delay === undefined ? 'none' : `${[delay].flat().join(' to ')} ms`,
      `${Math.round(chance * 100)} %`,
      requests,
      <div key="end" class="actions">
        {end}
      </div>,
    ],
  }
}

interface Shipped {
  name: string
  scenario: { title: string }
}

/** Shows the active faults and the scenario, and starts and clears them. */
export function Faults() {
  const { faults, scenario: playing } = activeFaults.value
  const { found } = useRead(() => read<{ scenarios: Shipped[] }>('/scenarios'))
  const isIdle = faults.length === 0 && playing === undefined
  return (
    <div class="view">
      <StartFault />
      <div class="toolbar">
        <h2>Active</h2>
        {playing !== undefined && <span class="muted">Scenario: {playing}</span>}
        <span class="spacer" />
        <Action disabled={isIdle} run={() => call('DELETE', '/faults')}>
          Clear all
        </Action>
      </div>
      {faults.length > 0 ? (
        <Table
          label="Active faults"
          columns={['Fault', 'Requests to', 'Delay', 'Chance', 'Requests left', 'End']}
          rows={faults.slice(0, maxShown).map(toRow)}
        />
      ) : (
        <Empty title={isIdle ? 'No faults' : 'No faults besides the scenario'} />
      )}
      {faults.length > maxShown && <p class="muted">… {faults.length - maxShown} more</p>}
      <h2>Scenarios</h2>
      <ul class="scenarios">
        {found?.scenarios.map(({ name, scenario }) => (
          <li key={name}>
            <Action
              aria-label={`Play ${name}`}
              run={() => call('PUT', '/scenario', JSON.stringify(scenario))}
            >
              Play
            </Action>
            <code>{name}</code>
            <span>{scenario.title}</span>
            {scenario.title === playing && <span class="status good">playing</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
