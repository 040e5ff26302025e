import { type Signal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { examplePlant } from '../contract/example-plant.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { call, type Entry } from './control-api.ts'
import { type Draft, Empty, Field, Form, Status } from './controls.tsx'
import { toHash } from './place.ts'
import { Answer, Reason } from './request-details.tsx'
import { session } from './session.ts'
import { config, generation } from './state.ts'

/** The request that the person writes; empty until the view is shown. */
const draft: Draft = signal({})

/** The answer to what was sent last, and the one before it, or that of the request that was edited. */
const answers: Signal<{ of: number; now?: Entry; before?: Entry | undefined }> = signal({ of: 0 })

/** The answers of the state that the page shows. */
const current = () => (answers.value.of === generation.value ? answers.value : { of: generation.value })

const toCredentials = (): string => session.store.value || 'Bearer local-token'

const toLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Reads a header a line. */
export const readHeaders = (lines = ''): Record<string, string> =>
  Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [name = '', value] = line.split(/:(.*)/s)
        if (value === undefined)
          throw new Error(`A header must be like "Name: value", got ${JSON.stringify(line)}.`)
        return [name.trim(), value.trim()]
      }),
  )

/** Headers that describe the connection or the size of a body, so that they aren't true of another request. */
const ownHeaders = /^(?:host|connection|content-length|transfer-encoding)$/

/** Opens the form with a request of the journal. Its token is masked, so it gets one that the fake may accept. */
export function resend(entry: Entry): void {
  const { method, path, headers, body } = entry.request
  const sent = Object.entries(headers).filter(([name]) => !ownHeaders.test(name))
  const unmasked = sent.map(([name, value]) => [
    name,
    /^bearer \*{3}$/i.test(value)
      ? entry.failure === 'invalid-credentials'
        ? 'Bearer invalid-token'
        : toCredentials()
      : value,
  ])
  draft.value = { method, path, headers: toLines(Object.fromEntries(unmasked)), body }
  answers.value = { of: generation.value, before: entry }
  location.hash = toHash({ view: 'send', query: '' })
}

async function send({
  method = '',
  path = '',
  headers,
  body = '',
}: Record<string, string>): Promise<undefined> {
  const { before, now } = current()
  const sent = JSON.stringify({ method, path, headers: readHeaders(headers), body })
  const answer = await call('POST', '/requests', sent)
  const entry = parseExactJson(await answer.text()) as Entry
  answers.value = { of: generation.value, now: entry, before: now ?? before }
}

const Shown = ({ title, entry }: { title: string; entry: Entry }) => (
  <section aria-label={title}>
    <h2>
      {title} <Status status={entry.answer?.status} fault={entry.fault} />
    </h2>
    <Reason entry={entry} />
    <Answer entry={entry} />
    {entry.number !== undefined && (
      <a href={toHash({ view: 'requests', item: `${entry.number}`, query: '' })}>Request {entry.number}</a>
    )}
  </section>
)

/** Sends a request as a client does, and shows the answer beside the one before. */
export function Send() {
  const { operation, tokens, upstream } = config.value ?? {}
  const view = useRef<HTMLDivElement>(null)
  const { now, before } = current()
  useEffect(() => {
    if (draft.value['method'] === undefined && operation !== undefined)
      draft.value = {
        ...operation,
        headers: toLines({ Authorization: toCredentials(), 'Content-Type': 'application/json' }),
        body: JSON.stringify(examplePlant, null, 2),
      }
  }, [operation])
  useEffect(() => {
    view.current?.querySelector<HTMLElement>('[name=body]')?.focus()
  }, [])
  return (
    <div class="view sending" ref={view}>
      <Form label="Send a request" class="send" draft={draft} submit="Send" onSubmit={send}>
        <div class="add">
          <Field label="Method" name="method" draft={draft} class="code" size={7} />
          <Field label="Path" name="path" draft={draft} class="code" />
        </div>
        <Field label="Headers" name="headers" draft={draft} rows={4} />
        <Field label="Body" name="body" draft={draft} rows={8} />
        {tokens !== undefined && (
          <p class="muted">This fake accepts only its own tokens, which the journal masks.</p>
        )}
        {upstream !== undefined && <p class="muted">A request from here doesn't reach {upstream}.</p>}
      </Form>
      <div class="answers" aria-live="polite">
        {now !== undefined && <Shown title="Answer" entry={now} />}
        {before !== undefined && <Shown title="Before" entry={before} />}
        {now === undefined && before === undefined && (
          <Empty title="No answer yet">
            <p>Send the request, and the answer of the fake appears here.</p>
          </Empty>
        )}
      </div>
    </div>
  )
}
