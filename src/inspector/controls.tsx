import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { toMessage } from './control-api.ts'

/** A field with its label. */
export const Field = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
  <label class="field">
    <span>{label}</span>
    {children}
  </label>
)

/** A field that filters a list as a person types. */
export const SearchField = ({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
}) => (
  <input
    type="search"
    aria-label={label}
    placeholder={placeholder}
    value={value}
    onInput={(event) => onChange(event.currentTarget.value)}
  />
)

/** A button that copies a text; the text may have to be read first. */
export function CopyButton({ label, text }: { label: string; text: string | (() => Promise<string>) }) {
  const state = useSignal(label)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      state.value = 'Copied'
    } catch {
      state.value = 'The browser refused'
    }
    setTimeout(() => {
      state.value = label
    }, 1500)
  }
  return (
    <button type="button" onClick={copy}>
      {state}
    </button>
  )
}

/** A button that asks once more before it acts. */
export function ConfirmButton({
  label,
  question,
  disabled = false,
  onConfirm,
}: {
  label: string
  question: string
  disabled?: boolean
  onConfirm: () => void
}) {
  const isAsking = useSignal(false)
  if (!isAsking.value) {
    const ask = () => {
      isAsking.value = true
    }
    return (
      <button type="button" disabled={disabled} onClick={ask}>
        {label}
      </button>
    )
  }
  const close = (isSure: boolean) => () => {
    isAsking.value = false
    if (isSure) onConfirm()
  }
  return (
    <span class="confirm">
      <span role="alert">{question}</span>
      <button type="button" class="danger" onClick={close(true)}>
        Yes
      </button>
      <button type="button" onClick={close(false)}>
        No
      </button>
    </span>
  )
}

/** The outcome of the last action in a view. */
export interface Outcome {
  text: string
  isError: boolean
}

/** Keeps the outcome of the last action; `attempt` runs one and shows how it ended. */
export function useOutcome() {
  const outcome = useSignal<Outcome | undefined>(undefined)
  async function attempt(action: () => Promise<unknown>, done = ''): Promise<boolean> {
    try {
      await action()
      outcome.value = done === '' ? undefined : { text: done, isError: false }
      return true
    } catch (error) {
      outcome.value = { text: toMessage(error), isError: true }
      return false
    }
  }
  const message = (
    <p class={outcome.value?.isError ? 'outcome bad' : 'outcome good'} role="status">
      {outcome.value?.text}
    </p>
  )
  return { attempt, message }
}

/** Cancels the navigation of a form. */
export const onSubmit =
  (act: (form: HTMLFormElement) => void) =>
  (event: SubmitEvent): void => {
    event.preventDefault()
    act(event.currentTarget as HTMLFormElement)
  }

/** Reads the texts of a form by the names of its fields. */
export const readForm = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))

/** Shows a status with its color; 0 is a dropped connection, and a request without one is waiting. */
export const Status = ({ status }: { status: number | undefined }) => (
  <span
    class={`status ${status === 0 || (status ?? 400) >= 500 ? 'bad' : (status ?? 400) >= 400 ? 'warn' : 'good'}`}
  >
    {status === 0 ? 'dropped' : (status ?? 'waiting')}
  </span>
)

/** Shows milliseconds; short times have more digits. */
export const toDuration = (milliseconds: number | undefined): string =>
  milliseconds === undefined
    ? ''
    : `${milliseconds.toFixed(milliseconds < 1 ? 2 : milliseconds < 100 ? 1 : 0)} ms`

/** Says what to do while there is nothing to show. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)
