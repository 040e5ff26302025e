import type { NewPlant } from '../contract/schemas.ts'
import type { Asynchronous } from '../mock/awaitable.ts'
import type { ActiveFault, Fault, FaultOptions, Scenario } from '../mock/faults/fault.ts'
import { type Faults, toHeld } from '../mock/faults/faults.ts'
import type { Journal } from '../mock/journal/journal.ts'
import type { JournalEntry, JournalRecord } from '../mock/journal/journal-entry.ts'
import {
  checkPattern,
  createMatches,
  findNearest,
  isMatcher,
  type RequestPattern,
} from '../mock/journal/request-pattern.ts'
import { parseSentMembers } from '../mock/journal/sent-members.ts'
import type { FaultName } from '../store/failures.ts'
import type { Plants } from '../store/plants.ts'
import { type ClientOptions, ControlApiError, createControlApi } from './call-control-api.ts'

export { type ClientOptions, ControlApiError }

/** A running fake. Its functions have the names of a store's functions, but are asynchronous. */
export interface ConnectedPlantStore {
  plants: Plants
  /** The journal. `nearest` is empty if a request matches. */
  requests: Asynchronous<Omit<Journal, 'after' | 'size' | 'lastNumber' | 'dropped'>>
  faults: Asynchronous<Omit<Faults, 'scenario'>>
  /** Restores the state at the start: the seed and the scenario, no other faults, an empty journal. */
  reset(): Promise<void>
}

/** The most plants in one answer. */
const pageSize = 1000

const toFault = (fault: FaultName | Fault, options: FaultOptions = {}): Fault => ({
  ...(typeof fault === 'string' ? { fault } : fault),
  ...options,
})

/** Whether only this process can compare requests with a pattern, because JSON can't have its asymmetric matchers. */
const isLocal = ({ headers = {}, ...members }: RequestPattern): boolean =>
  [...Object.values(headers), ...Object.values(members)].some(isMatcher)

const toRecord = ({
  number,
  time,
  request,
  answer,
  duration,
  failure,
  fault,
  reason,
}: JournalEntry): JournalRecord => {
  const start = Date.parse(time) - performance.timeOrigin
  const why = { ...(failure && { failure }), ...(reason && { reason }), ...(fault && { fault }) }
  return {
    number,
    start,
    end: duration === undefined ? undefined : start + duration,
    ...request,
    members: parseSentMembers(request.body),
    answer: answer && { ...answer, ...why },
  }
}

/** JSON has no undefined members, so the fake couldn't refuse them. */
const toChecked = (pattern: RequestPattern): object => {
  checkPattern(pattern)
  return pattern
}

/** Returns the answer to a call; undefined if the answer is a 404. */
const undefinedIfMissing = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error) => {
    if (error instanceof ControlApiError && error.status === 404) return undefined
    throw error
  })

/**
 * Connects to a fake that runs in another process, through its control API. Sends nothing until a function is called.
 *
 * Each function throws an Error if the fake isn't reachable, a {@link ControlApiError} if it refuses the request.
 *
 * @param url the address of the fake, or of its control API, such as `PLANT_STORE_ADMIN_URL` of `plant-store exec`
 *
 * @example
 * const store = connectPlantStore('http://127.0.0.1:4010')
 * await store.plants.add({ id: 1, name: 'Monstera' })
 * await expect(store).toHaveReceived({ id: 2 })
 *
 * @throws {TypeError} if the URL is not absolute, an option is unknown, or a header can't hold a token
 */
export function connectPlantStore(url: string | URL, options: ClientOptions = {}): ConnectedPlantStore {
  const call = createControlApi(url, options)
  const all = async () => (await call('get', '/requests')).requests as JournalEntry[]
  async function matching(pattern: RequestPattern): Promise<JournalEntry[]> {
    if (isLocal(pattern)) {
      const matches = createMatches(pattern)
      return (await all()).filter((entry) => matches(toRecord(entry)))
    }
    return (await call('post', '/requests/search', { body: toChecked(pattern) })).requests as JournalEntry[]
  }
  const verify = (pattern: RequestPattern) => call('post', '/requests/verify', { body: toChecked(pattern) })
  const addFault = async (body: Fault): Promise<void> => {
    await call('post', '/faults', { body: body as never })
  }
  const release = async (hold: string, fault: FaultName | Fault = {}): Promise<void> => {
    await call('post', '/holds/{id}', { id: hold, body: toFault(fault) as never })
  }
  return {
    plants: {
      count: async () => (await call('get', '/plants', { query: { limit: 1 } })).total,
      async list({ offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
        const found: NewPlant[] = []
        while (found.length < limit) {
          const size = Math.min(pageSize, limit - found.length)
          const query = { offset: offset + found.length, limit: size }
          const { plants, total } = await call('get', '/plants', { query })
          found.push(...plants)
          if (plants.length === 0 || offset + found.length >= total) break
        }
        return found
      },
      get: (id) => undefinedIfMissing(call('get', '/plants/{id}', { id })),
      async add(plants) {
        await call('post', '/plants', { body: [plants].flat() as NewPlant[] })
      },
      async put(plant) {
        await call('post', '/records/{resource}', { resource: 'plants', body: plant })
      },
      async remove(id) {
        const removed = call('delete', '/records/{resource}/{key}', { resource: 'plants', id })
        return (await undefinedIfMissing(removed)) !== undefined
      },
      async replaceAll(plants) {
        await call('put', '/plants', { body: [...plants] })
      },
      async clear() {
        await call('delete', '/plants')
      },
    },
    requests: {
      all,
      get: (number) =>
        undefinedIfMissing(call('get', '/requests/{id}', { id: number })) as Promise<
          ReturnType<Journal['get']>
        >,
      last: async (pattern = {}) => (await matching(pattern)).at(-1),
      matching,
      count: async (pattern = {}) =>
        isLocal(pattern) ? (await matching(pattern)).length : (await verify(pattern)).count,
      nearest: async (pattern, limit = 3) =>
        isLocal(pattern)
          ? findNearest((await all()).map(toRecord), pattern, limit)
          : ((await verify(pattern)).nearest.slice(0, limit) as ReturnType<Journal['nearest']>),
      async clear() {
        await call('delete', '/requests')
      },
    },
    faults: {
      next: (fault, options) => addFault(toFault(fault, options)),
      always: (fault, options) => addFault(toFault(fault, { ...options, requests: 'forever' })),
      async hold(options = {}) {
        return toHeld((await call('post', '/holds', { body: options as never })).hold, release)
      },
      release,
      async play(scenario: Scenario) {
        await call('put', '/scenario', { body: scenario as never })
      },
      async remove(fault) {
        await call('post', '/faults/remove', { body: fault as never })
      },
      async clear() {
        await call('delete', '/faults')
      },
      list: async () => (await call('get', '/faults')).faults as ActiveFault[],
    },
    async reset() {
      await call('post', '/reset')
    },
  }
}
