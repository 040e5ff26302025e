import type { AnyApi, Typed } from '../../contract/contract.ts'
import type { Asynchronous } from '../../mock/awaitable.ts'
import type { Records } from '../../mock/create-mock.ts'
import type { ActiveFault, Fault, FaultOptions } from '../../mock/faults/fault.ts'
import type { FaultName } from '../../mock/faults/fault-kinds.ts'
import { type Faults, toHeld } from '../../mock/faults/faults.ts'
import type { Journal } from '../../mock/journal/journal.ts'
import type { JournalEntry, JournalRecord } from '../../mock/journal/journal-entry.ts'
import {
  checkPattern,
  createMatches,
  findNearest,
  isMatcher,
  type NearMiss,
  type RequestPattern,
} from '../../mock/journal/request-pattern.ts'
import type { RecordOf, ResourceName, SeedOf } from '../../mock/types.ts'
import { isContainer } from '../../options/is-object.ts'
import { type ClientOptions, ControlApiError, checkExact, createControlApi } from './call-control-api.ts'

export { type ClientOptions, ControlApiError }

/** The records of one resource, of a mock in another process. */
export type ConnectedRecords<Value = AnyApi, Given = unknown> = Pick<
  Asynchronous<Records<Value, Given>>,
  'list' | 'count' | 'replaceAll'
> & {
  get(key: string | number | bigint): Promise<Value | undefined>
  put(value: Given): Promise<Value>
  remove(key: string | number | bigint): Promise<boolean>
}

/** A running mock. Its functions have the names of a mock's functions, but are asynchronous. */
export interface ConnectedMock<Api = AnyApi> extends Typed<Api> {
  /** The records of a resource. */
  records<Name extends ResourceName<Api>>(
    name: Name,
  ): ConnectedRecords<RecordOf<Api, Name>, SeedOf<Api, Name>>
  /** The journal. `nearest` is empty if a request matches. */
  requests: Asynchronous<Omit<Journal<Api>, 'after' | 'size' | 'lastNumber' | 'dropped'>>
  faults: Asynchronous<Omit<Faults<Api>, 'scenario'>>
  /** Restores the state at the start: the seed and the scenario, no other faults, an empty journal. */
  reset(): Promise<void>
}

/** The most records in one response. */
const pageSize = 1000

const toFault = (fault: FaultName | Fault, options: FaultOptions = {}): Fault => ({
  ...(typeof fault === 'string' ? { fault } : fault),
  ...options,
})

/** Whether only this process can compare requests with a pattern, because JSON has no asymmetric matchers and no undefined. */
const isLocal = (pattern: unknown): boolean =>
  pattern === undefined ||
  isMatcher(pattern) ||
  (isContainer(pattern) && Object.values(pattern).some(isLocal))

/** Returns what the mock made an entry of. */
function toRecord(entry: JournalEntry): JournalRecord {
  const { number, time, request, operation, response, duration, upstream, callbacks, ...outcome } = entry
  const start = Date.parse(time) - performance.timeOrigin
  const end = duration === undefined ? undefined : start + duration
  const common = { number, start, end, operation, upstream, callbacks }
  return { ...common, ...request, response: response && { ...response, ...outcome } }
}

/** Returns the result of a call; undefined for a 404. */
const undefinedIfMissing = <Result>(response: Promise<Result>): Promise<Result | undefined> =>
  response.catch((error) => {
    if (error instanceof ControlApiError && error.status === 404) return undefined
    throw error
  })

/**
 * Connects to a mock that runs in another process, through its control API. Sends nothing until a function is called.
 *
 * Each function throws an Error if the mock isn't reachable, a {@link ControlApiError} if it rejects the request.
 *
 * @param url the address of the mock, or of its control API, such as `PLANT_STORE_ADMIN_URL` of `plant-store exec`
 *
 * @example
 * const mock = connectMock<{ paths: paths; operations: operations }>('http://127.0.0.1:4010')
 * await mock.records('plants').put({ id: 1, name: 'Monstera' })
 * await expect(mock).toHaveReceived({ operation: 'createPlant' })
 *
 * @throws {TypeError} if the URL is not absolute, an option is unknown, or a header can't hold a token
 */
