import { signal } from '@preact/signals'
import { failureNames } from '../mock/failures.ts'
import { faultKinds } from '../mock/faults/fault-kinds.ts'
import { call, type Fault, read } from './control-api.ts'
import { type Draft, Empty, Field, Form, useOutcome, useRead } from './controls.tsx'
import { readHeaders } from './send.tsx'
import { activeFaults, config } from './state.ts'
import { Table } from './table.tsx'

interface Shipped {
  name: string
  scenario: { title: string }
}

/** The most faults that a table shows; the control API has them all. */
const maxShown = 100

const describeDelay = (delay: Fault['delay']): string =>
  delay === undefined ? 'none' : `${[delay].flat().join(' to ')} ms`

/** Headers of services that are busy or down, and of what is in front of them. */
const presets: Readonly<Record<string, string>> = {
  503: 'Retry-After: 1',
  429: 'Retry-After: 1',
  502: '',
  504: '',
}

const [ofStatus, hold, onlyDelay] = ['another status', 'wait until released', 'only a delay'] as const
const defaults = { fault: '503', status: '503', headers: 'Retry-After: 1', requests: '1' }
const draft: Draft = signal(defaults)

const hasStatus = (fault = ''): boolean => fault in presets || fault === ofStatus

/** Reads a body: JSON as it is, anything else as a text. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Reads the form of a fault; for an empty field, the fake has a default. */
function toFault(fields: Record<string, string>): object {
  const { fault = '', status, headers = '', body = '', from, to, chance, requests, lasts, path } = fields
  if (fault === onlyDelay && !Number(from) && !Number(to))
    throw new Error('This would do nothing: choose a fault, or enter a delay.')
  if (chance && Number(chance) === 0)
    throw new Error('This would do nothing: enter a chance of more than 0 %.')
  const range = to ? [Number(from), Number(to)] : Number(from)
  return {
    ...(hasStatus(fault)
      ? {
          status: Number(status),
          ...(headers.trim() && { headers: readHeaders(headers) }),
          ...(body && { body: readBody(body) }),
        }
      : fault !== hold && fault !== onlyDelay && { fault }),
    ...((from || to) && { delay: range }),
    ...(chance && { chance: Number(chance) / 100 }),
    ...(path && { path: path.trim() }),
    requests: lasts === 'on' ? 'forever' : Number(requests || 1),
  }
}

async function startFault(fields: Record<string, string>): Promise<string> {
  const path = fields['fault'] === hold ? '/holds' : '/faults'
  await call('POST', path, JSON.stringify(toFault(fields)))
  return 'Started'
}

function StartFault() {
  const { fault = '', lasts } = draft.value
  const options = (names: readonly string[]) => names.map((name) => <option key={name}>{name}</option>)
  const choose = (value: string) => {
    const headers = presets[value]
    if (headers !== undefined) draft.value = { ...draft.value, fault: value, status: value, headers }
  }
  return (
    <Form label="Start a fault" draft={draft} submit="Start" onSubmit={startFault}>
      <Field label="Fault" name="fault" draft={draft} onChoose={choose}>
        <optgroup label="Answer with a status">
          {options([...Object.keys(presets).reverse(), ofStatus])}
        </optgroup>
        <optgroup label="Let the request wait">{options([hold, onlyDelay])}</optgroup>
        <optgroup label="Break the answer">{options(Object.keys(faultKinds))}</optgroup>
        <optgroup label="Refuse the request">{options(failureNames)}</optgroup>
      </Field>
      {hasStatus(fault) && (
        <>
          <Field label="Status" name="status" draft={draft} type="number" min={200} max={599} required />
          <Field label="Headers" name="headers" draft={draft} rows={1} />
          <Field label="Body (an Error if empty)" name="body" draft={draft} rows={1} />
        </>
      )}
      <Field
        label="Path"
        name="path"
        draft={draft}
        class="code"
        placeholder={config.value?.operation.path ?? ''}
      />
      <Field label="Delay (ms)" name="from" draft={draft} type="number" min={0} placeholder="0" />
      <Field label="Up to (ms)" name="to" draft={draft} type="number" min={0} />
      <Field
        label="Chance (%)"
        name="chance"
        draft={draft}
        type="number"
        min={0}
        max={100}
        placeholder="100"
      />
      <Field label="Requests" name="requests" draft={draft} type="number" min={1} disabled={lasts === 'on'} />
      <label class="check">
        <input name="lasts" type="checkbox" checked={lasts === 'on'} /> until cleared
      </label>
    </Form>
  )
}

