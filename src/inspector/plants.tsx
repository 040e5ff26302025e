import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { memberSchemas } from '../contract/generated/members.ts'
import { newPlantMembers, requiredMembers } from '../contract/generated/operation.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { call, read, toMessage } from './control-api.ts'
import { ConfirmButton, Empty, Field, onSubmit, readForm, SearchField, useOutcome } from './controls.tsx'
import { plantsChanged } from './state.ts'
import { Table } from './table.tsx'

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
  value === undefined ? (
    <span class="muted">none</span>
  ) : typeof value === 'string' ? (
    value
  ) : (
    stringifyExactJson(value)
  )

function AddPlant() {
  const { attempt, message } = useOutcome()
  async function add(form: HTMLFormElement): Promise<void> {
    const plant = readForm(form)
    if (await attempt(() => call('POST', '/plants', toJson(plant)), `Added ${plant['name']}`)) form.reset()
  }
  return (
    <form class="add" aria-label="Add a plant" onSubmit={onSubmit(add)}>
      {newPlantMembers.map((member) => (
        <Field
          key={member}
          label={`${toTitle(member)}${requiredMembers.includes(member) ? '' : ' (optional)'}`}
        >
          {member === 'id' ? (
            <input name={member} class="code" required inputMode="numeric" autocomplete="off" />
          ) : (
            <input name={member} autocomplete="off" />
          )}
        </Field>
      ))}
      <button type="submit" class="primary">
        Add
      </button>
      {message}
    </form>
  )
}

/** Lists, searches, adds, and removes the stored plants. */
export function Plants() {
  const search = useSignal('')
  /** The offsets of the pages up to the current one. */
  const offsets = useSignal<readonly number[]>([0])
  const page = useSignal<Page | undefined>(undefined)
  const problem = useSignal('')
  const isLoading = useSignal(false)
  const offset = offsets.value.at(-1) ?? 0

  useEffect(() => {
    let isCurrent = true
    isLoading.value = true
    readPage(search.value, offset, () => isCurrent).then(
      (found) => {
        if (!isCurrent) return
        page.value = found
        problem.value = ''
        isLoading.value = false
      },
      (error) => {
        if (!isCurrent) return
        problem.value = toMessage(error)
        isLoading.value = false
      },
    )
    return () => {
      isCurrent = false
    }
  }, [search.value, offset, plantsChanged.value])

  const { attempt, message } = useOutcome()
  const { total = 0, plants = [], next } = page.value ?? {}
  const show = (changed: readonly number[]) => () => {
    offsets.value = changed
  }
  return (
    <div class="view">
      <AddPlant />
      <div class="toolbar">
        <SearchField
          label="Search plants"
          placeholder="Search by name, tag, or the beginning of an id"
          value={search.value}
          onChange={(text) => {
            search.value = text
            offsets.value = [0]
          }}
        />
        <span class="muted" role="status">
          {isLoading.value && search.value !== ''
            ? 'Searching…'
            : `${total.toLocaleString('en')} ${total === 1 ? 'plant' : 'plants'} stored`}
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
      {problem.value !== '' && <p class="outcome bad">{problem}</p>}
      {plants.length > 0 && (
        <Table
          label="Stored plants"
          columns={newPlantMembers.map((member) => (member === 'id' ? 'Id>' : toTitle(member)))}
        >
          {plants.map((plant) => (
            <tr key={String(plant.id)}>
              {newPlantMembers.map((member) => (
                <td key={member} {...(member === 'id' && { class: 'end code' })}>
                  {toCell(plant[member])}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
      {plants.length === 0 && page.value !== undefined && !isLoading.value && (
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
