import { signal } from '@preact/signals'
import { parseExactJson } from '../../json/exact-json.ts'
import { failureNames } from '../../mock/failures.ts'
import { faultKinds } from '../../mock/faults/fault-kinds.ts'
import { call, type Fault, read } from './control-api.ts'
import { Action, type Draft, Empty, Field, Form, Options, useRead } from './controls.tsx'
import { formatJson } from './format-json.ts'
import { readHeaders } from './send.tsx'
import { activeFaults, config } from './state.ts'
import { Table } from './table.tsx'

const [ofStatus, hold, onlyDelay] = ['a status', 'wait until released', 'only a delay'] as const
const draft: Draft = signal({ fault: ofStatus, status: '503', headers: 'Retry-After: 1', requests: '1' })

/** Reads a body: JSON as it is, anything else as a string. */
const readBody = (text: string): unknown => (formatJson(text) === undefined ? text : parseExactJson(text))

/** Reads milliseconds, or a range of them such as `100-300`. */
const readDelay = (text: string): number | number[] =>
  text.includes('-') ? text.split('-').map(Number) : Number(text)

/** Starts the fault of a form; for an empty field, the mock has a default. */
async function startFault(): Promise<string> {
  const { fault, status, headers, body, delay, chance, requests, path, operation } = draft.value
  const response = {
    status: Number(status),
    ...(headers?.trim() && { headers: readHeaders(headers) }),
    ...(body && { body: readBody(body) }),
  }
  await call('POST', fault === hold ? '/holds' : '/faults', {
    ...(fault === ofStatus ? response : fault !== hold && fault !== onlyDelay && { fault }),
    ...(delay && { delay: readDelay(delay) }),
    ...(chance && { chance: Number(chance) / 100 }),
    ...(path && { path: path.trim() }),
    ...(operation && { operation }),
    requests: requests === 'forever' ? requests : Number(requests || 1),
  })
  return 'Started'
}

function StartFault() {
  const fault = draft.value['fault']
  const operations = config.value?.operations.map(({ id }) => id) ?? []
  const common = { draft, class: 'code' }
  const ofDelay = { placeholder: '100 or 100-300', required: fault === onlyDelay }
  const ofChance = { type: 'number', min: 1, max: 100, placeholder: '100' } as const
  return (
    <Form label="Start a fault" submit="Start" onSubmit={startFault}>
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
      <Field {...common} label="Delay (ms)" name="delay" {...ofDelay} />
      <Field {...common} label="Chance (%)" name="chance" {...ofChance} />
      <Field {...common} label="Requests" name="requests" placeholder="1 or forever" />
    </Form>
  )
}

const toRow = (fault: Fault, index: number) => {
  const { status, hold: name, delay, chance = 1, requests, path, operation } = fault
  const release = (outcome: object) => call('POST', `/holds/${name}`, outcome)
  const remove = <Action text="Remove" run={() => call('POST', '/faults/remove', fault)} />
  return {
    key: name ?? `${index}`,
    cells: [
      name === undefined ? (fault.fault ?? status ?? 'delay') : 'wait',
      [operation, path].filter(Boolean).join(' ') || 'every operation',
      delay === undefined ? 'none' : `${[delay].flat().join(' to ')} ms`,
      `${Math.round(chance * 100)} %`,
      requests,
      <div key="end" class="actions">
        {name === undefined && remove}
        {name !== undefined && <Action text="Release" run={() => release({})} />}
        {name !== undefined && <Action text="Fail with 503" run={() => release({ status: 503 })} />}
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
  const columns = ['Fault', 'Requests to', 'Delay', 'Chance', 'Requests left', 'End']
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
        <Table label="Active faults" columns={columns} rows={faults.map(toRow)} />
      ) : (
        <Empty title={isIdle ? 'No faults' : 'No faults besides the scenario'} />
      )}
      <h2>Scenarios</h2>
      <ul class="scenarios">
        {found?.scenarios.map(({ name, scenario }) => (
          <li key={name}>
            <Action text={`Play ${name}`} run={() => call('PUT', '/scenario', scenario)} />
            <span>{scenario.title}</span>
            {scenario.title === playing && <span class="status good">playing</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
