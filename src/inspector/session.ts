import { type Signal, signal } from '@preact/signals'

/** What the person entered; only this page knows it, and forgets it with a reload. */
export const session: { adminToken: Signal<string>; storeToken: Signal<string> } = {
  adminToken: signal(''),
  storeToken: signal(''),
}

/** Whether the fake wants another admin token. */
export const isLocked: Signal<boolean> = signal(false)