/** Lets the requests of a hold continue, or removes a fault. */
function EndFault({ fault }: { fault: Fault }) {
  const { attempt, message } = useOutcome()
  const post = (path: string, body: object) => () => attempt(() => call('POST', path, JSON.stringify(body)))
  const { hold } = fault
  return (
    <div class="actions">
      {hold === undefined ? (
        <button type="button" onClick={post('/faults/remove', fault)}>
          Remove
        </button>
      ) : (
        <>
          <button type="button" onClick={post(`/holds/${hold}`, {})}>
            Release
          </button>
          <button type="button" onClick={post(`/holds/${hold}`, { status: 503 })}>
            Fail with 503
          </button>
        </>
      )}
      {message}
    </div>
  )
}

const toRow = (fault: Fault, index: number) => {
  const { status, hold, delay, chance = 1, requests, path } = fault
  return {
    key: hold ?? `${index}`,
    cells: [
      hold === undefined ? (fault.fault ?? status ?? 'delay') : 'wait',
      path === undefined ? 'of the operation' : <code>{path}</code>,
      describeDelay(delay),
      `${Math.round(chance * 100)} %`,
      requests === 'forever' ? 'until cleared' : requests,
      <EndFault key="end" fault={fault} />,
    ],
  }
}

function Scenarios({ playing }: { playing: string | undefined }) {
  const { attempt, message } = useOutcome()
  const { found } = useRead(() => read<{ scenarios: Shipped[] }>('/scenarios'))
  return (
    <>
      <ul class="scenarios">
        {found?.scenarios.map(({ name, scenario }) => (
          <li key={name}>
            <button
              type="button"
              aria-label={`Play ${name}`}
              onClick={() => attempt(() => call('PUT', '/scenario', JSON.stringify(scenario)))}
            >
              Play
            </button>
            <code>{name}</code>
            <span>{scenario.title}</span>
            {scenario.title === playing && <span class="status good">playing</span>}
          </li>
        ))}
      </ul>
      {message}
    </>
  )
}

/** Shows the active faults and the scenario, and starts and clears them. */
export function Faults() {
  const { attempt, message } = useOutcome()
  const { faults, scenario } = activeFaults.value
  return (
    <div class="view">
      <StartFault />
      <div class="toolbar">
        <h2>Active</h2>
        {scenario !== undefined && <span class="muted">Scenario: {scenario}</span>}
        <span class="spacer" />
        <button
          type="button"
          disabled={faults.length === 0 && scenario === undefined}
          onClick={() => attempt(() => call('DELETE', '/faults'))}
        >
          Clear all
        </button>
      </div>
      {message}
      {faults.length > 0 ? (
        <>
          <Table
            label="Active faults"
            columns={['Fault#', 'Path', 'Delay', 'Chance', 'Requests left', 'End']}
            rows={faults.slice(0, maxShown).map(toRow)}
          />
          {faults.length > maxShown && <p class="muted">… {faults.length - maxShown} more</p>}
        </>
      ) : (
        <Empty title={scenario === undefined ? 'No faults' : 'No faults besides the scenario'}>
          <p>
            Start one above. It applies to the next request to{' '}
            <code>POST {config.value?.operation.path}</code>.
          </p>
        </Empty>
      )}
      <h2>Scenarios</h2>
      <Scenarios playing={scenario} />
    </div>
  )
}
