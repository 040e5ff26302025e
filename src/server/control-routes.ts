import { type ExactInteger, parseNumberLiteral } from '../contract/exact-integer.ts'
import { stringifyExactJson } from '../contract/exact-json.ts'
import { describeValue } from '../contract/problems.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { Fault, Scenario } from '../store/faults.ts'
import type { JournalRange, NearMiss } from '../store/journal.ts'
import type { JournalEntry } from '../store/journal-entry.ts'
import { checkPattern, type RequestPattern } from '../store/request-pattern.ts'
import type { AnyPlantStore } from '../store/store-interface.ts'
import { checkHealth } from './check-health.ts'
import { ControlError } from './control-error.ts'
import { describeFake, readScenarios } from './describe-fake.ts'
import { toCommands, toJournalArchive } from './export-requests.ts'
import { controlApi } from './generated/control-api.ts'
import { writeInSlices } from './in-slices.ts'
import { queryJournal } from './query-journal.ts'
import { listPlants, searchPlants } from './search-plants.ts'

/** What a route needs from a request. */
interface Call {
  store: AnyPlantStore
  query: Query
  /** The last segment of the path, if the route ends with a parameter. */
  parameter: string
  /** The body as JSON. */
  body: unknown
  /** The address that the client used, such as `http://localhost:4010`. */
  origin: string
  /** Whether every token has its own store. */
  isIsolating: boolean
  /** The address of the real service that gets other requests. */
  upstream?: string | undefined
}

/** The query parameters of a request. */
export type Query = Readonly<Record<string, string>>

/** What one method of one path does; its result is the JSON of the answer. */
export interface Route {
  /** The query parameters that it accepts. */
  query?: readonly string[]
  /** What its body is; without it, a body is ignored. */
  body?: 'plants' | 'object'
  run(call: Call): unknown
}

const done = {}

/** How many requests that almost match an answer shows. */
const maxNearest = 3

/** How many headers of a request are compared at most, because each is compared with those of all requests. */
const maxHeaders = 100

