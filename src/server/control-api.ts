import type { IncomingMessage } from 'node:http'
import { type ExactInteger, parseNumberLiteral } from '../contract/exact-integer.ts'
import { parseExactJson, stringifyExactJson } from '../contract/exact-json.ts'
import { describeProblems, describeValue } from '../contract/problems.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { jsonHeaders } from '../store/answers.ts'
import { isJsonContentType } from '../store/create-plant.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { Fault, Scenario } from '../store/faults.ts'
import { OptionsError } from '../store/options-error.ts'
import type { PlantStore } from '../store/plant-store.ts'
import { DuplicateIdError } from '../store/plants.ts'
import type { RequestPattern } from '../store/request-pattern.ts'
import { ControlError } from './control-error.ts'
import { guardControl } from './control-guard.ts'
import { controlPath, maxControlBody } from './control-target.ts'
import { controlApi } from './generated/control-api.ts'
import { validateRequestPattern } from './generated/validators.ts'

interface Call {
  store: PlantStore
  query: Query
  /** The last step of the path, where the route ends with a parameter. */
  parameter: string
  /** The body as JSON. */
  body: unknown
}

type Query = Readonly<Record<string, string>>

interface Route {
  /** Query parameters that it knows. */
  query?: readonly string[]
  run(call: Call): unknown
}

const done = {}

/** Every route of control-api.yaml, by path and method. */
const routes: Record<string, Record<string, Route>> = {
  '/health': { GET: { run: () => ({ status: 'ok' }) } },
  '/openapi.json': { GET: { run: () => controlApi } },
  '/plants': {
    GET: {
      query: ['offset', 'limit'],
      run: async ({ store: { plants }, query }) => ({
        total: await plants.count(),
        plants: await plants.list({
          offset: readCount(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER),
          limit: readCount(query, 'limit', 100, 1, 1000),
        }),
      }),
    },
    POST: {
      async run({ store, body }) {
        if (!Array.isArray(body))
          throw new ControlError(400, `the body must be an array, got ${describeValue(body)}`)
        await store.plants.add(...(body as NewPlant[]))
        return done
      },
    },
    PUT: {
      async run({ store, body }) {
        await store.plants.replaceAll(body as NewPlant[])
        return done
      },
    },
    DELETE: {
      async run({ store }) {
        await store.plants.clear()
        return done
      },
    },
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
  '/requests': {
    GET: {
      query: ['status', 'name', 'id'],
      run({ store, query: { status, name, id } }) {
        const pattern: RequestPattern = {
          ...(status !== undefined && { status: Number(readId(status, 'status')) }),
          ...(name !== undefined && { name }),
          ...(id !== undefined && { id: readId(id, 'id') }),
        }
        return { requests: store.requests.matching(pattern) }
      },
    },
    DELETE: {
      run({ store }) {
        store.requests.clear()
        return done
      },
    },
  },
  '/requests/verify': {
    POST: {
      run({ store: { requests }, body }) {
        if (!validateRequestPattern(body)) {
          throw new ControlError(
            400,
            describeProblems(validateRequestPattern.errors, body, { whole: 'the body' }),
          )
        }
        const pattern = body as RequestPattern
        const count = requests.count(pattern)
        return { count, nearest: count > 0 ? [] : requests.nearest(pattern) }
      },
    },
  },
  '/faults': {
    GET: { run: ({ store: { faults } }) => ({ faults: faults.list(), scenario: faults.scenario }) },
    POST: {
      run({ store, body }) {
        store.faults.next(body as Fault)
        return done
      },
    },
    DELETE: {
      run({ store }) {
        store.faults.clear()
        return done
      },
    },
  },
  '/scenario': {
    PUT: {
      run({ store, body }) {
        store.faults.play(body as Scenario)
        return done
      },
    },
  },
  '/reset': {
    POST: {
      async run({ store }) {
        await store.reset()
        return done
      },
    },
  },
}

function readCount(query: Query, name: string, byDefault: number, from: number, to: number): number {
  const text = query[name]
  const value = text === undefined ? byDefault : /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= from && value <= to) return value
  throw new ControlError(400, `${name} must be an integer from ${from} to ${to}, got ${describeValue(text)}`)
}

function readId(text: string, name: string): ExactInteger {
  if (/^-?\d+$/.test(text)) return parseNumberLiteral(text)
  throw new ControlError(400, `${name} must be an integer, got ${describeValue(text)}`)
}

function findRoute(method: string, path: string): { route: Route; parameter: string } {
  const [parent = '', parameter = ''] = /^(\/.+)\/([^/]*)$/.exec(path)?.slice(1) ?? []
  const methods = Object.hasOwn(routes, path) ? routes[path] : routes[`${parent}/{id}`]
  if (methods === undefined)
    throw new ControlError(404, `there is nothing here; ${controlPath}/openapi.json lists what there is`)
  const route = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (route !== undefined) return { route, parameter }
  const allow = Object.keys(methods).join(', ')
  throw new ControlError(405, `the method must be ${allow}`, { allow })
}

function readQuery(url: URL, known: readonly string[] = []): Query {
  const query = Object.fromEntries(url.searchParams)
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown === undefined) return query
  const hint = known.length > 0 ? `there are ${known.join(', ')}` : 'there are none'
  throw new ControlError(400, `there is no query parameter ${describeValue(unknown)}, ${hint}`)
}

function readJson(request: IncomingMessage, bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  if (bytes.length > maxControlBody)
    throw new ControlError(413, `the body must have at most ${maxControlBody} bytes`)
  if (!isJsonContentType(request.headers['content-type'])) {
    throw new ControlError(415, 'the header Content-Type must be application/json')
  }
  try {
    return parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new ControlError(400, `the body is not JSON: ${(error as Error).message}`)
  }
}

function toRefusal(error: unknown): PlantAnswer {
  const known =
    error instanceof ControlError
      ? error
      : error instanceof OptionsError
        ? new ControlError(400, error.message)
        : error instanceof DuplicateIdError
          ? new ControlError(409, error.message)
          : new ControlError(500, `the plant store failed: ${describeValue(String(error))}`)
  const { status, message, headers } = known
  return { status, headers: { ...jsonHeaders, ...headers }, body: JSON.stringify({ error: status, message }) }
}

/** How the control API is reached. */
export interface ControlOptions {
  adminToken: string | undefined
  /** Gives the store that a request is about. */
  storeFor(authorization: string | undefined): PlantStore
}

/** Answers a request to the control API; what is not right is refused before anything changes. */
export async function answerControl(
  request: IncomingMessage,
  target: string,
  bytes: Uint8Array,
  options: ControlOptions,
): Promise<PlantAnswer> {
  try {
    guardControl(request, options.adminToken)
    const url = new URL(target, 'http://localhost')
    const { route, parameter } = findRoute(request.method ?? '', url.pathname.slice(controlPath.length))
    const query = readQuery(url, route.query)
    const body = readJson(request, bytes)
    const store = options.storeFor(request.headers.authorization)
    const result = await route.run({ store, query, parameter, body })
    return { status: 200, headers: jsonHeaders, body: stringifyExactJson(result) }
  } catch (error) {
    return toRefusal(error)
  }
}
