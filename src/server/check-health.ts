import { setTimeout } from 'node:timers/promises'
import { ControlError } from './control-error.ts'

/** What shows whether a store or a mock responds. */
interface Countable {
  plants: { count(): Promise<number> }
  settings: { readonly store: string }
}

/** Milliseconds that a store may take to count its plants. */
const patience = 1000

/**
 * Names the storage of a store if it responds.
 *
 * @throws {ControlError} if it doesn't
 */
export async function checkHealth({ plants, settings }: Countable): Promise<object> {
  const silence = setTimeout(patience, undefined, { ref: false }).then(() => {
    throw new Error(`no response within ${patience} ms`)
  })
  try {
    await Promise.race([plants.count(), silence])
    return { status: 'ok', store: settings.store }
  } catch (error) {
    throw new ControlError(503, `the store (${settings.store}) failed: ${(error as Error).message}`)
  }
}
