import { useSignal } from '@preact/signals'
import { examplePlant } from '../contract/example-plant.ts'
import { Body } from './body.tsx'
import { Empty, Field, onSubmit, readForm, Status, useOutcome } from './controls.tsx'
import { Headers } from './headers.tsx'
import { session } from './session.ts'
import { config } from './state.ts'

interface Answer {
  status: number
  statusText: string
  headers: Record<string, string>
  body: string
}

const example = JSON.stringify(examplePlant, null, 2)

async function send({ token = '', body = '' }: Record<string, string>): Promise<Answer> {
  const path = config.value?.operation.path ?? '/plants'
  const headers = {
    'content-type': 'application/json',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(path, { method: 'POST', headers, body }).catch(() => {
    throw new Error('No answer: the connection was dropped.')
  })
  const { status, statusText } = response
  const text = await response.text().catch(() => {
    throw new Error(`The answer ${status} was cut off in the middle of its body.`)
  })
  return { status, statusText, headers: Object.fromEntries(response.headers), body: text }
}

/** Sends a plant as a client does, and shows the answer. */
export function SendPlant() {
  const answer = useSignal<Answer | undefined>(undefined)
  const isTried = useSignal(false)
  const { attempt, message } = useOutcome()
  const submit = (form: HTMLFormElement) =>
    attempt(async () => {
      isTried.value = true
      answer.value = undefined
      answer.value = await send(readForm(form))
    })
  return (
    <div class="view sending">
      <form class="send" aria-label="Send a plant" onSubmit={onSubmit(submit)}>
        <p class="target">
          <code>
            POST {location.origin}
            {config.value?.operation.path}
          </code>
        </p>
        <Field label="Bearer token">
          <input
            name="token"
            class="code"
            autocomplete="off"
            spellcheck={false}
            defaultValue={session.storeToken.value || 'local-token'}
          />
        </Field>
        <Field label="Body">
          <textarea name="body" class="code" rows={6} spellcheck={false} defaultValue={example} />
        </Field>
        <button type="submit" class="primary">
          Send
        </button>
      </form>
      <section aria-live="polite">
        {message}
        {!isTried.value && (
          <Empty title="No answer yet">
            <p>Send the plant, and the answer of the fake appears here.</p>
          </Empty>
        )}
        {answer.value !== undefined && (
          <>
            <h2>
              Answer <Status status={answer.value.status} /> {answer.value.statusText}
            </h2>
            <Body text={answer.value.body} />
            <Headers headers={answer.value.headers} />
            <p>
              <a href="#/requests">See it in the list of requests</a>, with the reason for the answer.
            </p>
          </>
        )}
      </section>
    </div>
  )
}
