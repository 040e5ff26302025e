import { stringifyExactJson } from '../json/exact-json.ts'
import { createFaultState, type FaultState, isActive } from '../mock/faults/fault-state.ts'
import type { SharedStart } from '../mock/shared-state.ts'
import type { StoredRecord } from '../mock/storage/mock-storage.ts'
import type { RedisConnection, RedisReply } from './connection.ts'
import { missingMark, type ScriptName } from './scripts.ts'

export interface Namespace {
  /** Runs a script on the records of a resource, if one is given; creates the namespace with its start before if it doesn't exist. */
  run(script: ScriptName, args?: readonly string[], resource?: string): Promise<RedisReply>
  /** Sets the start, and adds what is missing of it. The first call of `run` reports a failure. */
  start(start: NamespaceStart): void
  reset(): Promise<void>
}

type NamespaceStart = Pick<SharedStart, 'records' | 'scenario' | 'randomSeed'>

/** The keys of a namespace, as scripts get them; all share a hash slot by the `{…}` of its name. */
export const toKeys = (name: string, resources: Iterable<string> = []): string[] => [
  `plant-store:${name}:state`,
  `plant-store:${name}:journal`,
  ...[...resources].flatMap((one) => [
    `plant-store:${name}:records:${one}`,
    `plant-store:${name}:order:${one}`,
  ]),
]

/** Writes a record as scripts keep it, by its address. */
export const toRecordText = ({ key, scope, value }: StoredRecord): string =>
  stringifyExactJson([key, scope, value ?? null])

/** Writes the state of faults as scripts keep it: whether a request could get one, and the rest. */
export const writeFaults = (state: FaultState): string[] => [
  isActive(state) ? '1' : '0',
  stringifyExactJson(state),
]

/**
 * Opens a namespace.
 *
 * @param ttl milliseconds that the state is kept without use
 */
export function openNamespace(connection: RedisConnection, name: string, ttl: number): Namespace {
  const life = String(ttl + ttl / 10)
  /** The resources that were used; all live as long. */
  const resources = new Set<string>()
  let initial: NamespaceStart = { records: new Map(), scenario: undefined, randomSeed: 1 }
  /** When the keys were prolonged. */
  let prolonged = -Infinity
  let opening: Promise<unknown> | undefined
  let isOpen = false

  function open(isReset: boolean): Promise<unknown> {
    const names = [...resources]
    const records = [...initial.records].flatMap(([resource, list]) => {
      const place = String(3 + 2 * names.indexOf(resource))
      return list.flatMap((record) => [place, record.address, toRecordText(record)])
    })
    const faults = writeFaults(createFaultState(initial.randomSeed, initial.scenario))
    const args = [life, isReset ? '1' : '0', ...faults, ...records]
    return connection.run('open', toKeys(name, names), args)
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
  function runOpen(script: ScriptName, args: readonly string[], resource?: string): Promise<RedisReply> {
    const now = performance.now()
    const isDue = script !== 'changes' && now - prolonged >= ttl / 10
    const own = resource === undefined ? [] : [resource]
    const keys = toKeys(name, isDue ? new Set([...own, ...resources]) : own)
    const running = connection.run(script, keys, [isDue ? life : '0', ...args])
    if (!isDue) return running
    return running.then((reply) => {
      prolonged = now
      return reply
    })
  }
  async function runWhenOpen(...call: Parameters<typeof runOpen>): Promise<RedisReply> {
    await openOnce()
    return runOpen(...call)
  }
  return {
    run(script, args = [], resource) {
      if (resource !== undefined) resources.add(resource)
      if (!isOpen) return runWhenOpen(script, args, resource)
      return runOpen(script, args, resource).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== missingMark) throw error
        return runWhenOpen(script, args, resource)
      })
    },
    start(start) {
      initial = start
      for (const resource of start.records.keys()) resources.add(resource)
      isOpen = false
      openOnce().catch(() => {})
    },
    async reset() {
      await open(true)
    },
  }
}
