import { operation } from '../contract/generated/operation.ts'
import { describeValue } from '../contract/problems.ts'
import { createAccept, createRefuse, type Refuse } from './answers.ts'
import { type DecodedBody, decodeBody } from './body.ts'
import { type Changes, createChanges } from './changes.ts'
import { createCreatePlant } from './create-plant.ts'
import type { PlantAnswer, PlantRequest } from './exchange.ts'
import type { FailureName } from './failure-names.ts'
import { createFaults, drawDelay, type Faults, noStrike, type Strike } from './faults.ts'
import { createFetch, type Fetch } from './fetch.ts'
import { createJournal, type Journal } from './journal.ts'
import { createJournalBound, type JournalBound } from './journal-bound.ts'
import { maskHeaders } from './journal-entry.ts'
import { checkOptions, type PlantStoreOptions, type PlantStoreSettings } from './options.ts'
import { createPlants, type Plants } from './plants.ts'
import { createRandom } from './random.ts'
import { createReadNewPlant } from './read-new-plant.ts'
import { seedStorage } from './seeded-storage.ts'
import { parseSentMembers } from './sent-members.ts'
import { createMemoryStorage } from './storage/memory-storage.ts'
import { checkPlants } from './stored-plant.ts'
import { wait } from './wait.ts'

/** The plant store behind every door. You can pass its functions around on their own. */
export interface PlantStore {
  /** The path of the operation, including the base path. */
  readonly path: string
  /** The largest body in bytes. */
  readonly maxBody: number
  /** Answers a request of plain data: directly, or with a promise if a delay or the storage takes time. */
  handle(request: PlantRequest): PlantAnswer | Promise<PlantAnswer>
  /** Refuses a request for a reason that a door found, and keeps it in the journal. */
  refuseRequest(request: PlantRequest, failure: FailureName, detail?: string): PlantAnswer
  /** Takes the fault of a request that a door passes on to another service, and keeps the exchange in the journal, without its bodies. */
  passOn(request: PlantRequest): PassedRequest
  /** Answers like the global `fetch`; rejects with a TypeError if a fault drops the connection. */
  fetch: Fetch
  /** Makes the answer to a failure that a door detects, such as invalid HTTP. */
  refuse: Refuse
  plants: Plants
  requests: Journal
  faults: Faults
  /** Tells when something changes. */
  readonly changes: Changes
  /** The options that the store works by. */
  readonly settings: PlantStoreSettings
  /** Restores the initial state: seed and scenario, no faults, an empty journal. Delayed requests are dropped. */
  reset(): Promise<void>
}

/** A request that a door passes on to another service. */
interface PassedRequest {
  strike: Strike
  /** Keeps the exchange in the journal, without the body of the answer. */
  finish(answer: PlantAnswer): void
}

const cutQuery = (target: string): string => target.replace(/\?.*/s, '')

/** Makes the answer that makes a door drop the connection. */
const dropConnection = (): PlantAnswer => ({
  status: 0,
  headers: {},
  body: '',
  fault: 'dropped-connection',
})

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
 * @param journalBound the size that the journals of several stores may have together; by default each store has its own
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value
 */