/** An answer that isn't JSON of the control API. */
export class TextResult {
  readonly type: string
  readonly text: string

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

/** The route whose answer is a stream; it runs nothing. */
export const events: Route = { run: () => done }

/** Every route of control-api.yaml, by path and method. */
export const routes: Record<string, Record<string, Route>> = {
  '/health': { GET: { run: ({ store }) => checkHealth(store) } },
  '/openapi.json': { GET: { run: () => controlApi } },
  '/config': {
    GET: { run: ({ store, isIsolating, upstream }) => describeFake(store, isIsolating, upstream) },
  },
  '/events': { GET: events },
  '/plants': {
    GET: {
      query: ['offset', 'limit', 'search'],
      async run({ store: { plants }, query }) {
        const offset = readCount(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
        const limit = readCount(query, 'limit', 100, 1, 1000)
        const { search = '' } = query
        const { plants: found, next } =
          search === ''
            ? await listPlants(plants, offset, limit)
            : await searchPlants(plants, search, offset, limit)
        const before = { total: await plants.count(), ...(next !== undefined && { next }) }
        return new TextResult('application/json', await writeList('plants', found, before))
      },
    },
    POST: {
      body: 'plants',
      async run({ store, body }) {
        if (!Array.isArray(body)) {
          throw new ControlError(400, `the body must be an array of plants, got ${describeValue(body)}`)
        }
        await store.plants.add(body as NewPlant[])
        return done
      },
    },
    PUT: {
      body: 'plants',
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
      query: ['status', 'name', 'id', 'format'],
      async run({ store, origin, query: { status, name, id, format } }) {
        const pattern: RequestPattern = {
          ...(status !== undefined && { status: Number(readId(status, 'status')) }),
          ...(name !== undefined && { name }),
          ...(id !== undefined && { id: readId(id, 'id') }),
        }
        const { requests } = store
        const found = await queryJournal(requests, (range) => requests.matching(pattern, range))
        return showRequests(found, format, store, origin)
      },
    },
    DELETE: {
      async run({ store }) {
        await store.requests.clear()
        return done
      },
    },
  },
  '/requests/{id}': {
    GET: {
      query: ['format'],
      async run({ store, parameter, origin, query: { format } }) {
        const entry = await store.requests.get(Number(readId(parameter, 'id')))
        if (entry === undefined)
          throw new ControlError(404, `the request ${describeValue(parameter)} is not in the journal`)
        return format === undefined ? entry : showRequests([entry], format, store, origin)
      },
    },
  },
  '/requests/verify': {
    POST: {
      body: 'object',
      async run({ store: { requests }, body }) {
        const pattern = readPattern(body)
        const found = await queryJournal(requests, (range) => requests.matching(pattern, range))
        const count = found.length
        if (count > 0) return { count, nearest: [] }
        const isNearer = (one: NearMiss, other: NearMiss): number =>
          one.differences.length - other.differences.length || other.request.number - one.request.number
        let nearest: NearMiss[] = []
        const keepNearest = async (range: JournalRange): Promise<[]> => {
          const found = await requests.nearest(pattern, maxNearest, range)
          nearest = [...nearest, ...found].sort(isNearer).slice(0, maxNearest)
          return []
        }
        await queryJournal(requests, keepNearest)
        return { count, nearest }
      },
    },
  },
  '/requests/search': {
    POST: {
      body: 'object',
      async run({ store, origin, body }) {
        const pattern = readPattern(body)
        const { requests } = store
        const found = await queryJournal(requests, (range) => requests.matching(pattern, range))
        return showRequests(found, undefined, store, origin)
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
      body: 'object',
      async run({ store, body }) {
        if (typeof body === 'string') {
          throw new ControlError(400, `the fault must be an object, got ${describeValue(body)}`)
        }
        await store.faults.next(body as Fault)
        return done
      },
    },
    DELETE: {
      async run({ store }) {
        await store.faults.clear()
        return done
      },
    },
  },
  '/scenarios': { GET: { run: () => ({ scenarios: readScenarios() }) } },
  '/scenario': {
    PUT: {
      body: 'object',
      async run({ store, body }) {
        await store.faults.play(body as Scenario)
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

/** Shows requests in the format that a client asks for, JSON by default. */
async function showRequests(
  entries: JournalEntry[],
  format: string | undefined,
  { settings }: AnyPlantStore,
  origin: string,
): Promise<unknown> {
  switch (format) {
    case undefined:
      return new TextResult('application/json', await writeList('requests', entries))
    case 'har':
      return new TextResult('application/har+json', await toJournalArchive(entries, origin))
    case 'curl':
      return new TextResult(
        'text/plain; charset=utf-8',
        await toCommands(entries, origin, settings.tokens !== undefined),
      )
    default:
      throw new ControlError(400, `format must be har or curl, got ${describeValue(format)}`)
  }
}

/** Writes an object of which one member is a list; it may have other members before. */
const writeList = async (name: string, items: readonly object[], before: object = {}): Promise<string> =>
  `${JSON.stringify({ ...before, [name]: [] }).slice(0, -2)}${await writeInSlices(items, stringifyExactJson, ',')}]}`

function readCount(query: Query, name: string, byDefault: number, from: number, to: number): number {
  const text = query[name]
  const value = text === undefined ? byDefault : /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= from && value <= to) return value
  throw new ControlError(400, `${name} must be an integer from ${from} to ${to}, got ${describeValue(text)}`)
}

function readPattern(body: unknown): RequestPattern {
  const pattern = body as RequestPattern
  checkPattern(pattern)
  if (Object.keys(pattern.headers ?? {}).length > maxHeaders)
    throw new ControlError(400, `a pattern must have at most ${maxHeaders} headers`)
  return pattern
}

function readId(text: string, name: string): ExactInteger {
  if (/^-?\d+$/.test(text)) return parseNumberLiteral(text)
  throw new ControlError(400, `${name} must be an integer, got ${describeValue(text)}`)
}
