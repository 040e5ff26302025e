import { readPackageFile } from '../../contract/package-files.ts'
import type { ActiveFault, Fault, FaultOptions, Scenario } from '../../mock/faults/fault.ts'
import type { RequestPattern } from '../../mock/journal/request-pattern.ts'
import { describeValue } from '../../options/problems.ts'
import type { paths } from '../client/generated/types.ts'
import { checkHealth } from './check-health.ts'
import { ControlError } from './control-error.ts'
import { controlPath } from './control-target.ts'
import { describeMock, readScenarios } from './describe-mock.ts'
import { exportRequests, TextResult } from './export-requests.ts'
import { makeRecord, makeRequest } from './make-request.ts'
import { readCount, readPattern } from './read-parameters.ts'
import { decode, recordRoutes } from './record-routes.ts'
import type { Route } from './route.ts'
import { sendToMock } from './send-to-mock.ts'

/** Reads a fault, whose name alone is short for it only in code. */
function readFault(body: unknown): Fault {
  if (typeof body !== 'string') return body as Fault
  throw new ControlError(400, `the fault must be an object, got ${describeValue(body)}`)
}

/** The route whose response is a stream; it runs nothing. */
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
  '/health': { GET: { run: ({ mock }) => checkHealth(mock) } },
  '/openapi.json': {
    GET: { run: () => new TextResult('application/json', readPackageFile('dist/control-api.json')) },
  },
  '/config': {
    GET: { run: ({ mock, isIsolating, upstream }) => describeMock(mock, isIsolating, upstream) },
  },
  '/operations/{id}': {
    GET: {
      run({ mock, parameter }) {
        const id = decode(parameter)
        const operation = mock.contract.operation(id)
        if (operation !== undefined) return makeRequest(mock, operation)
        throw new ControlError(
          404,
          `there is no operation ${describeValue(id)}; ${controlPath}/config lists the operations`,
        )
      },
    },
  },
  '/examples/{id}': {
    GET: {
      run({ mock, parameter }) {
        const name = decode(parameter)
        const resource = mock.contract.resources.find((one) => one.name === name)
        if (resource !== undefined) return makeRecord(mock, resource)
        const known = mock.contract.resources.map((one) => one.name).join(', ') || 'none'
        throw new ControlError(404, `there is no resource ${describeValue(name)}; the resources are ${known}`)
      },
    },
  },
  '/events': { GET: events },
  ...recordRoutes,
  '/requests': {
    GET: {
      query: ['status', 'operation', 'format'],
      async run({ mock, origin, query: { status, operation, format } }) {
        const pattern: RequestPattern = {
          ...(status !== undefined && { status: readCount({ status }, 'status', 0, 0, 599) }),
          ...(operation !== undefined && { operation }),
        }
        return exportRequests(await mock.requests.matching(pattern), format, mock, origin)
      },
    },
    POST: { body: true, run: ({ mockFor, body }) => sendToMock(mockFor, body) },
    DELETE: { run: ({ mock }) => mock.requests.clear() },
  },
  '/requests/{id}': {
    GET: {
      query: ['format'],
      async run({ mock, parameter, origin, query: { format } }) {
        const entry = await mock.requests.get(
          readCount({ id: parameter }, 'id', 0, 0, Number.MAX_SAFE_INTEGER),
        )
        if (entry === undefined)
          throw new ControlError(404, `the request ${describeValue(parameter)} is not in the journal`)
        return format === undefined ? entry : exportRequests([entry], format, mock, origin)
      },
    },
  },
  '/requests/verify': {
    POST: {
      body: true,
      async run({ mock, body }) {
        const pattern = readPattern(body)
        const count = await mock.requests.count(pattern)
        return { count, nearest: count > 0 ? [] : await mock.requests.nearest(pattern) }
      },
    },
  },
  '/requests/search': {
    POST: {
      body: true,
      async run({ mock, origin, body }) {
        const found = await mock.requests.matching(readPattern(body))
        return exportRequests(found, undefined, mock, origin)
      },
    },
  },
  '/faults': {
    GET: {
      run: async ({ mock: { faults } }) => ({
        faults: await faults.list(),
        scenario: await faults.scenario,
      }),
    },
    POST: { body: true, run: ({ mock, body }) => mock.faults.next(readFault(body)) },
    DELETE: { run: ({ mock }) => mock.faults.clear() },
  },
  '/faults/remove': {
    POST: { body: true, run: ({ mock, body }) => mock.faults.remove(Object(body) as ActiveFault) },
  },
  '/holds': {
    POST: {
      body: true,
      async run({ mock, body }) {
        const { name } = await mock.faults.hold(body as FaultOptions)
        return { hold: name }
      },
    },
  },
  '/holds/{id}': {
    POST: {
      body: true,
      run: ({ mock, parameter, body }) => mock.faults.release(parameter, readFault(body)),
    },
  },
  '/scenarios': { GET: { run: () => ({ scenarios: readScenarios() }) } },
  '/scenario': {
    PUT: { body: true, run: ({ mock, body }) => mock.faults.play(body as Scenario) },
  },
  '/reset': { POST: { run: ({ mock }) => mock.reset() } },
}

/** Every route, by path and method. */
export const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = described
