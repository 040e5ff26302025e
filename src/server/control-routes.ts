import { type ExactInteger, parseNumberLiteral } from '../contract/exact-integer.ts'
import { describeProblems, describeValue } from '../contract/problems.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { Fault, Scenario } from '../store/faults.ts'
import type { PlantStore } from '../store/plant-store.ts'
import { patternMembers, type RequestPattern } from '../store/request-pattern.ts'
import { ControlError } from './control-error.ts'
import { controlApi } from './generated/control-api.ts'
import { validateRequestPattern } from './generated/validators.ts'

/** What a route needs from a request. */
interface Call {
  store: PlantStore
  query: Query
  /** The last segment of the path, if the route ends with a parameter. */
  parameter: string
  /** The body as JSON. */
  body: unknown
}

/** The query parameters of a request. */
export type Query = Readonly<Record<string, string>>

/** What one method of one path does; its result is the JSON of the answer. */
export interface Route {
  /** The query parameters that it accepts. */
  query?: readonly string[]
  run(call: Call): unknown
}

const done = {}

/** Every route of control-api.yaml, by path and method. */
export const routes: Record<string, Record<string, Route>> = {
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
        if (!Array.isArray(body)) {
          throw new ControlError(400, `the body must be an array of plants, got ${describeValue(body)}`)
        }
        await store.plants.add(body as NewPlant[])
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
        const pattern = readPattern(body)
        const count = requests.count(pattern)
        return { count, nearest: count > 0 ? [] : requests.nearest(pattern) }
      },
    },
  },
  '/requests/search': {
    POST: { run: ({ store, body }) => ({ requests: store.requests.matching(readPattern(body)) }) },
  },
  '/faults': {
    GET: { run: ({ store: { faults } }) => ({ faults: faults.list(), scenario: faults.scenario }) },
    POST: {
      run({ store, body }) {
        if (typeof body === 'string') {
          throw new ControlError(400, `the fault must be an object, got ${describeValue(body)}`)
        }
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

function readPattern(body: unknown): RequestPattern {
  if (validateRequestPattern(body)) return body as RequestPattern
  const names = { whole: 'the body', known: patternMembers }
  throw new ControlError(400, describeProblems(validateRequestPattern.errors, body, names))
}

function readId(text: string, name: string): ExactInteger {
  if (/^-?\d+$/.test(text)) return parseNumberLiteral(text)
  throw new ControlError(400, `${name} must be an integer, got ${describeValue(text)}`)
}
