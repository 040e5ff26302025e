import { signal, useSignal } from '@preact/signals'
import { memberSchemas } from '../contract/generated/members.ts'
import { newPlantMembers, requiredMembers } from '../contract/generated/operation.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { call, read } from './control-api.ts'
import { ConfirmButton, type Draft, Empty, Field, Form, toCount, useOutcome, useRead } from './controls.tsx'
import { toText } from './filter.ts'
import { plantsChanged } from './state.ts'
import { Table } from './table.tsx'

const pageSize = 50

interface Page {
  total: number
  plants: NewPlant[]
}

/** Writes a value as JSON. A number stays as it was typed, because it could be rounded; what isn't JSON is a text. */
function toValue(member: keyof NewPlant, text: string): string {
  if (memberSchemas[member]['type'] === 'string') return JSON.stringify(text)
  try {
    JSON.parse(text)
    return text
  } catch {
    return JSON.stringify(text)
  }
}

/** Writes a plant as JSON; empty optional members are left out. */
const toJson = (plant: Record<string, string>): string =>
  `[{${newPlantMembers
    .filter((member) => requiredMembers.includes(member) || plant[member] !== '')
    .map((member) => `${JSON.stringify(member)}:${toValue(member, plant[member] ?? '')}`)
    .join(',')}}]`

const toTitle = (member: string): string => `${member.charAt(0).toUpperCase()}${member.slice(1)}`

/** Shows a member in a cell. */
const toCell = (value: unknown) => (value === undefined ? <span class="muted">none</span> : toText(value))

const draft: Draft = signal({})

async function add(plant: Record<string, string>): Promise<string> {
  const trimmed = Object.fromEntries(Object.entries(plant).map(([name, value]) => [name, value.trim()]))
  await call('POST', '/plants', toJson(trimmed))
  draft.value = {}
  return `Added ${trimmed['name']}`
}

const AddPlant = () => (
  <Form label="Add a plant" draft={draft} submit="Add" onSubmit={add}>
    {newPlantMembers.map((member) => (
      <Field
        key={member}
        name={member}
        draft={draft}
        label={`${toTitle(member)}${requiredMembers.includes(member) ? '' : ' (optional)'}`}
        {...(member === 'id' && { class: 'code', required: true, inputMode: 'numeric' })}
      />
    ))}
  </Form>
)

/** Lists, adds, and removes the stored plants. */
export function Plants() {
  /** The offsets of the pages up to the current one. */
  const offsets = useSignal<readonly number[]>([0])
  const offset = offsets.value.at(-1) ?? 0
  const { found, problem } = useRead<Page>(
    () => read(`/plants?offset=${offset}&limit=${pageSize}`),
    offset,
    plantsChanged.value,
  )
  const { attempt, message } = useOutcome()
  const { total = 0, plants = [] } = found ?? {}
  const next = offset + plants.length
  // The plants of the page may be gone.
  if (found !== undefined && plants.length === 0 && offset > 0) offsets.value = [0]
  const show = (changed: readonly number[]) => () => {
    offsets.value = changed
  }
  return (
    <div class="view">
      <AddPlant />
      <div class="toolbar">
        <span class="muted" role="status">
          {`${toCount(total, 'plant')} stored`}
        </span>
        <span class="spacer" />
        <ConfirmButton
          label="Remove all"
          disabled={total === 0}
          question={`Remove ${total.toLocaleString('en')} plants?`}
          onConfirm={() => attempt(() => call('DELETE', '/plants'))}
        />
      </div>
      {message}
      {problem !== '' && <p class="outcome bad">{problem}</p>}
      {plants.length > 0 && (
        <Table
          label="Stored plants"
          columns={newPlantMembers.map((member) => (member === 'id' ? 'Id>' : toTitle(member)))}
          rows={plants.map((plant) => ({
            key: `${plant.id}`,
            cells: newPlantMembers.map((member) => toCell(plant[member])),
          }))}
        />
      )}
      {total === 0 && found !== undefined && (
        <Empty title="No plants">
          <p>
            Add one above, or <a href="#/send">send one</a> as a client does.
          </p>
        </Empty>
      )}
      {(offset > 0 || next < total) && (
        <nav class="pages" aria-label="Pages">
          <button type="button" disabled={offset === 0} onClick={show(offsets.value.slice(0, -1))}>
            Previous
          </button>
          <span class="muted">Page {offsets.value.length}</span>
          <button type="button" disabled={next >= total} onClick={show([...offsets.value, next])}>
            Next
          </button>
        </nav>
      )}
    </div>
  )
}
