import { parseExactPlant } from '../contract/exact-plant.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import type { Scenario } from '../store/fault.ts'
import { createFaultState } from '../store/fault-state.ts'
import { createName } from '../store/faults.ts'
import type { StoredPlant } from '../store/storage/plant-storage.ts'
import { toStoredPlant } from '../store/stored-plant.ts'
import type { Connection, Reply } from './connection.ts'
import { keyNames, missing, writeState } from './script-parts.ts'
import type { ScriptName } from './scripts.ts'

/** What a namespace has at the start and after a reset. */
export interface InitialState {
  seed: readonly StoredPlant[]
  scenario: Scenario | undefined
  randomSeed: number
}

/** The state of one store in Redis. */
export interface Namespace {
  /** Runs a script; creates the namespace with its initial state before if it doesn't exist. */
  run(name: ScriptName, args: readonly string[], isLong?: boolean): Promise<Reply>
  /** Restores the initial state. */
  reset(): Promise<void>
}

/** The keys of a namespace. */
export const toKeys = (name: string): string[] => keyNames.map((key) => `plant-store:${name}:${key}`)

/** Writes a plant as the scripts read it: the id comes first. */
export const writePlant = ({ id, ...members }: StoredPlant): string => stringifyExactJson({ id, ...members })

/** Reads a plant that {@link writePlant} or a client wrote. */
export const readPlant = (text: string): StoredPlant => toStoredPlant(parseExactPlant(text) as NewPlant)

/**
 * Opens a namespace. Plants of the seed that are missing are added.
 *
 * @param name the name; all its keys share a hash slot by `{…}`
 * @param ttl milliseconds that the state is kept without use
 */
export function openNamespace(
  connection: Connection,
  name: string,
  ttl: number,
  { seed, scenario, randomSeed }: InitialState,
): Namespace {
  const keys = toKeys(name)
  const faults = createFaultState(randomSeed, scenario)
  const life = String(ttl + ttl / 10)
  /** When the keys were prolonged. */
  let prolonged = -Infinity
  let opening: Promise<unknown> | undefined
  let isOpen = false

  function open(isReset: boolean): Promise<unknown> {
    return connection.run(
      'open',
      keys,
      [life, isReset ? '1' : '0', ...writeState(createName(), faults), ...seed.map(writePlant)],
      true,
    )
  }
  /** Opens the namespace once for all who wait; the next call tries again if it fails. */
  async function openOnce(): Promise<void> {
    opening ??= open(false).finally(() => {
      opening = undefined
    })
    await opening
    isOpen = true
  }
  /** Runs a script in an open namespace. From time to time, the keys get to live longer, but not because somebody looks for changes. */
  function runOpen(name: ScriptName, args: readonly string[], isLong?: boolean): Promise<Reply> {
    const now = performance.now()
    const isDue = name !== 'changes' && now - prolonged >= ttl / 10
    const running = connection.run(name, keys, [isDue ? life : '0', ...args], isLong)
    if (!isDue) return running
    return running.then((reply) => {
      prolonged = now
      return reply
    })
  }
  // The first request reports a failure.
  openOnce().catch(() => {})

  async function runWhenOpen(name: ScriptName, args: readonly string[], isLong?: boolean): Promise<Reply> {
    await openOnce()
    return runOpen(name, args, isLong)
  }
  return {
    run(name, args, isLong) {
      if (!isOpen) return runWhenOpen(name, args, isLong)
      return runOpen(name, args, isLong).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== missing) throw error
        return runWhenOpen(name, args, isLong)
      })
    },
    async reset() {
      await open(true)
    },
  }
}
