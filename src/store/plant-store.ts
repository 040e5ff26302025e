import type { ExactInteger } from '../contract/exact-integer.ts'
import { operation } from '../contract/generated/operation.ts'
import { describeValue } from '../contract/problems.ts'
import { createRefuse, type Refuse } from './answers.ts'
import { type DecodedBody, decodeBody } from './body.ts'
import { answerCreated, checkPlants, isJsonContentType, type Reading, readNewPlant } from './create-plant.ts'
import { createTokenCheck, readBearerToken } from './credentials.ts'
import { type PlantAnswer, type PlantRequest, readHeader } from './exchange.ts'
import { createFaults, drawDelay, type Faults, type Strike } from './faults.ts'
import { createFetch, type Fetch } from './fetch.ts'
import { createJournal, type Journal } from './journal.ts'
import { checkOptions, type PlantStoreOptions } from './options.ts'
import { createPlants, type Plants } from './plants.ts'
import { createRandom } from './random.ts'
import { createMemoryStorage } from './storage/memory-storage.ts'
import type { PlantStorage, StoredPlant } from './storage/plant-storage.ts'

/** The plant store that every door opens on. Its functions can be passed around on their own. */
export interface PlantStore {
  /** The path of the operation, base path included. */
  readonly path: string
  /** The largest body in bytes. */
  readonly maxBody: number
  /** Answers a request of plain data: at once, or with a promise where a delay or the storage makes it wait. */
  handle(request: PlantRequest): PlantAnswer | Promise<PlantAnswer>
  /** Answers as the global `fetch` does; rejects with a TypeError where a fault drops the connection. */
  fetch: Fetch
  /** Makes the answer to a failure that a door finds by itself, as bytes that are no request. */
  refuse: Refuse
  plants: Plants
  requests: Journal
  faults: Faults
  /** Goes back to the state at the start: seed and scenario, no faults, an empty journal. */
  reset(): Promise<void>
}

/** Tells whether a request asks for the documented error as Prism's users do (RFC 7240 names the header). */
const asksForError = (prefer: string | undefined): boolean =>
  prefer !== undefined && /(?:^|[,;])\s*code\s*=\s*"?400"?\s*(?:[,;]|$)/i.test(prefer)

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Makes a plant store.
 *
 * @example
 * const store = createPlantStore({ tokens: ['secret'] })
 * const { status } = await store.handle({
 *   method: 'POST',
 *   path: '/plants',
 *   headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
 *   body: '{"id":1,"name":"Monstera"}',
 * })
 * await store.plants.get(1) // { id: 1, name: 'Monstera' }
 *
 * @throws {OptionsError} where an option has a value that it cannot have
 */
