import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { generation, isLive } from './state.ts'

/** The fields of a form, which stay while the person looks at another view. */
export type Draft = Signal<Record<string, string | undefined>>

type FieldProps = Omit<JSX.IntrinsicElements['input'], 'onInput'> & {
  label: string
  name: string
  draft: Draft
  rows?: number
  /** What it has until the person enters something. */
  fallback?: string | undefined
  /** Called with a new choice. */
  onChoose?: (value: string) => void
}

/** A field of a draft: a line, a choice if there are `children`, or several lines. */
export function Field({ label, name, draft, rows, fallback, onChoose, children, ...more }: FieldProps) {
  const common = {
    name,
    value: draft.value[name] ?? fallback ?? '',
    onInput({ currentTarget: { value } }: { currentTarget: { value: string } }) {
      draft.value = { ...draft.value, [name]: value }
      onChoose?.(value)
    },
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each of the branches is a control.
    <label class="field">
      <span>{label}</span>
      {rows !== undefined ? (
        <textarea class="code" rows={rows} spellcheck={false} {...common} />
      ) : children !== undefined ? (
        <select {...common}>{children}</select>
      ) : (
        <input autocomplete="off" spellcheck={false} {...common} {...(more as object)} />
      )}
    </label>
  )
}

/** Keeps the outcome of the last action; `attempt` runs one, and `message` shows what it says or why it failed. */
function useOutcome() {
  const outcome = useSignal({ text: '', kind: 'good' })
  async function attempt(action: () => unknown): Promise<void> {
    try {
      const done = await action()
      outcome.value = { text: typeof done === 'string' ? done : '', kind: 'good' }
    } catch (error) {
      outcome.value = { text: (error as Error).message, kind: 'bad' }
    }
  }
  // What the mock can't be told while it is away isn't true anymore once it is back.
  useLayoutEffect(() => {
    outcome.value = { text: '', kind: 'good' }
  }, [isLive.value, generation.value])
  const message = (
    <p class={`outcome ${outcome.value.kind}`} role="status">
      {outcome.value.text}
    </p>
  )
  return { attempt, message }
}

export const Alert = ({ children }: { children: string | undefined | false }) => (
  <p class="outcome bad" role="alert">
    {children}
  </p>
)

interface FormProps {
  label: string
  submit: string
  /** Returns what to say once it is done, if anything. */
  onSubmit: () => unknown
  class?: string
  children: ComponentChildren
}

/** A form; Ctrl+Enter submits it from every field. The outcome is below. */
export function Form({ label, submit, onSubmit, class: name = 'add', children }: FormProps) {
  const { attempt, message } = useOutcome()
  return (
    <form
      class={name}
      aria-label={label}
      onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) =>
        key === 'Enter' && (ctrlKey || metaKey) && currentTarget.requestSubmit()
      }
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(onSubmit)
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

interface ActionProps
  extends Pick<JSX.IntrinsicElements['button'], 'aria-label' | 'class' | 'title' | 'disabled'> {
  text: string
  ask?: string
  run: () => unknown
}

/** A button that does something, after a question if there is one; why it failed is beside it. */
export function Action({ text, ask, run, ...more }: ActionProps) {
  const { attempt, message } = useOutcome()
  const act = () => (ask === undefined || confirm(ask)) && void attempt(run)
  return (
    <>
      <button type="button" {...more} onClick={act}>
        {text}
      </button>
      {message}
    </>
  )
}

export const copy = (text: string): Promise<string> =>
  navigator.clipboard.writeText(text).then(() => 'Copied')

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
      (error: Error) => end({ problem: isLive.peek() ? error.message : '' }),
    )
    return () => {
      isCurrent = false
    }
  }, [isLive.value, ...when])
  return state.value
}

export const Options = ({ names }: { names: readonly string[] }) =>
  names.map((name) => <option key={name}>{name}</option>)

/** Shows a status with its color; 0 is a dropped connection, and a request without one is waiting. A fault is a warning, whatever the status is. */
export function Status({ status, fault }: { status: number | undefined; fault?: string | undefined }) {
  const known = status ?? 400
  const color = known === 0 || known >= 500 ? 'bad' : known >= 400 || fault !== undefined ? 'warn' : 'good'
  return <span class={`status ${color}`}>{status === 0 ? 'dropped' : (status ?? 'waiting')}</span>
}

export const toCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

export const toDuration = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '' : `${Number(milliseconds.toPrecision(3))} ms`

/** Says what to do while there is nothing to show. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)
