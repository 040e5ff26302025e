import { type Signal, signal } from '@preact/signals'

/** What the person entered, the store as the header `Authorization` that selects it; only this page knows it, and forgets it with a reload. */
export const session: { adminToken: Signal<string>; store: Signal<string> } = {
  adminToken: signal(''),
  store: signal(''),
}

/** Whether the fake wants another admin token. */
export const isLocked: Signal<boolean> = signal(false)
