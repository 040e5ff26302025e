import type { AnyApi, Typed } from '../../contract/contract.ts'
import type { Asynchronous } from '../../mock/awaitable.ts'
import type { Records } from '../../mock/create-mock.ts'
import type { ActiveFault, Fault, FaultOptions, Scenario } from '../../mock/faults/fault.ts'
import type { FaultName } from '../../mock/faults/fault-kinds.ts'
import { type Faults, toHeld } from '../../mock/faults/faults.ts'
import type { Journal } from '../../mock/journal/journal.ts'
import type { JournalEntry, JournalRecord } from '../../mock/journal/journal-entry.ts'
import {
  checkPattern,
  createMatches,
  findNearest,
  isMatcher,
  type RequestPattern,
} from '../../mock/journal/request-pattern.ts'
import type { RecordOf, ResourceName, SeedOf } from '../../mock/types.ts'
import { isContainer } from '../../options/is-object.ts'
import { type ClientOptions, ControlApiError, createControlApi } from './call-control-api.ts'

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

const toRecord = ({
  number,
  time,
  operation,
  created,
  request,
  response,
  duration,
  failure,
  fault,
  reason,
  callbacks,
}: JournalEntry): JournalRecord => {
  const start = Date.parse(time) - performance.timeOrigin
  const why = {
    ...(created && { created }),
    ...(failure && { failure }),
    ...(reason && { reason }),
    ...(fault && { fault }),
  }
  return {
    number,
    start,
    end: duration === undefined ? undefined : start + duration,
    ...request,
    operation,
    callbacks,
    response: response && { ...response, ...why },
  }
}

/** In JSON, a mistake such as `headers: new Headers()` would match everything. */
const toChecked = (pattern: RequestPattern): object => {
  checkPattern(pattern)
  return pattern
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
    records(resource) {
      const remove = (id: string | number | bigint) =>
        call('delete', '/records/{resource}/{key}', { resource, id })
      return {
        count: async () =>
          (await call('get', '/records/{resource}', { resource, query: { limit: 1 } })).total,
        async list({ offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
          const found: AnyApi[] = []
          while (found.length < limit) {
            const size = Math.min(pageSize, limit - found.length)
            const query = { offset: offset + found.length, limit: size }
            const { records, total } = await call('get', '/records/{resource}', { resource, query })
            found.push(...records)
            if (records.length === 0 || offset + found.length >= total) break
          }
          return found
        },
        get: (id) => undefinedIfMissing(call('get', '/records/{resource}/{key}', { resource, id })),
        put: (value) => call('post', '/records/{resource}', { resource, body: value as never }),
        remove: async (id) => (await undefinedIfMissing(remove(id))) !== undefined,
        async replaceAll(values) {
          await call('put', '/records/{resource}', { resource, body: [...values] as never })
        },
      }
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
