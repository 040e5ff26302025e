import type { Resource } from '../contract/contract.ts'
import type { EffectContext } from './effects/context.ts'
import { createRecordMaker } from './records.ts'
import { run, type Steps, wait } from './steps.ts'
import type { StoredRecord } from './storage/mock-storage.ts'

/** The records to start with. */
export interface Seeding {
  /** Gives a promise while records are being stored, or if that failed; then it rejects. */
  ready(): Promise<void> | undefined
  /** Replaces all records by those of the seed, and forgets which keys were made. */
  restore(): Promise<void>
}

/**
 * Stores a seed; records whose keys are already stored don't change.
 *
 * @throws {OptionsError} if one isn't valid
 */
export function createSeeding(
  seed: Readonly<Record<string, readonly unknown[]>>,
  context: EffectContext,
): Seeding {
  const { contract, storage, lastKeys, state } = context

  function toRecords(resource: Resource): StoredRecord[] {
    const { toRecord } = createRecordMaker(resource, context)
    const records = (seed[resource.name] ?? []).map((value, index) => toRecord(value, undefined, index))
    // What the storage has decides which keys are made next.
    lastKeys.delete(resource.name)
    return [...new Map(records.map((record) => [record.address, record])).values()]
  }

  function* addMissing(all: readonly [name: string, records: StoredRecord[]][]): Steps<void> {
    for (const [name, records] of all) {
      let missing = records
      // Another process can take the next key at any time, so this asks until none is taken.
      while (missing.length > 0) {
        const taken = new Set(yield* wait(storage.resource(name).insert(missing)))
        missing = taken.size === 0 ? [] : missing.filter(({ address }) => !taken.has(address))
      }
    }
  }

  const adding = run(addMissing(contract.resources.map((one) => [one.name, toRecords(one)])))
  let pending: Promise<void> | undefined
  if (adding instanceof Promise) {
    pending = adding.then(() => {
      pending = undefined
    })
    // Callers of `ready` get the error.
    pending.catch(() => {})
  }
  return {
    ready: () => pending,
    async restore() {
      await pending
      await state.replaceAll([])
      for (const one of contract.resources) await storage.resource(one.name).replaceAll(toRecords(one))
    },
  }
}
