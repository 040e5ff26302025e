import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { components } from '../client/generated/types.ts'
import { call, read } from './control-api.ts'
import { Empty, Field, onSubmit, readForm, useOutcome } from './controls.tsx'
import { connectionFaults } from './decisions.ts'
import { config, faultsChanged } from './state.ts'
import { Table } from './table.tsx'

type Fault = components['schemas']['ActiveFault']

interface Active {
  faults: Fault[]
  scenario?: string
}

interface Shipped {
  name: string
  scenario: { title: string }
}

/** The most faults that a table shows; the control API has them all. */
const maxShown = 100

const describeDelay = (delay: Fault['delay']): string =>
  delay === undefined ? 'none' : `${[delay].flat().join(' to ')} ms`

/** Statuses of services that are busy or down, and of what is in front of them. */
const statuses: Readonly<Record<string, object>> = {
  429: { headers: { 'Retry-After': '1' } },
  502: {},
  503: { headers: { 'Retry-After': '1' } },
  504: {},
}

/** The choice that lets requests wait. */
const hold = 'wait until released'

/** Reads what the form of a fault says that it does; a hold is none of the faults. */
const toEffect = (fault: string): object =>
  fault in statuses
    ? { status: Number(fault), ...statuses[fault] }
    : fault === hold || !fault
      ? {}
      : { fault }

/** Reads the form of a fault; for an empty field, the fake has a default. */
function toFault({ fault = '', from, to, chance, requests, lasts, path }: Record<string, string>): object {
  const range = to === '' || to === undefined ? Number(from) : [Number(from), Number(to)]
  return {
    ...toEffect(fault),
    ...(from && { delay: range }),
    ...(chance && { chance: Number(chance) / 100 }),
    ...(path && { path }),
    requests: lasts === 'on' ? 'forever' : Number(requests || 1),
  }
}

function StartFault() {
  const { attempt, message } = useOutcome()
  const lasts = useSignal(false)
  const start = (form: HTMLFormElement) => {
    const fields = readForm(form)
    const path = fields['fault'] === hold ? '/holds' : '/faults'
    return attempt(() => call('POST', path, JSON.stringify(toFault(fields))), 'Started')
  }
  return (
    <form class="add" aria-label="Start a fault" onSubmit={onSubmit(start)}>
      <Field label="Fault">
        <select name="fault">
          <option value="">none, only a delay</option>
          <option>{hold}</option>
          <optgroup label="Answer with a status">
            {Object.keys(statuses).map((status) => (
              <option key={status}>{status}</option>
            ))}
          </optgroup>
          <optgroup label="Break the answer">
            {Object.keys(connectionFaults).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
          <optgroup label="Refuse the request">
            {config.value?.answers.map(({ failure }) => (
              <option key={failure}>{failure}</option>
            ))}
          </optgroup>
        </select>
      </Field>
      <Field label="Path">
        <input name="path" class="code" autocomplete="off" placeholder={config.value?.operation.path} />
      </Field>
      <Field label="Delay (ms)">
        <input name="from" type="number" min="0" placeholder="0" />
      </Field>
      <Field label="Up to (ms)">
        <input name="to" type="number" min="0" />
      </Field>
      <Field label="Chance (%)">
        <input name="chance" type="number" min="0" max="100" placeholder="100" />
      </Field>
      <Field label="Requests">
        <input name="requests" type="number" min="1" placeholder="1" disabled={lasts.value} />
      </Field>
      <label class="check">
        <input
          name="lasts"
          type="checkbox"
          onChange={(event) => {
            lasts.value = event.currentTarget.checked
          }}
        />{' '}
        until cleared
      </label>
      <button type="submit" class="primary">
        Start
      </button>
      {message}
    </form>
  )
}

/** Lets the requests of a hold continue. */
function EndHold({ name }: { name: string }) {
  const { attempt, message } = useOutcome()
  const end = (fault: object) => () => attempt(() => call('POST', `/holds/${name}`, JSON.stringify(fault)))
  return (
    <>
      <button type="button" onClick={end({})}>
        Release
      </button>{' '}
      <button type="button" onClick={end({ status: 503 })}>
        Fail with 503
      </button>
      {message}
    </>
  )
}

function ActiveFaults({ faults }: { faults: readonly Fault[] }) {
  return (
    <>
      <Table label="Active faults" columns={['Fault', 'Path', 'Delay', 'Chance', 'Requests left']}>
        {faults
          .slice(0, maxShown)
          .map(({ fault, status, hold, delay, chance = 1, requests, path }, index) => (
            <tr key={hold ?? index}>
              <td class="code">{hold ? <EndHold name={hold} /> : (fault ?? status ?? 'none')}</td>
              <td>{path === undefined ? 'of the operation' : <code>{path}</code>}</td>
              <td>{describeDelay(delay)}</td>
              <td>{Math.round(chance * 100)} %</td>
              <td>{requests === 'forever' ? 'until cleared' : requests}</td>
            </tr>
          ))}
      </Table>
      {faults.length > maxShown && <p class="muted">… {faults.length - maxShown} more</p>}
    </>
  )
}

function Scenarios({ playing }: { playing: string | undefined }) {
  const shipped = useSignal<Shipped[]>([])
  const { attempt, message } = useOutcome()
  useEffect(() => {
    void attempt(async () => {
      shipped.value = (await read<{ scenarios: Shipped[] }>('/scenarios')).scenarios
    })
  }, [])
  return (
    <>
      <ul class="scenarios">
        {shipped.value.map(({ name, scenario }) => (
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
  const active = useSignal<Active>({ faults: [] })
  const { attempt, message } = useOutcome()
  const { faults, scenario } = active.value
  useEffect(() => {
    let isCurrent = true
    void attempt(async () => {
      const found = await read<Active>('/faults')
      if (isCurrent) active.value = found
    })
    return () => {
      isCurrent = false
    }
  }, [faultsChanged.value])
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
        <ActiveFaults faults={faults} />
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
