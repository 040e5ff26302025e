import { signal, useSignal } from '@preact/signals'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { type Config, call, read } from './control-api.ts'
import { Action, Alert, type Draft, Empty, Field, Form, Options, toCount, useRead } from './controls.tsx'
import { toText } from './filter.ts'
import { indent } from './format-json.ts'
import { move, place } from './place.ts'
import { config, recordsChanged } from './state.ts'
import { Table } from './table.tsx'

type Page = { total: number; records: Record<string, unknown>[] }

const pageSize = 100

/** The most records that the control API gives at once. */
const maxShown = 1000

/** The most properties that the table shows; the editor has them all. */
const maxColumns = 6

const toCell = (value: unknown): string => toText(value).replace(/^(.{60}).+/s, '$1…')

const toEditable = (record: unknown): string => indent(stringifyExactJson(record))

/** What the person writes, by the name of the resource; `edited` is the key of the record that was opened. */
const drafts = new Map<string, Draft>()

function ResourceView({ resource: { name, key, isSingle } }: { resource: Config['resources'][number] }) {
  const limit = useSignal(pageSize)
  const draft: Draft = drafts.get(name) ?? signal({})
  drafts.set(name, draft)
  const path = `/records/${encodeURIComponent(name)}`
  const readExample = () => read(`/examples/${encodeURIComponent(name)}`)
  const readPage = () => read<Page>(`${path}?limit=${limit.value}`)
  const { found, problem } = useRead(readPage, limit.value, recordsChanged.value)
  const { found: example } = useRead(readExample, recordsChanged.value)
  const fallback = example === undefined ? '' : toEditable(example)
  const { edited, record: written } = draft.value
  const label = edited === undefined ? 'New record' : `Record ${edited}`
  const { total = 0, records = [] } = found ?? {}
  const count = toCount(total, 'record')
  const names = new Set([key, ...records.flatMap((record) => Object.keys(record))])
  const columns = [...names].filter((one) => one !== '').slice(0, maxColumns)
  function discard(): void {
    draft.value = {}
  }
  async function store(): Promise<string> {
    await call('POST', path, written ?? fallback)
    discard()
    return 'Stored'
  }
  function showMore(): void {
    limit.value = Math.min(maxShown, limit.value + pageSize)
  }
  function toRow(record: Page['records'][number], index: number) {
    const id = toText(record[key])
    function edit(): void {
      draft.value = { edited: id, record: toEditable(record) }
    }
    const remove = () => call('DELETE', `${path}/${encodeURIComponent(id)}`)
    // A record without its key has no address here.
    const actions = (id !== '' || isSingle) && (
      <div class="actions">
        <Action text="Edit" aria-label={`Edit ${id}`} run={edit} />
        <Action text="Remove" aria-label={`Remove ${id}`} run={remove} />
      </div>
    )
    return { key: `${index}`, cells: [...columns.map((column) => toCell(record[column])), actions] }
  }
  return (
    <>
      <Form label={label} class="send" submit="Store" onSubmit={store}>
        <Field label={label} name="record" draft={draft} rows={6} fallback={fallback} />
        {written !== undefined && <Action text="Discard" run={discard} />}
      </Form>
      <div class="toolbar">
        <span role="status">{`${count} stored`}</span>
        <span class="spacer" />
        <Action
          text="Remove all"
          disabled={total === 0}
          ask={`Remove ${count}?`}
          run={() => call('DELETE', path)}
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
