import { effect, type Signal, signal } from '@preact/signals'

/** Creates a text that survives a reload of the tab. */
function keep(name: string): Signal<string> {
  const key = `plant-store ${name}`
  const kept = signal(sessionStorage.getItem(key) ?? '')
  effect(() => sessionStorage.setItem(key, kept.value))
  return kept
}

/** What the person entered in this tab. */
export const session: { adminToken: Signal<string>; storeToken: Signal<string> } = {
  adminToken: keep('admin token'),
  storeToken: keep('store'),
}

/** Whether the fake wants another admin token. */
export const isLocked: Signal<boolean> = signal(false)
