import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { toMessage } from './control-api.ts'
import { generation, isLive } from './state.ts'

/** The texts of a form, which stay while the person looks at another view. */
export type Draft = Signal<Record<string, string>>

interface InputProps {
  type?: 'text' | 'number' | 'password'
  class?: string
  inputMode?: 'numeric'
  placeholder?: string
  min?: number
  max?: number
  size?: number
  required?: boolean
  disabled?: boolean
}

/** A field of a form: a line, a choice if there are `children`, or a text of several lines. */
export function Field({
  label,
  name,
  draft,
  rows,
  onChoose,
  children,
  ...more
}: {
  label: string
  name: string
  draft: Draft
  rows?: number
  /** Called with a new choice. */
  onChoose?: (value: string) => void
  children?: ComponentChildren
} & InputProps) {
  const common = { name, value: draft.value[name] ?? '' }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each of the branches is a control.
    <label class="field">
      <span>{label}</span>
      {rows !== undefined ? (
        <textarea class="code" rows={rows} spellcheck={false} {...common} />
      ) : children !== undefined ? (
        <select {...common} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
          {children}
        </select>
      ) : (
        <input autocomplete="off" spellcheck={false} {...common} {...(more as object)} />
      )}
    </label>
  )
}

/** Writes a number with its noun. */
export const toCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** A form that keeps its texts in a draft; Ctrl+Enter submits it from every field. The outcome is below. */
export function Form({
  label,
  draft,
  submit,
  onSubmit,
  class: name = 'add',
  children,
}: {
  label: string
  draft: Draft
  /** The text of the button. */
  submit: string
  /** Returns what to say once it is done. */
  onSubmit: (fields: Record<string, string>) => Promise<string | undefined>
  class?: string
  children: ComponentChildren
}) {
  const { attempt, message } = useOutcome()
  return (
    <form
      class={name}
      aria-label={label}
      onInput={(event) => {
        draft.value = { ...draft.value, ...readForm(event.currentTarget) }
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(() => onSubmit(readForm(event.currentTarget)))
      }}
    >
      {children}
      <button type="submit" class="primary" title="Ctrl+Enter">
        {submit}
      </button>
      {message}
    </form>
  )
}

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
    title={placeholder}
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
  const button = useRef<HTMLButtonElement>(null)
  const close = (isSure: boolean) => () => {
    isAsking.value = false
    // Otherwise, the keyboard would start again at the top.
    button.current?.focus()
    if (isSure) onConfirm()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is for the buttons in it.
    <span class="confirm" onKeyDown={({ key }) => key === 'Escape' && isAsking.value && close(false)()}>
      <button
        type="button"
        ref={button}
        disabled={disabled}
        aria-expanded={isAsking.value}
        onClick={() => {
          isAsking.value = !isAsking.value
        }}
      >
        {label}
      </button>
      {isAsking.value && (
        <>
          <span role="alert">{question}</span>
          <button type="button" class="danger" ref={(yes) => yes?.focus()} onClick={close(true)}>
            Yes
          </button>
          <button type="button" onClick={close(false)}>
            No
          </button>
        </>
      )}
    </span>
  )
}

/** Keeps the outcome of the last action; `attempt` runs one, and shows what it says or why it failed. */
export function useOutcome() {
  const outcome = useSignal({ text: '', isError: false })
  async function attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      const done = await action()
      outcome.value = { text: typeof done === 'string' ? done : '', isError: false }
    } catch (error) {
      outcome.value = { text: toMessage(error), isError: true }
    }
  }
  // What the fake can't be told while it is away isn't true anymore once it is back.
  useLayoutEffect(() => {
    outcome.value = { text: '', isError: false }
  }, [isLive.value, generation.value])
  const message = (
    <p class={outcome.value.isError ? 'outcome bad' : 'outcome good'} role="status">
      {outcome.value.text}
    </p>
  )
  return { attempt, message }
}

/** Reads something again when the page reaches the fake, or when something of `when` changes; what was read stays meanwhile. */
export function useRead<Found>(
  reading: () => Promise<Found | undefined>,
  ...when: readonly unknown[]
): { found: Found | undefined; problem: string } {
  const state = useSignal<{ found: Found | undefined; problem: string }>({ found: undefined, problem: '' })
  useEffect(() => {
    let isCurrent = true
    const end = (found: Found | undefined, problem: string) => {
      if (isCurrent) state.value = { found, problem }
    }
    reading().then(
      (found) => end(found, ''),
      (error) => end(state.peek().found, isLive.peek() ? toMessage(error) : ''),
    )
    return () => {
      isCurrent = false
    }
  }, [isLive.value, ...when])
  return state.value
}

/** Reads the texts of a form by the names of its fields; that of a box without a check is empty. */
const readForm = (form: HTMLFormElement): Record<string, string> => {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[type=checkbox]')]
  const texts = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return { ...Object.fromEntries(boxes.map(({ name }) => [name, ''])), ...Object.fromEntries(texts) }
}

/** Shows a status with its color; 0 is a dropped connection, and a request without one is waiting. A fault is a warning, whatever the status is. */
export function Status({ status, fault }: { status: number | undefined; fault?: string | undefined }) {
  const known = status ?? 400
  const color = known === 0 || known >= 500 ? 'bad' : known >= 400 || fault !== undefined ? 'warn' : 'good'
  return <span class={`status ${color}`}>{status === 0 ? 'dropped' : (status ?? 'waiting')}</span>
}

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