export function createPlantStore(
  options: PlantStoreOptions = {},
  journalBound: JournalBound = createJournalBound(),
): PlantStore {
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
  const readNewPlant = createReadNewPlant(options.tokens, maxBody, options)
  const seeded = seedStorage(storage, seed)
  const changes = createChanges()
  const plantsChanged = (): void => changes.mark('plants')
  const createPlant = createCreatePlant(
    seeded,
    refuse,
    createAccept(options.answers),
    onDuplicate,
    plantsChanged,
  )
  const capacity = options.journal ?? 1000
  const journal = createJournal(capacity, journalBound, () => changes.mark('clears'))
  const isJournaling = capacity > 0
  const faults = createFaults(randomSeed, () => changes.mark('faults'))
  let random = createRandom(randomSeed)
  /** Counts resets. */
  let generation = 0
  if (scenario !== undefined) faults.play(scenario)

  function create(headers: PlantRequest['headers'], body: DecodedBody): PlantAnswer | Promise<PlantAnswer> {
    const reading = readNewPlant(headers, body)
    return reading.failure === undefined
      ? createPlant(reading.plant)
      : refuse(reading.failure, reading.detail)
  }

  async function answerStruck(
    { fault, delay }: Strike,
    { signal }: PlantRequest,
    answerUsually: () => PlantAnswer | Promise<PlantAnswer>,
  ): Promise<PlantAnswer> {
    const born = generation
    if (delay > 0) await wait(delay, signal)
    // A request that waited during a reset belongs to the old state, and a client that aborted gets no answer.
    if (born !== generation || signal?.aborted) return dropConnection()
    switch (fault) {
      case undefined:
        return answerUsually()
      case 'dropped-connection':
        return dropConnection()
      case 'cut-off-body':
        return { ...(await answerUsually()), fault }
      case 'not-json-body':
        return {
          ...(await answerUsually()),
          body: '<html><body>Bad Gateway</body></html>',
          fault,
        }
      default:
        return { ...refuse(fault), fault }
    }
  }

  function answer(request: PlantRequest, body: DecodedBody): PlantAnswer | Promise<PlantAnswer> {
    const { method, path: target, headers } = request
    const isPath = target === path || target.startsWith(`${path}?`)
    if (!isPath || method !== operation.method) return answerOther(request, isPath)
    const strike = faults.strike(path, true)
    const delay = strike.delay + drawDelay(latency, random)
    if (strike.fault === undefined && delay === 0) return create(headers, body)
    return answerStruck({ fault: strike.fault, delay }, request, () => create(headers, body))
  }

  /** Refuses a request that isn't to the operation; a fault may be for its path. */
  function answerOther(request: PlantRequest, isPath: boolean): PlantAnswer | Promise<PlantAnswer> {
    const refusal = isPath
      ? refuse(
          'method-not-allowed',
          `the method must be ${operation.method}, got ${describeValue(request.method)}`,
        )
      : refuse(
          'unknown-path',
          `there is nothing at this path; the only operation is ${operation.method} ${path}`,
        )
    const strike = faults.strike(cutQuery(request.path), false)
    return strike === noStrike ? refusal : answerStruck(strike, request, () => refusal)
  }

  function finish(
    { method, path: target, headers }: PlantRequest,
    body: DecodedBody,
    start: number,
    full: PlantAnswer,
  ): PlantAnswer {
    // RFC 9110 section 9.3.2: an answer to HEAD has no body.
    const answer = method === 'HEAD' ? { ...full, body: '' } : full
    if (isJournaling) {
      const { text, members = parseSentMembers(text) } = body
      const end = performance.now()
      journal.record({ start, end, method, path: target, headers, body: text, members, answer })
      changes.mark('requests')
    } else journal.skip()
    return answer
  }

  function handle(given: PlantRequest): PlantAnswer | Promise<PlantAnswer> {
    const start = performance.now()
    // The caller may change the headers later.
    const request = given.keepsHeaders === true ? given : { ...given, headers: { ...given.headers } }
    const body = decodeBody(request.body, maxBody)
    const answered = answer(request, body)
    if (!(answered instanceof Promise)) return finish(request, body, start, answered)
    const born = generation
    return answered.then((full) => (born === generation ? finish(request, body, start, full) : full))
  }

  return {
    path,
    maxBody,
    handle,
    refuseRequest(given, failure, detail) {
      const start = performance.now()
      const request = { ...given, headers: { ...given.headers } }
      return finish(request, decodeBody(request.body, maxBody), start, refuse(failure, detail))
    },
    passOn({ method, path: target, headers }) {
      const start = performance.now()
      const born = generation
      return {
        strike: faults.strike(cutQuery(target), false),
        finish({ status, headers: received, fault }) {
          if (!isJournaling || born !== generation) return
          const answer = { status, headers: maskHeaders(received), body: '', ...(fault && { fault }) }
          const end = performance.now()
          const sent = { method, path: target, headers, body: '', members: {} }
          journal.record({ start, end, ...sent, answer, upstream: true })
        },
      }
    },
    fetch: createFetch(handle),
    refuse,
    plants: createPlants(seeded, plantsChanged),
    requests: journal,
    faults,
    changes,
    settings: {
      onDuplicate,
      latency,
      maxBody,
      journal: capacity,
      seed: seed.length,
      tokens: options.tokens?.length,
      unknownMembers: options.unknownMembers ?? 'ignore',
      limits: options.limits,
      cors: options.cors ?? '*',
    },
    async reset() {
      generation++
      await seeded.ready()
      await storage.replaceAll(seed)
      journal.clear()
      faults.clear()
      random = createRandom(randomSeed)
      if (scenario !== undefined) faults.play(scenario)
      changes.mark('resets')
    },
  }
}
