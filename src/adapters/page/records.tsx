import { signal, useSignal } from '@preact/signals'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { type Config, call, read } from './control-api.ts'
import { Action, Alert, type Draft, Empty, Field, Form, Options, toCount, useRead } from './controls.tsx'
import { toText } from './filter.ts'
import { indent } from './format-json.ts'
import { move, place } from './place.ts'
import { config, recordsChanged } from './state.ts'
import { Table } from './table.tsx'

type Resource = Config['resources'][number]
type Values = Record<string, unknown>

const pageSize = 100

/** The most records that the control API gives at once. */
const maxShown = 1000

/** The most properties that the table shows; the editor has them all. */
const maxColumns = 6

/** The most characters of a value in the table. */
const maxCharacters = 60

const toPath = (resource: string): string => `/records/${encodeURIComponent(resource)}`

const toEditable = (record: unknown): string =>
  record === undefined ? '' : indent(stringifyExactJson(record))

/** Shows a property in a cell. */
const toCell = (value: unknown): string =>
  toText(value).replace(new RegExp(`^(.{${maxCharacters}}).+`, 's'), '$1…')

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
      {record !== undefined && <Action text="Discard" run={discard} />}
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
      <Action text="Edit" label={`Edit ${id}`} run={edit} />
      <Action text="Remove" label={`Remove ${id}`} run={remove} />
    </div>
  )
}

/** Lists, adds, edits, and removes the records of a resource. */
function ResourceView({ resource: { name, key, isSingle } }: { resource: Resource }) {
  const limit = useSignal(pageSize)
  const { found, problem } = useRead<{ total: number; records: Values[] }>(
    () => read(`${toPath(name)}?limit=${limit.value}`),
    limit.value,
    recordsChanged.value,
  )
  const { total = 0, records = [] } = found ?? {}
  const names = [...new Set([key, ...records.flatMap((record) => Object.keys(record))])]
  const columns = names.filter((one) => one !== '').slice(0, maxColumns)
  const toRow = (record: Values, index: number) => {
    const id = toText(record[key])
    // A record without its key has no address here.
    const actions = (id !== '' || isSingle) && <Actions key="end" name={name} record={record} id={id} />
    return { key: `${index}`, cells: [...columns.map((column) => toCell(record[column])), actions] }
  }
  const showMore = async () => {
    limit.value = Math.min(maxShown, limit.value + pageSize)
  }
  return (
    <>
      <Editor name={name} />
      <div class="toolbar">
        <span role="status">{`${toCount(total, 'record')} stored`}</span>
        <span class="spacer" />
        <Action
          text="Remove all"
          disabled={total === 0}
          ask={`Remove ${toCount(total, 'record')}?`}
          run={() => call('DELETE', toPath(name))}
        />
      </div>
      <Alert>{problem}</Alert>
      {records.length > 0 && (
        <Table label={`Records of ${name}`} columns={[...columns, 'Actions']} rows={records.map(toRow)} />
      )}
      {found?.total === 0 && <Empty title="No records" />}
      {total > records.length && records.length < maxShown && <Action text="Show more" run={showMore} />}
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
      <label class="field">
        <span>Resource</span>
        <select value={name} onChange={({ currentTarget }) => move({ item: currentTarget.value })}>
          <Options names={resources.map((one) => one.name)} />
        </select>
      </label>
      {resource && <ResourceView key={name} resource={resource} />}
      {!resource && <Empty title={name ? `There is no resource ${name}` : 'This mock stores nothing'} />}
    </div>
  )
}
