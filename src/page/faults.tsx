import { signal } from '@preact/signals'
import { failureNames } from '../mock/failures.ts'
import { faultKinds } from '../mock/faults/fault-kinds.ts'
import { call, type Fault, read } from './control-api.ts'
import { Action, type Draft, Empty, Field, Form, useRead } from './controls.tsx'
import { readHeaders } from './send.tsx'
import { activeFaults, config } from './state.ts'
import { Table } from './table.tsx'

/** The most faults that a table shows; the control API has them all. */
const maxShown = 100

/** Headers of services that are busy or down, and of what is in front of them. */
const presets: Readonly<Record<string, string>> = {
  503: 'Retry-After: 1',
  429: 'Retry-After: 1',
  502: '',
  504: '',
}

const [ofStatus, hold, onlyDelay] = ['another status', 'wait until released', 'only a delay'] as const
const draft: Draft = signal({ fault: '503', status: '503', headers: 'Retry-After: 1', requests: '1' })

const hasStatus = (fault = ''): boolean => fault in presets || fault === ofStatus

/** Reads a body: JSON as it is, anything else as a string. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Reads milliseconds, or a range of them such as `100-300`. */
function readDelay(text: string): number | number[] {
  const [from = 0, ...to] = text.split('-').map(Number)
  return to.length === 0 ? from : [from, ...to]
}

/** Reads the form of a fault; for an empty field, the mock has a default. */
function toFault(fields: Record<string, string>): object {
  const {
    fault = '',
    status,
    headers = '',
    body = '',
    delay = '',
    chance,
    requests,
    path,
    operation,
  } = fields
  if (fault === onlyDelay && (delay === '' || Number(delay) === 0))
    throw new Error('This would do nothing: choose a fault, or enter a delay.')
  if (chance && Number(chance) === 0)
    throw new Error('This would do nothing: enter a chance of more than 0 %.')
  const given = headers.trim() && { headers: readHeaders(headers) }
  return {
    ...(hasStatus(fault)
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

const toOptions = (names: readonly string[]) => names.map((name) => <option key={name}>{name}</option>)

function StartFault() {
  const choose = (fault: string) => {
    const headers = presets[fault]
    if (headers !== undefined) draft.value = { ...draft.value, fault, status: fault, headers }
  }
  return (
    <Form label="Start a fault" draft={draft} submit="Start" onSubmit={startFault}>
      <Field label="Fault" name="fault" draft={draft} onChoose={choose}>
        <optgroup label="Respond with a status">
          {toOptions([...Object.keys(presets).reverse(), ofStatus])}
        </optgroup>
        <optgroup label="Let the request wait">{toOptions([hold, onlyDelay])}</optgroup>
        <optgroup label="Break the response">{toOptions(Object.keys(faultKinds))}</optgroup>
        <optgroup label="Reject the request">{toOptions(failureNames)}</optgroup>
      </Field>
      {hasStatus(draft.value['fault']) && (
        <>
          <Field label="Status" name="status" draft={draft} type="number" min={200} max={599} required />
          <Field label="Headers" name="headers" draft={draft} rows={1} />
          <Field label="Body (the documented error if empty)" name="body" draft={draft} rows={1} />
        </>
      )}
      <Field label="Operation" name="operation" draft={draft}>
        <option value="">every operation</option>
        {toOptions(config.value?.operations.map(({ id }) => id) ?? [])}
      </Field>
      <Field label="Path" name="path" draft={draft} class="code" placeholder="any" />
      <Field label="Delay (ms)" name="delay" draft={draft} class="code" placeholder="100 or 100-300" />
      <Field
        label="Chance (%)"
        name="chance"
        draft={draft}
        type="number"
        min={0}
        max={100}
        placeholder="100"
      />
      <Field label="Requests" name="requests" draft={draft} class="code" placeholder="1 or forever" />
    </Form>
  )
}

/** Lets the requests of a hold continue, or removes a fault. */
function EndFault({ fault }: { fault: Fault }) {
  const { hold: name } = fault
  const post = (path: string, body: object) => () => call('POST', path, JSON.stringify(body))
  return (
    <div class="actions">
      {name === undefined ? (
        <Action run={post('/faults/remove', fault)}>Remove</Action>
      ) : (
        <>
          <Action run={post(`/holds/${name}`, {})}>Release</Action>
          <Action run={post(`/holds/${name}`, { status: 503 })}>Fail with 503</Action>
        </>
      )}
    </div>
  )
}

const toRow = (fault: Fault, index: number) => {
  const { status, hold: name, delay, chance = 1, requests, path, operation } = fault
  return {
    key: name ?? `${index}`,
    cells: [
      name === undefined ? (fault.fault ?? status ?? 'delay') : 'wait',
      [operation, path].filter(Boolean).join(' ') || 'every operation',
      delay === undefined ? 'none' : `${[delay].flat().join(' to ')} ms`,
      `${Math.round(chance * 100)} %`,
      requests,
      <EndFault key="end" fault={fault} />,
    ],
  }
}

function Scenarios({ playing }: { playing: string | undefined }) {
  const { found } = useRead(() =>
    read<{ scenarios: { name: string; scenario: { title: string } }[] }>('/scenarios'),
  )
  return (
    <ul class="scenarios">
      {found?.scenarios.map(({ name, scenario }) => (
        <li key={name}>
          <Action aria-label={`Play ${name}`} run={() => call('PUT', '/scenario', JSON.stringify(scenario))}>
            Play
          </Action>
          <code>{name}</code>
          <span>{scenario.title}</span>
          {scenario.title === playing && <span class="status good">playing</span>}
        </li>
      ))}
    </ul>
  )
}

/** Shows the active faults and the scenario, and starts and clears them. */
export function Faults() {
  const { faults, scenario } = activeFaults.value
  return (
    <div class="view">
      <StartFault />
      <div class="toolbar">
        <h2>Active</h2>
        {scenario !== undefined && <span class="muted">Scenario: {scenario}</span>}
        <span class="spacer" />
        <Action
          disabled={faults.length === 0 && scenario === undefined}
          run={() => call('DELETE', '/faults')}
        >
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
        <Empty title={scenario === undefined ? 'No faults' : 'No faults besides the scenario'}>
          <p>Start one above. It applies to the next request to an operation.</p>
        </Empty>
      )}
      {faults.length > maxShown && <p class="muted">… {faults.length - maxShown} more</p>}
      <h2>Scenarios</h2>
      <Scenarios playing={scenario} />
    </div>
  )
}
