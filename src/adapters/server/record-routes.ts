import type { AnyMock, Records } from '../../mock/create-mock.ts'
import { describeValue } from '../../options/problems.ts'
import { ControlError } from './control-error.ts'
import { listPage } from './list-page.ts'
import { readCount } from './read-parameters.ts'
import type { Route } from './route.ts'

/** Decodes a segment of a path. @throws {ControlError} if it isn't percent-encoded UTF-8 */
export function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new ControlError(400, `${describeValue(segment)} is not percent-encoded UTF-8`)
  }
}

/** Splits what follows `/records/`: the name of a resource, which may have a slash, and the key of a record. */
function findRecords(mock: AnyMock, rest: string): { records: Records; key: string | undefined } {
  const segments = rest.split('/').map(decode)
  const all = mock.contract.resources.map(({ name }) => mock.records(name))
  for (let count = segments.length; count > 0; count--) {
    const name = segments.slice(0, count).join('/')
    const records = all.find((one) => one.name === name)
    const [key, ...more] = segments.slice(count)
    if (records !== undefined && more.length === 0) return { records, key }
  }
  const known = all.map(({ name }) => name).join(', ') || 'none'
  throw new ControlError(404, `there is no resource ${describeValue(rest)}; the resources are ${known}`)
}

async function find({ name, get }: Records, key: string): Promise<unknown> {
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
      run: async ({ mock }) => ({
        resources: await Promise.all(
          mock.contract.resources.map(async ({ name }) => ({
            name,
            records: await mock.records(name).count(),
          })),
        ),
      }),
    },
  },
  '/records/{resource}': {
    GET: {
      query: ['offset', 'limit'],
      async run({ mock, parameter, query }) {
        const { records } = findRecords(mock, parameter)
        const offset = readCount(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
        const limit = readCount(query, 'limit', 100, 1, 1000)
        return { total: await records.count(), records: await listPage(records, offset, limit) }
      },
    },
    POST: {
      body: true,
      run: ({ mock, parameter, body }) => findRecords(mock, parameter).records.put(body),
    },
    PUT: {
      body: true,
      async run({ mock, parameter, body }) {
        await findRecords(mock, parameter).records.replaceAll(requireArray(body))
      },
    },
    DELETE: {
      async run({ mock, parameter }) {
        await findRecords(mock, parameter).records.replaceAll([])
      },
    },
  },
  '/records/{resource}/{key}': {
    GET: {
      run({ mock, parameter }) {
        const { records, key = '' } = findRecords(mock, parameter)
        return find(records, key)
      },
    },
    DELETE: {
      async run({ mock, parameter }) {
        const { records, key = '' } = findRecords(mock, parameter)
        await find(records, key)
        await records.remove(key)
      },
    },
  },
}

/** Says which path of the routes means the records below `/records/`; throws a {@link ControlError} if there is no such resource. */
export const toRecordPath = (mock: AnyMock, rest: string): keyof typeof recordRoutes =>
  findRecords(mock, rest).key === undefined ? '/records/{resource}' : '/records/{resource}/{key}'
