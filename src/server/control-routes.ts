import type { paths } from '../client/generated/types.ts'
import { readPackageFile } from '../contract/package-files.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { ActiveFault, Fault, FaultOptions, Scenario } from '../mock/faults/fault.ts'
import type { RequestPattern } from '../mock/journal/request-pattern.ts'
import { describeValue } from '../options/problems.ts'
import { checkHealth } from './check-health.ts'
import { ControlError } from './control-error.ts'
import { describeFake, readScenarios } from './describe-fake.ts'
import { exportRequests, TextResult } from './export-requests.ts'
import { listPage } from './list-page.ts'
import { readCount, readId, readPattern } from './read-parameters.ts'
import { recordRoutes } from './record-routes.ts'
import type { Route } from './route.ts'
import { sendToStore } from './send-to-store.ts'

/** Reads a fault, whose name alone is short for it only in code. */
function readFault(body: unknown): Fault {
  if (typeof body !== 'string') return body as Fault
  throw new ControlError(400, `the fault must be an object, got ${describeValue(body)}`)
}

/** The route whose answer is a stream; it runs nothing. */
export const events: Route = { run: () => undefined }

/** The routes of control-api.yaml, by path and method. */
type Routes = {
  readonly [Path in keyof paths]: {
    readonly [Method in 'get' | 'put' | 'post' | 'delete' | 'patch' as paths[Path] extends Record<
      Method,
      object
    >
      ? Uppercase<Method>
      : never]: Route
  }
}

const described: Routes = {
  '/health': { GET: { run: ({ store }) => checkHealth(store) } },
  '/openapi.json': {
    GET: { run: () => new TextResult('application/json', readPackageFile('dist/control-api.json')) },
  },
  '/config': {
    GET: { run: ({ store, isIsolating, upstream }) => describeFake(store, isIsolating, upstream) },
  },
  '/events': { GET: events },
  '/plants': {
    GET: {
      query: ['offset', 'limit'],
      async run({ store: { plants }, query }) {
        const offset = readCount(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
        const limit = readCount(query, 'limit', 100, 1, 1000)
        const page = await listPage(plants, offset, limit)
        return { total: await plants.count(), plants: page }
      },
    },
    POST: {
      body: true,
      run({ store, body }) {
        if (Array.isArray(body)) return store.plants.add(body)
        throw new ControlError(400, `the body must be an array of plants, got ${describeValue(body)}`)
      },
    },
    PUT: {
      body: true,
      run: ({ store, body }) => store.plants.replaceAll(body as NewPlant[]),
    },
    DELETE: { run: ({ store }) => store.plants.clear() },
  },
  '/plants/{id}': {
    GET: {
      async run({ store, parameter }) {
        const plant = await store.plants.get(readId(parameter, 'id'))
        if (plant === undefined)
          throw new ControlError(404, `no plant with the id ${describeValue(parameter)} is stored`)
        return plant
      },
    },
  },
  ...recordRoutes,
  '/requests': {
    GET: {
      query: ['status', 'name', 'id', 'format'],
      async run({ store, origin, query: { status, name, id, format } }) {
        const pattern: RequestPattern = {
          ...(status !== undefined && { status: Number(readId(status, 'status')) }),
          ...(name !== undefined && { name }),
          ...(id !== undefined && { id: readId(id, 'id') }),
        }
        return exportRequests(await store.requests.matching(pattern), format, store, origin)
      },
    },
    POST: { body: true, run: ({ storeFor, body }) => sendToStore(storeFor, body) },
    DELETE: { run: ({ store }) => store.requests.clear() },
  },
  '/requests/{id}': {
    GET: {
      query: ['format'],
      async run({ store, parameter, origin, query: { format } }) {
        const entry = await store.requests.get(Number(readId(parameter, 'id')))
        if (entry === undefined)
          throw new ControlError(404, `the request ${describeValue(parameter)} is not in the journal`)
        return format === undefined ? entry : exportRequests([entry], format, store, origin)
      },
    },
  },
  '/requests/verify': {
    POST: {
      body: true,
      async run({ store, body }) {
        const pattern = readPattern(body)
        const count = await store.requests.count(pattern)
        return { count, nearest: count > 0 ? [] : await store.requests.nearest(pattern) }
      },
    },
  },
  '/requests/search': {
    POST: {
      body: true,
      async run({ store, origin, body }) {
        const found = await store.requests.matching(readPattern(body))
        return exportRequests(found, undefined, store, origin)
      },
    },
  },
  '/faults': {
    GET: {
      run: async ({ store: { faults } }) => ({
        faults: await faults.list(),
        scenario: await faults.scenario,
      }),
    },
    POST: {
      body: true,
      run: ({ store, body }) => store.faults.next(readFault(body)),
    },
    DELETE: { run: ({ store }) => store.faults.clear() },
  },
  '/faults/remove': {
    POST: {
      body: true,
      run: ({ store, body }) => store.faults.remove(Object(body) as ActiveFault),
    },
  },
  '/holds': {
    POST: {
      body: true,
      async run({ store, body }) {
        const { name } = await store.faults.hold(body as FaultOptions)
        return { hold: name }
      },
    },
  },
  '/holds/{id}': {
    POST: {
      body: true,
      run: ({ store, parameter, body }) => store.faults.release(parameter, readFault(body)),
    },
  },
  '/scenarios': { GET: { run: () => ({ scenarios: readScenarios() }) } },
  '/scenario': {
    PUT: { body: true, run: ({ store, body }) => store.faults.play(body as Scenario) },
  },
  '/reset': { POST: { run: ({ store }) => store.reset() } },
}

/** Every route, by path and method. */
export const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = described
