import { cutQuery } from '../http/mask.ts'
import { createRandom } from '../json/random.ts'
import { createChanges } from '../mock/changes.ts'
import { createMemoryFaults } from '../mock/faults/faults.ts'
import { drawDelay, endure, noStrike, type Strike } from '../mock/faults/strike.ts'
import { breakAnswer, dropConnection, replaceAnswer } from '../mock/faults/struck-response.ts'
import { createFetch } from '../mock/fetch.ts'
import { createJournal } from '../mock/journal/journal.ts'
import { createJournalBound, type JournalBound } from '../mock/journal/journal-bound.ts'
import { type JournalRecord, maskHeaders } from '../mock/journal/journal-entry.ts'
import { createMemoryStorage } from '../mock/storage/memory-storage.ts'
import { check } from '../options/check.ts'
import type { Refuse } from './answers.ts'
import { createBehavior } from './behavior.ts'
import { type DecodedBody, decodeBody } from './body.ts'
import { createCreatePlant } from './create-plant.ts'
import { keepHeaders, type PlantAnswer, type PlantRequest } from './exchange.ts'
import { optionsSchema } from './option-table.ts'
import { type ChangeableOptions, mergeOptions, type PlantStoreOptions, replaceOptions } from './options.ts'
import { createPlants } from './plants.ts'
import type { Reading } from './read-request.ts'
import { seedStorage } from './seeded-storage.ts'
import type { PlantStore, ServedStore } from './store-interface.ts'
import { toStoredRecord } from './stored-plant.ts'

export type { PlantStore }

/**
 * Creates a plant store: it answers requests, and tests ask it for its plants and its requests.
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
 * @throws {OptionsError} if an option is unknown or has an invalid value
 */
export const createPlantStore = (options: PlantStoreOptions = {}): PlantStore => createServedStore(options)

/**
 * Creates a plant store for a server.
 *
 * @param journalBound the size that the journals of several stores may have together; by default each store has its own
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value
 */
export function createServedStore(
  options: PlantStoreOptions = {},
  journalBound: JournalBound = createJournalBound(),
): ServedStore {
  check(options, optionsSchema, 'the options')
  const { randomSeed = 1, storage = createMemoryStorage() } = options
  const kind = storage.kind ?? 'custom'
  let behavior = createBehavior(options, kind)
  let current = options
  const { path } = behavior
  const refuse: Refuse = (...about) => behavior.refuse(...about)
  const changes = createChanges()
  const plantsChanged = (): void => changes.mark('plants')
  const seeded = seedStorage(storage.resource('plants'), behavior.seed)
  const createPlant = createCreatePlant(seeded, () => behavior, plantsChanged)
  const journal = createJournal(behavior.settings.journal, journalBound, changes.mark)
  const faults = createMemoryFaults(randomSeed, () => changes.mark('faults'))
  let random = createRandom(randomSeed)
  /** Counts resets. */
  let generation = 0
  if (behavior.scenario !== undefined) faults.setScenario(behavior.scenario)

  const respond = (reading: Reading): PlantAnswer | Promise<PlantAnswer> =>
    reading.failure === undefined ? createPlant(reading.plant) : refuse(reading.failure, reading.detail)

  async function respondStruck(reading: Reading, begun: Strike): Promise<PlantAnswer> {
    const born = generation
    const strike = await endure(begun)
    // A request that waited during a reset belongs to the old state.
    if (born !== generation) return dropConnection()
    return replaceAnswer(strike, refuse) ?? breakAnswer(await respond(reading), strike.fault)
  }

  function answer(request: PlantRequest, body: DecodedBody): PlantAnswer | Promise<PlantAnswer> {
    const isOperation = behavior.isOperation(request)
    const reading = behavior.read(request, body)
    const strike = faults.strike(isOperation ? path : cutQuery(request.path), isOperation)
    const latency = isOperation ? drawDelay(behavior.settings.latency, random) : 0
    return strike === noStrike && latency === 0
      ? respond(reading)
      : respondStruck(reading, { ...strike, delay: strike.delay + latency })
  }

  const toRecord = (
    { method, path, headers }: PlantRequest,
    { text: body, members }: DecodedBody,
    start: number,
    upstream?: true,
  ): JournalRecord => ({
    number: 0,
    start,
    end: undefined,
    method,
    path,
    headers,
    body,
    members,
    answer: undefined,
    upstream,
  })

  /** Completes the record of a request, which `keep` puts into the journal. */
  function finish(record: JournalRecord, full: PlantAnswer, keep: typeof journal.record): PlantAnswer {
    // RFC 9110 section 9.3.2: an answer to HEAD has no body.
    record.answer = record.method === 'HEAD' ? { ...full, body: '' } : full
    record.end = performance.now()
    keep(record)
    return record.answer
  }

  async function replace(changed: ChangeableOptions): Promise<void> {
    const replaced = replaceOptions(options, changed)
    check(replaced, optionsSchema, 'the options')
    const next = createBehavior(replaced, kind)
    await seeded.reseed(behavior.seed, next.seed)
    plantsChanged()
    if (JSON.stringify(next.scenario) !== JSON.stringify(behavior.scenario)) faults.setScenario(next.scenario)
    behavior = next
    current = replaced
    changes.mark('options')
  }

  const decode = ({ body }: PlantRequest): DecodedBody => decodeBody(body, behavior.settings.maxBody)

  function handle(given: PlantRequest): PlantAnswer | Promise<PlantAnswer> {
    const start = performance.now()
    const request = keepHeaders(given)
    const body = decode(request)
    const answered = answer(request, body)
    const record = toRecord(request, body, start)
    if (!(answered instanceof Promise)) return finish(record, answered, journal.record)
    journal.record(record)
    return answered.then((full) => finish(record, { ...full, aborted: request.aborted?.() }, journal.settle))
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
      return finish(toRecord(request, decode(request), start), refuse(failure, detail), journal.record)
    },
    passOn(request) {
      const record = toRecord(request, { text: '' }, performance.now(), true)
      const strike = faults.strike(cutQuery(request.path), false)
      journal.record(record)
      return {
        strike,
        finish({ status, headers, fault }) {
          const answer = { status, headers: maskHeaders(headers), body: '', ...(fault && { fault }) }
          finish(record, answer, journal.settle)
        },
      }
    },
    covers: (request) => behavior.covers(request),
    identify: (request) => behavior.identify(request),
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
      await seeded.storage.replaceAll(behavior.seed.map(toStoredRecord))
      journal.clear()
      faults.clear()
      random = createRandom(randomSeed)
      faults.setScenario(behavior.scenario)
      changes.mark('resets')
    },
    configure: (changed) => replace(mergeOptions(current, changed)),
    replaceOptions: replace,
  }
}
