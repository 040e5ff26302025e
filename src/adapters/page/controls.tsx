import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { toMessage } from './control-api.ts'
import { generation, isLive } from './state.ts'

/** The fields of a form, which stay while the person looks at another view. */
export type Draft = Signal<Record<string, string>>

/** A field of a form: a line, a choice if there are `children`, or several lines. */
export function Field({
  label,
  name,
  draft,
  rows,
  fallback = '',
  onChoose,
  children,
  ...more
}: {
  label: string
  name: string
  draft: Draft
  rows?: number
  /** What it has until the person enters something. */
  fallback?: string
  /** Called with a new choice. */
  onChoose?: (value: string) => void
  children?: ComponentChildren
} & Pick<
  JSX.IntrinsicElements['input'],
  'type' | 'class' | 'placeholder' | 'min' | 'max' | 'size' | 'required'
>) {
  const common = { name, value: draft.value[name] ?? fallback }
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

/** Keeps the outcome of the last action; `attempt` runs one, and shows what it says or why it failed. */
function useOutcome() {
  const outcome = useSignal({ text: '', isError: false })
  async function attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      const done = await action()
      outcome.value = { text: typeof done === 'string' ? done : '', isError: false }
    } catch (error) {
      outcome.value = { text: toMessage(error), isError: true }
    }
  }
  // What the mock can't be told while it is away isn't true anymore once it is back.
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

/** Says what is wrong, if something is. */
export const Alert = ({ children }: { children: string | undefined | false }) => (
  <p class="outcome bad" role="alert">
    {children}
  </p>
)

/** A form that keeps its fields in a draft; Ctrl+Enter submits it from every field. The outcome is below. */
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
  /** What is on the button. */
  submit: string
  /** Returns what to say once it is done. */
  onSubmit: (fields: Record<string, string>) => Promise<string | undefined>
  class?: string
  children: ComponentChildren
}) {
  const { attempt, message } = useOutcome()
  const readFields = (form: HTMLFormElement) =>
    Object.fromEntries([...new FormData(form)].map(([field, value]) => [field, String(value)]))
  return (
    <form
      class={name}
      aria-label={label}
      onInput={({ currentTarget }) => {
        draft.value = { ...draft.value, ...readFields(currentTarget) }
      }}
      onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) =>
        key === 'Enter' && (ctrlKey || metaKey) && currentTarget.requestSubmit()
      }
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(() => onSubmit(readFields(event.currentTarget)))
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

/** A button that does something, after a question if there is one; why it failed is beside it. */
export function Action({
  text,
  label,
  ask,
  run,
  ...more
}: {
  text: string
  /** What a person who can't see hears instead. */
  label?: string
  ask?: string
  run: () => Promise<unknown>
} & Pick<JSX.IntrinsicElements['button'], 'class' | 'title' | 'disabled'>) {
  const { attempt, message } = useOutcome()
  const act = () => (ask === undefined || confirm(ask)) && void attempt(run)
  return (
    <>
      <button type="button" aria-label={label} {...more} onClick={act}>
        {text}
      </button>
      {message}
    </>
  )
}

/** Copies a text to the clipboard. */
export async function copy(text: string): Promise<string> {
  await navigator.clipboard.writeText(text)
  return 'Copied'
}

/** Reads something again when the page reaches the mock, or when something of `when` changes; what was read stays meanwhile. */
export function useRead<Found>(reading: () => Promise<Found | undefined>, ...when: readonly unknown[]) {
  const state = useSignal<{ found?: Found | undefined; problem?: string }>({})
  useEffect(() => {
    let isCurrent = true
    const end = (ended: typeof state.value) => {
      if (isCurrent) state.value = { ...state.peek(), ...ended }
    }
    reading().then(
      (found) => end({ found, problem: '' }),
      (error) => end({ problem: isLive.peek() ? toMessage(error) : '' }),
    )
    return () => {
      isCurrent = false
    }
  }, [isLive.value, ...when])
  return state.value
}

/** The choices of a list. */
export const Options = ({ names }: { names: readonly string[] }) =>
  names.map((name) => <option key={name}>{name}</option>)

/** Shows a status with its color; 0 is a dropped connection, and a request without one is waiting. A fault is a warning, whatever the status is. */
export function Status({ status, fault }: { status: number | undefined; fault?: string | undefined }) {
  const known = status ?? 400
  const color = known === 0 || known >= 500 ? 'bad' : known >= 400 || fault !== undefined ? 'warn' : 'good'
  return <span class={`status ${color}`}>{status === 0 ? 'dropped' : (status ?? 'waiting')}</span>
}

/** Writes a number with its noun. */
export const toCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Shows milliseconds. */
export const toDuration = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '' : `${Number(milliseconds.toPrecision(3))} ms`

/** Says what to do while there is nothing to show. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)