export function createPlantStore(options: PlantStoreOptions = {}): PlantStore {
  checkOptions(options)
  const {
    onDuplicate = 'reject',
    scenario,
    latency = 0,
    basePath = '',
    maxBody = 1024 * 1024,
    randomSeed = 1,
  } = options
  const { storage = createMemoryStorage() } = options
  const path = basePath + operation.path
  const seed = options.seed === undefined ? [] : checkPlants(options.seed, 'seed')
  const refuse = createRefuse(options.answers)
  const checkToken = createTokenCheck(options.tokens)
  const journal = createJournal(options.journal ?? 1000)
  const faults = createFaults(randomSeed)
  const random = createRandom(randomSeed)
  if (scenario !== undefined) faults.play(scenario)

  let seeding: Promise<unknown> | undefined
  if (seed.length > 0) {
    const seeded = storage.insertIfAbsent(seed)
    if (seeded instanceof Promise) {
      seeding = seeded.then(() => {
        seeding = undefined
      })
      // Whoever needs the storage is told by `ready`.
      seeding.catch(() => {})
    }
  }
  async function ready(): Promise<PlantStorage> {
    if (seeding !== undefined) await seeding
    return storage
  }

  /** Checks all that needs no storage, in the order of the design: path, method, credentials, content type, size, body. */
  function check(headers: PlantRequest['headers'], body: DecodedBody): Reading {
    const token = readBearerToken(readHeader(headers, 'authorization'))
    const failure = checkToken(token)
    if (failure !== undefined) return { failure }
    const contentType = readHeader(headers, 'content-type')
    if (!isJsonContentType(contentType)) {
      const expected = `the header Content-Type must be ${operation.contentType}`
      return {
        failure: 'unsupported-media-type',
        detail: `${expected}, got ${describeValue(contentType, token)}`,
      }
    }
    if (body.isOverLimit) {
      return { failure: 'body-too-large', detail: `the body must have at most ${maxBody} bytes` }
    }
    const reading = readNewPlant(body, token)
    const isForced = reading.failure === undefined && asksForError(readHeader(headers, 'prefer'))
    return isForced ? { failure: 'forced-error' } : reading
  }

  const settle = (plant: StoredPlant, taken: readonly ExactInteger[]): PlantAnswer =>
    taken.length === 0
      ? answerCreated(plant)
      : refuse('duplicate-id', `a plant with the id ${plant.id} is already stored`)

  const fail = (error: unknown): PlantAnswer =>
    refuse('internal-error', `the storage of the plant store failed: ${describeValue(String(error))}`)

  // Promises and closures cost more than all else here, so there are none where the storage needs none.
  function create(reading: Reading): PlantAnswer | Promise<PlantAnswer> {
    if (reading.failure !== undefined) return refuse(reading.failure, reading.detail)
    const { plant } = reading
    try {
      const taken = seeding === undefined ? store(plant) : seeding.then(() => store(plant))
      if (!(taken instanceof Promise)) return settle(plant, taken)
      return taken.then((ids) => settle(plant, ids)).catch(fail)
    } catch (error) {
      return fail(error)
    }
  }

  /** Stores a plant and gives the ids that stood in its way. */
  function store(plant: StoredPlant): ExactInteger[] | Promise<ExactInteger[]> {
    if (onDuplicate === 'reject') return storage.insertIfAbsent([plant])
    const stored = storage.put(plant)
    return stored instanceof Promise ? stored.then(() => []) : []
  }

  async function answerStruck(
    { fault, delay }: Strike,
    headers: PlantRequest['headers'],
    body: DecodedBody,
  ): Promise<PlantAnswer> {
    if (delay > 0) await wait(delay)
    switch (fault) {
      case undefined:
        return create(check(headers, body))
      case 'dropped-connection':
        return { status: 0, headers: {}, body: '', fault }
      case 'cut-off-body':
        return { ...(await create(check(headers, body))), fault }
      case 'not-json-body':
        return {
          ...(await create(check(headers, body))),
          body: '<html><body>Bad Gateway</body></html>',
          fault,
        }
      default:
        return { ...refuse(fault), fault }
    }
  }

  function answer(
    { method, path: target, headers }: PlantRequest,
    body: DecodedBody,
  ): PlantAnswer | Promise<PlantAnswer> {
    if (target !== path && !target.startsWith(`${path}?`)) {
      return refuse('unknown-path', `there is nothing here but ${operation.method} ${path}`)
    }
    if (method !== operation.method) return refuse('method-not-allowed')
    const strike = faults.strike()
    const delay = strike.delay + drawDelay(latency, random)
    const isStruck = strike.fault !== undefined || delay > 0
    return isStruck
      ? answerStruck({ fault: strike.fault, delay }, headers, body)
      : create(check(headers, body))
  }

  function finish(request: PlantRequest, body: string, start: number, full: PlantAnswer): PlantAnswer {
    const { method, path: target, headers } = request
    // RFC 9110 section 9.3.2: the answer to HEAD has no body.
    const answer = method === 'HEAD' ? { ...full, body: '' } : full
    journal.record({ start, end: performance.now(), method, path: target, headers, body, answer })
    return answer
  }

  function handle(request: PlantRequest): PlantAnswer | Promise<PlantAnswer> {
    const start = performance.now()
    const body = decodeBody(request.body, maxBody)
    const answered = answer(request, body)
    return answered instanceof Promise
      ? answered.then((full) => finish(request, body.text, start, full))
      : finish(request, body.text, start, answered)
  }

  return {
    path,
    maxBody,
    handle,
    fetch: createFetch(handle),
    refuse,
    plants: createPlants(ready),
    requests: journal,
    faults,
    async reset() {
      await ready()
      await storage.replaceAll(seed)
      journal.clear()
      faults.clear()
      if (scenario !== undefined) faults.play(scenario)
    },
  }
}
