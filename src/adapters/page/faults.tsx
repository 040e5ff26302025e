import { signal } from '@preact/signals'
import { failureNames } from '../../mock/failures.ts'
import { faultKinds } from '../../mock/faults/fault-kinds.ts'
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
    ...(fault === ofStatus && { status: Number(status), ...given, ...(body && { body: readBody(body) }) }),
    ...(fault !== ofStatus && fault !== hold && fault !== onlyDelay && { fault }),
    ...(delay && { delay: readDelay(delay) }),
    ...(chance && { chance: Number(chance) / 100 }),
    ...(path && { path: path.trim() }),
    ...(operation && { operation }),
    requests: requests === 'forever' ? requests : Number(requests || 1),
  }
}

async function startFault(fields: Record<string, string>): Promise<string> {
  await call('POST', fields['fault'] === hold ? '/holds' : '/faults', JSON.stringify(toFault(fields)))
  return 'Started'
}

function StartFault() {
  const { fault } = draft.value
  const operations = config.value?.operations.map(({ id }) => id) ?? []
  const common = { draft, class: 'code' }
  return (
    <Form label="Start a fault" draft={draft} submit="Start" onSubmit={startFault}>
      <Field label="Fault" name="fault" draft={draft}>
        <Options names={[ofStatus, hold, onlyDelay, ...Object.keys(faultKinds), ...failureNames]} />
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
      <Action text="Remove" run={post('/faults/remove', fault)} />
    ) : (
      <>
        <Action text="Release" run={post(`/holds/${name}`, {})} />
        <Action text="Fail with 503" run={post(`/holds/${name}`, { status: 503 })} />
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

type Shipped = { name: string; scenario: { title: string } }

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
        <Action text="Clear all" disabled={isIdle} run={() => call('DELETE', '/faults')} />
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
            <Action text={`Play ${name}`} run={() => call('PUT', '/scenario', JSON.stringify(scenario))} />
            <span>{scenario.title}</span>
            {scenario.title === playing && <span class="status good">playing</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
