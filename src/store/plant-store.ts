import { check } from '../options/check.ts'
import type { Refuse } from './answers.ts'
import { createBehavior } from './behavior.ts'
import { type DecodedBody, decodeBody } from './body.ts'
import { createChanges } from './changes.ts'
import { createCreatePlant } from './create-plant.ts'
import { cutQuery, keepHeaders, type PlantAnswer, type PlantRequest } from './exchange.ts'
import { createFaults, drawDelay, type Strike } from './faults.ts'
import { createFetch } from './fetch.ts'
import { createJournal } from './journal.ts'
import { createJournalBound, type JournalBound } from './journal-bound.ts'
import { maskHeaders } from './journal-entry.ts'
import { optionsSchema } from './option-table.ts'
import { type PlantStoreOptions, replaceOptions } from './options.ts'
import { createPlants } from './plants.ts'
import { createRandom } from './random.ts'
import type { Reading } from './read-request.ts'
import { seedStorage } from './seeded-storage.ts'
import { createMemoryStorage } from './storage/memory-storage.ts'
import type { PlantStore } from './store-interface.ts'
import { breakAnswer, dropConnection, replaceAnswer } from './struck-answer.ts'
import { wait } from './wait.ts'

export type { PlantStore }

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
  check(options, optionsSchema, 'the options')
  const { randomSeed = 1, storage = createMemoryStorage() } = options
  const kind = storage.kind ?? 'custom'
  let behavior = createBehavior(options, kind)
  const { path } = behavior
  const refuse: Refuse = (...about) => behavior.refuse(...about)
  const changes = createChanges(storage.watch?.bind(storage))
  const plantsChanged = (): void => changes.mark('plants')
  const seeded = seedStorage(storage, behavior.seed)
  const createPlant = createCreatePlant(seeded, () => behavior, plantsChanged)
  const journal = createJournal(behavior.settings.journal, journalBound, changes.mark)
  const faults = createFaults(randomSeed, () => changes.mark('faults'))
  let random = createRandom(randomSeed)
  /** Counts resets. */
  let generation = 0
  if (behavior.scenario !== undefined) faults.setScenario(behavior.scenario)

  const respond = (reading: Reading): PlantAnswer | Promise<PlantAnswer> =>
    reading.failure === undefined ? createPlant(reading.plant) : refuse(reading.failure, reading.detail)

  async function respondStruck(
    reading: Reading,
    { fault, delay }: Strike,
    { signal }: PlantRequest,
  ): Promise<PlantAnswer> {
    const born = generation
    if (delay > 0) await wait(delay, signal)
    // A request that waited during a reset belongs to the old state, and a client that aborted gets no answer.
    if (born !== generation || signal?.aborted) return dropConnection()
    return replaceAnswer(fault, refuse) ?? breakAnswer(await respond(reading), fault)
  }

  function answer(request: PlantRequest, body: DecodedBody): PlantAnswer | Promise<PlantAnswer> {
    const isOperation = behavior.isOperation(request)
    const reading = behavior.read(request, body)
    const { fault, delay } = faults.strike(isOperation ? path : cutQuery(request.path), isOperation)
    const wholeDelay = isOperation ? delay + drawDelay(behavior.settings.latency, random) : delay
    return fault === undefined && wholeDelay === 0
      ? respond(reading)
      : respondStruck(reading, { fault, delay: wholeDelay }, request)
  }

  function finish(
    { method, path, headers }: PlantRequest,
    { text: body, members }: DecodedBody,
    start: number,
    full: PlantAnswer,
    upstream?: true,
  ): PlantAnswer {
    // RFC 9110 section 9.3.2: an answer to HEAD has no body.
    const answer = method === 'HEAD' ? { ...full, body: '' } : full
    const end = performance.now()
    journal.record({ number: 0, start, end, method, path, headers, body, members, answer, upstream })
    return answer
  }

  const decode = ({ body }: PlantRequest): DecodedBody => decodeBody(body, behavior.settings.maxBody)

  function handle(given: PlantRequest): PlantAnswer | Promise<PlantAnswer> {
    const start = performance.now()
    const request = keepHeaders(given)
    const body = decode(request)
    const answered = answer(request, body)
    if (!(answered instanceof Promise)) return finish(request, body, start, answered)
    const born = generation
    return answered.then((full) => (born === generation ? finish(request, body, start, full) : full))
  }

  return {
    path,
    get maxBody() {
      return behavior.settings.maxBody
    },
    handle,
    refuseRequest(given, failure, detail) {
      const start = performance.now()
      const request = keepHeaders(given)
      return finish(request, decode(request), start, refuse(failure, detail))
    },
    passOn(request) {
      const start = performance.now()
      const born = generation
      return {
        strike: faults.strike(cutQuery(request.path), false),
        finish({ status, headers, fault }) {
          const answer = { status, headers: maskHeaders(headers), body: '', ...(fault && { fault }) }
          if (born === generation) finish(request, { text: '' }, start, answer, true)
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
      return behavior.settings
    },
    async reset() {
      generation++
      await seeded.ready()
      await storage.replaceAll(behavior.seed)
      journal.clear()
      faults.clear()
      random = createRandom(randomSeed)
      faults.setScenario(behavior.scenario)
      changes.mark('resets')
    },
    async configure(changed) {
      const replaced = replaceOptions(options, changed)
      check(replaced, optionsSchema, 'the options')
      const next = createBehavior(replaced, kind)
      await seeded.reseed(behavior.seed, next.seed)
      plantsChanged()
      if (JSON.stringify(next.scenario) !== JSON.stringify(behavior.scenario))
        faults.setScenario(next.scenario)
      behavior = next
      changes.mark('options')
    },
  }
}
