import type { Contract } from '../contract/contract.ts'
import { readVersion } from '../contract/package-files.ts'
import type { Mock } from '../mock/create-mock.ts'
import { checkHealth } from './check-health.ts'
import { ControlError } from './control-error.ts'
import { routes } from './control-routes.ts'
import type { Route } from './route.ts'

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
  const [parent = ''] = /^(\/.+)\/[^/]*$/.exec(path)?.slice(1) ?? []
  const name = [path, `${parent}/{id}`].find((one) => routes[one] !== undefined)
  if (name === undefined) return undefined
  if (shared.includes(name)) return routes[name]
  throw new ControlError(404, instead)
}
