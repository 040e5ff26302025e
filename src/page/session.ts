import { type Signal, signal } from '@preact/signals'

/** What the person entered; only this page knows it, and forgets it with a reload. */
export const session: {
  adminToken: Signal<string>
  /** The header that selects the mock of a credential, if each has its own. */
  credential: Signal<Readonly<Record<string, string>>>
} = { adminToken: signal(''), credential: signal({}) }

/** Whether the mock wants another admin token. */
export const isLocked: Signal<boolean> = signal(false)
