import { signal, useSignal } from '@preact/signals'
import { stringifyExactJson } from '../json/exact-json.ts'
import { type Config, call, read } from './control-api.ts'
import { Action, type Draft, Empty, Field, Form, toCount, useRead } from './controls.tsx'
import { toText } from './filter.ts'
import { indent } from './format-json.ts'
import { move, place } from './place.ts'
import { config, recordsChanged } from './state.ts'
import { Table } from './table.tsx'

type Resource = Config['resources'][number]
type Values = Record<string, unknown>

const pageSize = 50

/** The most properties that the table shows; the editor has them all. */
const maxColumns = 6

/** The most characters of a value in the table. */
const maxCharacters = 60

const toPath = (resource: string): string => `/records/${encodeURIComponent(resource)}`

const toEditable = (record: unknown): string =>
  record === undefined ? '' : indent(stringifyExactJson(record))

/** Shows a property in a cell. */
function toCell(value: unknown) {
  if (value === undefined) return <span class="muted">none</span>
  const text = toText(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

/** What the person writes, by the name of the resource; `edited` is the key of the record that was opened. */
const drafts = new Map<string, Draft>()

function draftOf(resource: string): Draft {
  const draft = drafts.get(resource) ?? signal({})
  drafts.set(resource, draft)
  return draft
}

/** Adds a record, or replaces one. */
function Editor({ name }: { name: string }) {
  const draft = draftOf(name)
  const path = `/examples/${encodeURIComponent(name)}`
  const { found: example } = useRead<unknown>(() => read(path), recordsChanged.value)
  const { edited, record } = draft.value
  async function store(fields: Record<string, string>): Promise<string> {
    await call('POST', toPath(name), fields['record'])
    draft.value = {}
    return 'Stored'
  }
  const discard = async () => {
    draft.value = {}
  }
  const label = edited === undefined ? 'New record' : `Record ${edited}`
  return (
    <Form label={label} class="send" draft={draft} submit="Store" onSubmit={store}>
      <Field label={label} name="record" draft={draft} rows={6} fallback={toEditable(example)} />
      {record !== undefined && <Action run={discard}>Discard</Action>}
    </Form>
  )
}

/** Opens a record in the editor, or removes it. */
function Actions({ name, record, id }: { name: string; record: unknown; id: string }) {
  const edit = async () => {
    draftOf(name).value = { edited: id, record: toEditable(record) }
  }
  const remove = () => call('DELETE', `${toPath(name)}/${encodeURIComponent(id)}`)
  return (
    <div class="actions">
      <Action aria-label={`Edit ${id}`} run={edit}>
        Edit
      </Action>
      <Action aria-label={`Remove ${id}`} run={remove}>
        Remove
      </Action>
    </div>
  )
}

function RecordTable({ resource, records }: { resource: Resource; records: readonly Values[] }) {
  const { name, key, isSingle } = resource
  const names = [...new Set([key, ...records.flatMap((record) => Object.keys(record))])]
  const shown = names.filter((one) => one !== '').slice(0, maxColumns)
  const toRow = (record: Values, index: number) => {
    const id = toText(record[key])
    // A record without its key has no address here.
    const actions = (id !== '' || isSingle) && <Actions key="end" name={name} record={record} id={id} />
    return { key: `${index}`, cells: [...shown.map((column) => toCell(record[column])), actions] }
  }
  return <Table label={`Records of ${name}`} columns={[...shown, 'Actions']} rows={records.map(toRow)} />
}

/** Lists, adds, edits, and removes the records of a resource. */
function ResourceView({ resource }: { resource: Resource }) {
  const { name } = resource
  const offset = useSignal(0)
  const { found, problem } = useRead<{ total: number; records: Values[] }>(
    () => read(`${toPath(name)}?offset=${offset.value}&limit=${pageSize}`),
    offset.value,
    recordsChanged.value,
  )
  const { total = 0, records = [] } = found ?? {}
  // The records of the page may be gone.
  if (found !== undefined && records.length === 0 && offset.value > 0) offset.value = 0
  const turn = (pages: number) => () => {
    offset.value += pages * pageSize
  }
  return (
    <>
      <Editor name={name} />
      <div class="toolbar">
        <span class="muted" role="status">
          {`${toCount(total, 'record')} stored`}
        </span>
        <span class="spacer" />
        <Action
          disabled={total === 0}
          ask={`Remove ${toCount(total, 'record')}?`}
          run={() => call('DELETE', toPath(name))}
        >
          Remove all
        </Action>
      </div>
      {problem !== '' && <p class="outcome bad">{problem}</p>}
      {records.length > 0 && <RecordTable resource={resource} records={records} />}
      {found?.total === 0 && (
        <Empty title="No records">
          <p>
            Store one above, or <a href="#/send">send one</a> as a client does.
          </p>
        </Empty>
      )}
      {total > pageSize && (
        <nav class="pages" aria-label="Pages">
          <button type="button" disabled={offset.value === 0} onClick={turn(-1)}>
            Previous
          </button>
          <span class="muted">Page {offset.value / pageSize + 1}</span>
          <button type="button" disabled={offset.value + pageSize >= total} onClick={turn(1)}>
            Next
          </button>
        </nav>
      )}
    </>
  )
}

/** Shows the records of the resource that the person chose. */
export function Records() {
  const { resources } = config.value ?? {}
  if (resources === undefined) return null
  const name = place.value.item ?? resources[0]?.name
  const resource = resources.find((one) => one.name === name)
  return (
    <div class="view">
      {resources.length > 1 && (
        <label class="field">
          <span>Resource</span>
          <select value={name} onChange={({ currentTarget }) => move({ item: currentTarget.value })}>
            {resources.map((one) => (
              <option key={one.name}>{one.name}</option>
            ))}
          </select>
        </label>
      )}
      {resource === undefined ? (
        <Empty title={name === undefined ? 'This mock stores nothing' : `There is no resource ${name}`} />
      ) : (
        <ResourceView key={name} resource={resource} />
      )}
    </div>
  )
}