export function connectMock<Api = AnyApi>(url: string | URL, options?: ClientOptions): ConnectedMock<Api>
export function connectMock(url: string | URL, options: ClientOptions = {}): ConnectedMock {
  const call = createControlApi(url, options)
  const all = async () => (await call<{ requests: JournalEntry[] }>('GET', '/requests')).requests
  async function matching(pattern: RequestPattern): Promise<JournalEntry[]> {
    const matches = createMatches(pattern)
    if (isLocal(pattern)) return (await all()).filter((entry) => matches(toRecord(entry)))
    return (await call<{ requests: JournalEntry[] }>('POST', '/requests/search', pattern)).requests
  }
  async function verify(pattern: RequestPattern) {
    // In JSON, a mistake such as `headers: new Headers()` would match everything.
    checkPattern(pattern)
    return call<{ count: number; nearest: NearMiss[] }>('POST', '/requests/verify', pattern)
  }
  const addFault = (fault: FaultName | Fault, faultOptions?: FaultOptions): Promise<void> =>
    call('POST', '/faults', toFault(fault, faultOptions))
  const release = (hold: string, fault: FaultName | Fault = {}): Promise<void> =>
    call('POST', `/holds/${encodeURIComponent(hold)}`, toFault(fault))
  return {
    records(resource) {
      const path = `/records/${encodeURIComponent(resource)}`
      const read = (offset: number, limit: number) =>
        call<{ records: AnyApi[]; total: number }>('GET', `${path}?offset=${offset}&limit=${limit}`)
      async function callOne<Result>(method: string, key: string | number | bigint) {
        checkExact(key)
        return undefinedIfMissing(call<Result>(method, `${path}/${encodeURIComponent(String(key))}`))
      }
      return {
        count: async () => (await read(0, 1)).total,
        async list({ offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
          const found: AnyApi[] = []
          while (found.length < limit) {
            const size = Math.min(pageSize, limit - found.length)
            const { records, total } = await read(offset + found.length, size)
            found.push(...records)
            if (records.length === 0 || offset + found.length >= total) break
          }
          return found
        },
        get: (key) => callOne('GET', key),
        put: (value) => call('POST', path, value),
        remove: async (key) => (await callOne('DELETE', key)) !== undefined,
        replaceAll: (values) => call('PUT', path, [...values]),
      }
    },
    requests: {
      all,
      get: (number) => undefinedIfMissing(call<JournalEntry>('GET', `/requests/${number}`)),
      last: async (pattern = {}) => (await matching(pattern)).at(-1),
      matching,
      count: async (pattern = {}) =>
        isLocal(pattern) ? (await matching(pattern)).length : (await verify(pattern)).count,
      nearest: async (pattern, limit = 3) =>
        isLocal(pattern)
          ? findNearest((await all()).map(toRecord), pattern, limit)
          : (await verify(pattern)).nearest.slice(0, limit),
      clear: () => call('DELETE', '/requests'),
    },
    faults: {
      next: addFault,
      always: (fault, faultOptions) => addFault(fault, { ...faultOptions, requests: 'forever' }),
      hold: async (holdOptions = {}) =>
        toHeld((await call<{ hold: string }>('POST', '/holds', holdOptions)).hold, release),
      release,
      play: (scenario) => call('PUT', '/scenario', scenario),
      remove: (fault) => call('POST', '/faults/remove', fault),
      clear: () => call('DELETE', '/faults'),
      list: async () => (await call<{ faults: ActiveFault[] }>('GET', '/faults')).faults,
    },
    reset: () => call('POST', '/reset'),
  }
}
