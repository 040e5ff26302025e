import type { Contract } from '../contract/contract.ts'
import { readVersion } from '../contract/package-files.ts'
import type { Mock, Records } from '../mock/create-mock.ts'
import { describeValue } from '../options/problems.ts'
import { checkHealth } from './check-health.ts'
import { ControlError } from './control-error.ts'
import { type Route, routes } from './control-routes.ts'

/** What only the plant store has; of a mock, the records are elsewhere. */
const instead = 'a mock of another API has no such path; its records are at /__admin/records'

/** The routes that a mock has like the plant store. */
const shared = [
  '/events',
  '/requests',
  '/requests/{id}',
  '/requests/verify',
  '/requests/search',
  '/faults',
  '/faults/remove',
  '/holds',
  '/holds/{id}',
  '/scenarios',
  '/scenario',
  '/reset',
]

function describeContract({ title, version, operations, resources, basePaths, warnings }: Contract): object {
  return {
    version: readVersion(),
    title,
    apiVersion: version,
    basePaths,
    operations: operations.map(({ id, method, path, effect }) => ({
      id,
      method,
      path,
      effect: effect.kind,
      ...(effect.kind !== 'none' && { resource: effect.resource.name }),
    })),
    resources: resources.map(({ name, key, parent }) => ({
      name,
      key: key.property,
      ...(parent && { parent: parent.name }),
    })),
    warnings: warnings.length,
  }
}

function checkMockHealth(mock: Mock): Promise<object> {
  const [first] = mock.contract.resources
  return checkHealth({
    plants: { count: async () => (first === undefined ? 0 : mock.records(first.name).count()) },
    settings: { store: mock.settings.storage },
  })
}

/** Splits what follows `/records/`: the name of a resource, which may have a slash, and the key of a record. */
function findRecords(mock: Mock, rest: string): { records: Records; key: string | undefined } {
  const segments = rest.split('/').map((segment) => {
    try {
      return decodeURIComponent(segment)
    } catch {
      throw new ControlError(400, `${describeValue(segment)} is not percent-encoded UTF-8`)
    }
  })
  for (let count = segments.length; count > 0; count--) {
    const name = segments.slice(0, count).join('/')
    const isResource = mock.contract.resources.some((resource) => resource.name === name)
    const [key, ...more] = segments.slice(count)
    if (isResource && more.length === 0) return { records: mock.records(name), key }
  }
  const known = mock.contract.resources.map(({ name }) => name).join(', ') || 'none'
  throw new ControlError(404, `there is no resource ${describeValue(rest)}; the resources are ${known}`)
}

const find = async (records: Records, key: string): Promise<unknown> => {
  const found = await records.get(key)
  if (found !== undefined) return found
  throw new ControlError(
    404,
    `no record of ${records.name} has the key ${describeValue(key)}; those that belong to another record are only in the list`,
  )
}

/** The methods of `/records/NAME` and `/records/NAME/KEY`. */
function toRecordRoutes(mock: Mock, rest: string): Readonly<Record<string, Route>> {
  const { records, key } = findRecords(mock, rest)
  if (key === undefined)
    return {
      GET: { run: async () => ({ total: await records.count(), records: await records.list() }) },
      POST: { body: true, run: ({ body }) => records.put(body) },
      PUT: {
        body: true,
        run({ body }) {
          if (Array.isArray(body)) return records.replaceAll(body)
          throw new ControlError(400, `the body must be an array of records, got ${describeValue(body)}`)
        },
      },
      DELETE: { run: () => records.replaceAll([]) },
    }
  return {
    GET: { run: () => find(records, key) },
    DELETE: {
      async run() {
        await find(records, key)
        await records.remove(key)
      },
    },
  }
}

/**
 * Finds the methods of a path of the control API of a mock; undefined if there is no such path.
 *
 * @throws {ControlError} if only the plant store has it, or there is no such resource
 */
export function findMockRoutes(mock: Mock, path: string): Readonly<Record<string, Route>> | undefined {
  if (path === '/' || path === '')
    throw new ControlError(
      404,
      `the page can't show a mock of another API yet; its records are at /__admin/records, and its journal at /__admin/requests`,
    )
  if (path === '/health') return { GET: { run: () => checkMockHealth(mock) } }
  if (path === '/config') return { GET: { run: () => describeContract(mock.contract) } }
  if (path === '/records')
    return {
      GET: {
        run: async () => ({
          resources: await Promise.all(
            mock.contract.resources.map(async ({ name }) => ({
              name,
              records: await mock.records(name).count(),
            })),
          ),
        }),
      },
    }
  const [, rest] = /^\/records\/(.+)$/.exec(path) ?? []
  if (rest !== undefined) return toRecordRoutes(mock, rest)
  const [parent = ''] = /^(\/.+)\/[^/]*$/.exec(path)?.slice(1) ?? []
  const name = [path, `${parent}/{id}`].find((one) => routes[one] !== undefined)
  if (name === undefined) return undefined
  if (shared.includes(name)) return routes[name]
  throw new ControlError(404, instead)
}
