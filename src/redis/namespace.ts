import { parseExactPlant } from '../contract/exact-plant.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { Scenario } from '../mock/faults/fault.ts'
import { createFaultState } from '../mock/faults/fault-state.ts'
import { createName } from '../mock/faults/faults.ts'
import { type StoredPlant, toStoredPlant } from '../store/stored-plant.ts'
import type { Connection, Reply } from './connection.ts'
import { missing, writeState } from './script-parts.ts'
import type { ScriptName } from './scripts.ts'

/** What a namespace has at the start and after a reset. */
export interface InitialState {
  /** The records, as arguments of scripts. */
  seed: readonly string[]
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

/** The keys of a namespace, as scripts get them: those of one resource first. */
export const toKeys = (name: string, resource = 'plants', others: Iterable<string> = []): string[] => [
  `plant-store:${name}:meta`,
  `plant-store:${name}:journal`,
  ...[resource, ...others].flatMap((one) => [
    `plant-store:${name}:records:${one}`,
    `plant-store:${name}:order:${one}`,
  ]),
]

/** Reads a plant that the store or a client wrote. */
export const readPlant = (text: string): StoredPlant => toStoredPlant(parseExactPlant(text) as NewPlant)

/**
 * Opens a namespace. Plants of the seed that are missing are added.
 *
 * @param name the name; all its keys share a hash slot by `{…}`
 * @param ttl milliseconds that the state is kept without use
 * @param resource the resource whose records scripts get
 * @param listOthers lists the other resources, which live as long
 */
export function openNamespace(
  connection: Connection,
  name: string,
  ttl: number,
  { seed, scenario, randomSeed }: InitialState,
  resource = 'plants',
  listOthers: () => Iterable<string> = () => [],
): Namespace {
  const own = toKeys(name, resource)
  const toAllKeys = (): string[] => toKeys(name, resource, listOthers())
  const faults = createFaultState(randomSeed, scenario)
  const life = String(ttl + ttl / 10)
  /** When the keys were prolonged. */
  let prolonged = -Infinity
  let opening: Promise<unknown> | undefined
  let isOpen = false

  function open(isReset: boolean): Promise<unknown> {
    return connection.run(
      'open',
      toAllKeys(),
      [life, isReset ? '1' : '0', ...writeState(createName(), faults), ...seed],
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
    const keys = isDue ? toAllKeys() : own
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
