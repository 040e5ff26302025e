import type { Awaitable } from '../mock/awaitable.ts'
import { describeValue } from '../options/problems.ts'
import type { ServerStore } from './combine-stores.ts'
import { ControlError } from './control-error.ts'
import { listPage } from './list-page.ts'
import { readCount, readId } from './read-parameters.ts'
import type { Route } from './route.ts'

/** The records of one resource, as the routes need them. */
interface RecordAccess {
  name: string
  list(page: { offset: number; limit: number }): Awaitable<unknown[]>
  get(key: string): unknown
  put(value: unknown): unknown
  remove(key: string): unknown
  count(): unknown
  replaceAll(values: readonly unknown[]): unknown
}

/** Lists the resources of a store: those of a mock, or the plants. */
function listResources({ mock, plants }: ServerStore): readonly RecordAccess[] {
  if (mock !== undefined) return mock.contract.resources.map(({ name }) => mock.records(name))
  return [
    {
      ...plants,
      name: 'plants',
      get: (key) => plants.get(readId(key, 'id')),
      async put(value) {
        await plants.put(value as never)
        return value
      },
      remove: (key) => plants.remove(readId(key, 'id')),
      replaceAll: (values) => plants.replaceAll(values as never),
    },
  ]
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new ControlError(400, `${describeValue(segment)} is not percent-encoded UTF-8`)
  }
}

/** Splits what follows `/records/`: the name of a resource, which may have a slash, and the key of a record. */
function findRecords(store: ServerStore, rest: string): { records: RecordAccess; key: string | undefined } {
  const segments = rest.split('/').map(decode)
  const all = listResources(store)
  for (let count = segments.length; count > 0; count--) {
    const name = segments.slice(0, count).join('/')
    const records = all.find((one) => one.name === name)
    const [key, ...more] = segments.slice(count)
    if (records !== undefined && more.length === 0) return { records, key }
  }
  const known = all.map(({ name }) => name).join(', ') || 'none'
  throw new ControlError(404, `there is no resource ${describeValue(rest)}; the resources are ${known}`)
}

async function find({ name, get }: RecordAccess, key: string): Promise<unknown> {
  const found = await get(key)
  if (found !== undefined) return found
  throw new ControlError(404, `no record of ${name} has the key ${describeValue(key)}`)
}

function requireArray(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  throw new ControlError(400, `the body must be an array of records, got ${describeValue(body)}`)
}

/** The routes of the records of all resources. What follows the path is the parameter. */
export const recordRoutes: {
  readonly '/records': Record<'GET', Route>
  readonly '/records/{resource}': Record<'GET' | 'POST' | 'PUT' | 'DELETE', Route>
  readonly '/records/{resource}/{key}': Record<'GET' | 'DELETE', Route>
} = {
  '/records': {
    GET: {
      run: async ({ store }) => ({
        resources: await Promise.all(
          listResources(store).map(async ({ name, count }) => ({ name, records: await count() })),
        ),
      }),
    },
  },
  '/records/{resource}': {
    GET: {
      query: ['offset', 'limit'],
      async run({ store, parameter, query }) {
        const { records } = findRecords(store, parameter)
        const offset = readCount(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
        const limit = readCount(query, 'limit', 100, 1, 1000)
        return { total: await records.count(), records: await listPage(records, offset, limit) }
      },
    },
    POST: {
      body: true,
      run: ({ store, parameter, body }) => findRecords(store, parameter).records.put(body),
    },
    PUT: {
      body: true,
      async run({ store, parameter, body }) {
        await findRecords(store, parameter).records.replaceAll(requireArray(body))
      },
    },
    DELETE: {
      async run({ store, parameter }) {
        await findRecords(store, parameter).records.replaceAll([])
      },
    },
  },
  '/records/{resource}/{key}': {
    GET: {
      run({ store, parameter }) {
        const { records, key = '' } = findRecords(store, parameter)
        return find(records, key)
      },
    },
    DELETE: {
      async run({ store, parameter }) {
        const { records, key = '' } = findRecords(store, parameter)
        await find(records, key)
        await records.remove(key)
      },
    },
  },
}

/** Says which path of the routes means the records below `/records/`; throws a {@link ControlError} if there is no such resource. */
export const toRecordPath = (store: ServerStore, rest: string): keyof typeof recordRoutes =>
  findRecords(store, rest).key === undefined ? '/records/{resource}' : '/records/{resource}/{key}'
