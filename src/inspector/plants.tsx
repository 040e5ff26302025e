import { signal, useSignal } from '@preact/signals'
import { memberSchemas } from '../contract/generated/members.ts'
import { newPlantMembers, requiredMembers } from '../contract/generated/operation.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { call, read } from './control-api.ts'
import {
  ConfirmButton,
  type Draft,
  Empty,
  Field,
  Form,
  SearchField,
  toCount,
  useOutcome,
  useRead,
} from './controls.tsx'
import { toText } from './filter.ts'
import { move, place } from './place.ts'
import { plantsChanged } from './state.ts'
import { Table } from './table.tsx'
import { Text } from './text.tsx'

const pageSize = 50

interface Page {
  total: number
  plants: NewPlant[]
  next?: number
}

/** Reads a page; a search looks at a part of the plants at a time, so it may take several requests to fill one. */
async function readPage(search: string, offset: number, isCurrent: () => boolean): Promise<Page> {
  const plants: NewPlant[] = []
  let at = offset
  for (;;) {
    const query = new URLSearchParams({ offset: `${at}`, limit: `${pageSize - plants.length}`, search })
    const { total, plants: found, next } = await read<Page>(`/plants?${query}`)
    plants.push(...found)
    if (search === '') {
      const end = offset + plants.length
      return { total, plants, ...(end < total && plants.length > 0 && { next: end }) }
    }
    if (next === undefined || plants.length === pageSize || !isCurrent())
      return { total, plants, ...(next !== undefined && { next }) }
    at = next
  }
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
const toCell = (value: unknown) =>
  value === undefined ? <span class="muted">none</span> : <Text>{toText(value)}</Text>

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

/** Lists, searches, adds, and removes the stored plants. */
export function Plants() {
  const { query } = place.value
  /** The offsets of the pages up to the current one. */
  const offsets = useSignal<readonly number[]>([0])
  const offset = offsets.value.at(-1) ?? 0
  const { found, problem, isLoading } = useRead<Page>(
    (isCurrent) => readPage(query, offset, isCurrent),
    query,
    offset,
    plantsChanged.value,
  )
  const { attempt, message } = useOutcome()
  const { total = 0, plants = [], next } = found ?? {}
  const show = (changed: readonly number[]) => () => {
    offsets.value = changed
  }
  return (
    <div class="view">
      <AddPlant />
      <div class="toolbar">
        <SearchField
          label="Search plants"
          placeholder="Search: name, tag, or first digits of an id"
          value={query}
          onChange={(text) => {
            offsets.value = [0]
            move({ query: text })
          }}
        />
        <span class="muted" role="status">
          {isLoading && query !== '' ? 'Searching…' : `${toCount(total, 'plant')} stored`}
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
      {plants.length === 0 && found !== undefined && !isLoading && (
        <Empty title={total === 0 ? 'No plants' : 'No plant matches'}>
          <p>
            {total === 0 ? (
              <>
                Add one above, or <a href="#/send">send one</a> as a client does.
              </>
            ) : (
              'Try a part of a name or a tag, or the first digits of an id.'
            )}
          </p>
        </Empty>
      )}
      {(offset > 0 || next !== undefined) && (
        <nav class="pages" aria-label="Pages">
          <button type="button" disabled={offset === 0} onClick={show(offsets.value.slice(0, -1))}>
            Previous
          </button>
          <span class="muted">Page {offsets.value.length}</span>
          <button type="button" disabled={next === undefined} onClick={show([...offsets.value, next ?? 0])}>
            Next
          </button>
        </nav>
      )}
    </div>
  )
}
