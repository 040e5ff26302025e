import { setTimeout } from 'node:timers/promises'
import type { AnyMock } from '../../mock/create-mock.ts'
import { ControlError } from './control-error.ts'

/** Milliseconds that a storage may take to count the records of a resource. */
const patience = 1000

/**
 * Names the storage of a mock if it responds.
 *
 * @throws {ControlError} if it doesn't
 */
export async function checkHealth({ contract, records, settings }: AnyMock): Promise<object> {
  const [first] = contract.resources
  const { storage } = settings
  const silence = setTimeout(patience, undefined, { ref: false }).then(() => {
    throw new Error(`no response within ${patience} ms`)
  })
  try {
    await Promise.race([first && records(first.name).count(), silence])
    return { status: 'ok', storage }
  } catch (error) {
    throw new ControlError(503, `the storage (${storage}) failed: ${(error as Error).message}`)
  }
}
