import { operation } from '../contract/generated/operation.ts'
import { createAccept, createRefuse, type Refuse } from './answers.ts'
import { createDecodeBody, type DecodedBody } from './body.ts'
import { createChanges } from './changes.ts'
import { createCreatePlant } from './create-plant.ts'
import type { PlantAnswer, PlantRequest } from './exchange.ts'
import { createFaults, drawDelay, noStrike, type Strike } from './faults.ts'
import { createFetch } from './fetch.ts'
import { createJournal } from './journal.ts'
import { createJournalBound, type JournalBound } from './journal-bound.ts'
import { type JournalRecord, maskHeaders } from './journal-entry.ts'
import { checkOptions, type PlantStoreOptions, replaceOptions, toSettings } from './options.ts'
import { createPlants } from './plants.ts'
import { createRandom } from './random.ts'
import { createReadNewPlant } from './read-new-plant.ts'
import { seedStorage } from './seeded-storage.ts'
import { parseSentMembers } from './sent-members.ts'
import { createMemoryStorage } from './storage/memory-storage.ts'
import type { PlantStore } from './store-interface.ts'
import { checkPlants } from './stored-plant.ts'
import { breakAnswer, dropConnection, replaceAnswer } from './struck-answer.ts'
import { createDescribeOther, cutQuery, isAt } from './target.ts'
import { wait } from './wait.ts'

export type { PlantStore }

/** Makes what a store works by of the options that can change. */
function readRules(options: PlantStoreOptions, kind: string, path: string) {
  const seed = options.seed === undefined ? [] : checkPlants(options.seed, 'seed')
  const settings = toSettings(options, kind)
  const { onDuplicate, latency, maxBody } = settings
  return {
    refuse: createRefuse(options.answers),
    accept: createAccept(options.answers),
    decodeBody: createDecodeBody(maxBody, settings.habits),
    readNewPlant: createReadNewPlant(options.tokens, maxBody, options),
    describeOther: createDescribeOther(path, options),
    seed,
    scenario: options.scenario,
    onDuplicate,
    latency,
    maxBody,
    settings,
  }
}

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
  const { basePath = '', randomSeed = 1, storage = createMemoryStorage() } = options
  const kind = storage.kind ?? 'custom'
  const path = basePath + operation.path
  let rules = readRules(options, kind, path)
  const refuse: Refuse = (failure, detail) => rules.refuse(failure, detail)
  const seeded = seedStorage(storage, rules.seed)
  const changes = createChanges(storage.version?.bind(storage))
  const plantsChanged = (): void => changes.mark('plants')
  const createPlant = createCreatePlant(seeded, () => rules, plantsChanged)
  const { journal: capacity } = rules.settings
  const journal = createJournal(capacity, journalBound, () => changes.mark('clears'))
  const isJournaling = capacity > 0
  const faults = createFaults(randomSeed, () => changes.mark('faults'))
  let random = createRandom(randomSeed)
  /** Counts resets. */
  let generation = 0
  if (rules.scenario !== undefined) faults.play(rules.scenario)

  function create(headers: PlantRequest['headers'], body: DecodedBody): PlantAnswer | Promise<PlantAnswer> {
    const reading = rules.readNewPlant(headers, body)
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
    return replaceAnswer(fault, refuse) ?? breakAnswer(await answerUsually(), fault)
  }

  function answer(request: PlantRequest, body: DecodedBody): PlantAnswer | Promise<PlantAnswer> {
    const { method, path: target, headers } = request
    const isPath = isAt(path, target)
    if (!isPath || method !== operation.method) return answerOther(request, isPath)
    const strike = faults.strike(path, true)
    const delay = strike.delay + drawDelay(rules.latency, random)
    if (strike.fault === undefined && delay === 0) return create(headers, body)
    return answerStruck({ fault: strike.fault, delay }, request, () => create(headers, body))
  }

  /** Refuses a request that isn't to the operation; a fault may be for its path. */
  function answerOther(request: PlantRequest, isPath: boolean): PlantAnswer | Promise<PlantAnswer> {
    const { failure, detail } = rules.describeOther(request, isPath)
    const refusal = refuse(failure, detail)
    const strike = faults.strike(cutQuery(request.path), false)
    return strike === noStrike ? refusal : answerStruck(strike, request, () => refusal)
  }

  function keep(record: JournalRecord): void {
    journal.record(record)
    changes.mark('requests')
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
      keep({ start, end, method, path: target, headers, body: text, members, answer })
    } else journal.skip()
    return answer
  }

  function handle(given: PlantRequest): PlantAnswer | Promise<PlantAnswer> {
    const start = performance.now()
    // The caller may change the headers later.
    const request = given.keepsHeaders === true ? given : { ...given, headers: { ...given.headers } }
    const body = rules.decodeBody(request.body)
    const answered = answer(request, body)
    if (!(answered instanceof Promise)) return finish(request, body, start, answered)
    const born = generation
    return answered.then((full) => (born === generation ? finish(request, body, start, full) : full))
  }

  return {
    path,
    get maxBody() {
      return rules.maxBody
    },
    handle,
    refuseRequest(given, failure, detail) {
      const start = performance.now()
      const request = { ...given, headers: { ...given.headers } }
      return finish(request, rules.decodeBody(request.body), start, refuse(failure, detail))
    },
    passOn({ method, path: target, headers }) {
      const start = performance.now()
      const born = generation
      return {
        strike: faults.strike(cutQuery(target), false),
        finish({ status, headers: received, fault }) {
          if (born !== generation) return
          const answer = { status, headers: maskHeaders(received), body: '', ...(fault && { fault }) }
          const sent = { method, path: target, headers, body: '', members: {} }
          if (isJournaling) keep({ start, end: performance.now(), ...sent, answer, upstream: true })
          else journal.skip()
        },
      }
    },
    fetch: createFetch(handle),
    refuse,
    plants: createPlants(seeded, plantsChanged),
    requests: journal,
    faults,
    changes,
    get settings() {
      return rules.settings
    },
    async reset() {
      generation++
      await seeded.ready()
      await storage.replaceAll(rules.seed)
      journal.clear()
      faults.clear()
      random = createRandom(randomSeed)
      if (rules.scenario !== undefined) faults.play(rules.scenario)
      changes.mark('resets')
    },
    async configure(changed) {
      const replaced = replaceOptions(options, changed)
      checkOptions(replaced)
      const next = readRules(replaced, kind, path)
      await seeded.reseed(rules.seed, next.seed)
      plantsChanged()
      if (JSON.stringify(next.scenario) !== JSON.stringify(rules.scenario)) {
        if (next.scenario === undefined) faults.stop()
        else faults.play(next.scenario)
      }
      rules = next
      changes.mark('options')
    },
  }
}
