import { effect, type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Entry, identity, read, readExample } from './control-api.ts'
import { type Draft, Empty, Field, Form, Status } from './controls.tsx'
import { indent } from './format-json.ts'
import { toHash } from './place.ts'
import { Reason, Response } from './request-details.tsx'
import { config, generation } from './state.ts'

/** The request that the person writes; empty until the view is shown. */
const draft: Draft = signal({})

/** The response to what was sent last, and the one before it, or that of the request that was edited. */
const responses: Signal<{ now?: Entry; before?: Entry | undefined }> = signal({})

effect(() => {
  // Another state has no responses yet.
  if (generation.value > 0) responses.value = {}
})

const toLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

export function readHeaders(lines = ''): Record<string, string> {
  const headers = lines.split('\n').filter((line) => line.trim())
  return Object.fromEntries(
    headers.map((line) => {
      const [name = '', value] = line.split(/:(.*)/s)
      if (value === undefined)
        throw new Error(`A header must be like "Name: value", got ${JSON.stringify(line)}.`)
      return [name.trim(), value.trim()]
    }),
  )
}

/** Finds the id of the operation to try first: one that creates a record, if there is one. */
export function findFirst(): string | undefined {
  const operations = config.value?.operations ?? []
  return (operations.find(({ effect }) => effect === 'create') ?? operations[0])?.id
}

async function choose(operation: string): Promise<void> {
  draft.value = { ...draft.peek(), operation }
  const { method, path, headers, body = '' } = await readExample(operation)
  // Meanwhile, the person may have chosen another one.
  if (draft.peek()['operation'] === operation)
    draft.value = { operation, method, path, headers: toLines(headers), body: indent(body) }
}

/** Headers that describe the connection or the size of a body, so that they aren't true of another request. */
const ownHeaders = /^(?:host|connection|content-length|transfer-encoding)$/

/** Opens the form with a request of the journal. Its credentials are masked, so it gets some that the mock may accept. */
export async function resend(entry: Entry): Promise<void> {
  const { operation = '', failure, request } = entry
  const example = operation === '' ? undefined : await readExample(operation).catch(() => undefined)
  const unmask = (name: string, value: string): string => {
    const own = identity.value[name] ?? example?.headers[name]
    if (!value.includes('***') || own === undefined) return value
    return failure === 'invalid-credentials' ? own.replace('local-token', 'invalid-token') : own
  }
  const sent = Object.entries(request.headers).filter(([name]) => !ownHeaders.test(name))
  const headers = Object.fromEntries(sent.map(([name, value]) => [name, unmask(name, value)]))
  draft.value = { ...request, operation, headers: toLines(headers) }
  responses.value = { before: entry }
  location.hash = toHash({ view: 'send' })
}

async function send(): Promise<void> {
  const { method, path, headers, body } = draft.value
  const { before, now } = responses.value
  const entry = await read<Entry>('/requests', { method, path, headers: readHeaders(headers), body })
  responses.value = { now: entry, before: now ?? before }
}

const Shown = ({ title, entry }: { title: string; entry: Entry }) => (
  <section aria-label={title}>
    <h2>
      {title} <Status status={entry.response?.status} fault={entry.fault} />
    </h2>
    <Reason entry={entry} />
    <Response entry={entry} />
    {entry.number !== undefined && (
      <a href={toHash({ view: 'requests', item: `${entry.number}` })}>Request {entry.number}</a>
    )}
  </section>
)

/** Focuses the body once the form has something to send. */
async function openForm(first: string | undefined): Promise<void> {
  if (draft.peek()['method'] === undefined && first !== undefined) await choose(first)
  document.querySelector<HTMLElement>('.sending [name=body]')?.focus()
}

/** Sends a request as a client does, and shows the response beside the one before. */
export function Send() {
  const { operations = [], credentials = [], upstream } = config.value ?? {}
  const { now, before } = responses.value
  const first = findFirst()
  useEffect(() => void openForm(first), [first])
  return (
    <div class="view sending">
      <Form label="Send a request" class="send" submit="Send" onSubmit={send}>
        <Field label="Operation" name="operation" draft={draft} onChoose={(id) => id && void choose(id)}>
          <option value="">none</option>
          {operations.map(({ id, method, path }) => (
            <option key={id} value={id}>
              {id === `${method} ${path}` ? id : `${id}: ${method} ${path}`}
            </option>
          ))}
        </Field>
        <div class="add">
          <Field label="Method" name="method" draft={draft} class="code" size={7} />
          <Field label="Path" name="path" draft={draft} class="code" />
        </div>
        <Field label="Headers" name="headers" draft={draft} rows={4} />
        <Field label="Body" name="body" draft={draft} rows={8} />
        {credentials.length > 0 && <p class="muted">This mock accepts only its own credentials.</p>}
        {upstream !== undefined && <p class="muted">A request from here doesn't reach {upstream}.</p>}
      </Form>
      <div class="responses" aria-live="polite">
        {now !== undefined && <Shown title="Response" entry={now} />}
        {before !== undefined && <Shown title="Before" entry={before} />}
        {now === undefined && before === undefined && <Empty title="No response yet" />}
      </div>
    </div>
  )
}
