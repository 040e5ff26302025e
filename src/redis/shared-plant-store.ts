import { cutQuery } from '../http/mask.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { check } from '../options/check.ts'
import { createBehavior } from '../store/behavior.ts'
import { decodeBody } from '../store/body.ts'
import { refuseFailure } from '../store/create-plant.ts'
import { keepHeaders, noAnswer, type PlantAnswer, type PlantRequest } from '../store/exchange.ts'
import type { Fault } from '../store/fault.ts'
import { createFetch } from '../store/fetch.ts'
import { maskHeaders } from '../store/journal-entry.ts'
import { optionsSchema } from '../store/option-table.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createPlants } from '../store/plants.ts'
import { createRandom } from '../store/random.ts'
import type { Reading } from '../store/read-request.ts'
import type { StoredPlant } from '../store/storage/plant-storage.ts'
import type { SharedServedStore } from '../store/store-interface.ts'
import { drawDelay, endure, noStrike, type Strike, toStrike } from '../store/strike.ts'
import { dropConnection } from '../store/struck-answer.ts'
import { createSharedChanges } from './changes.ts'
import { createSharedFaults } from './faults.ts'
import { createSharedJournal } from './journal.ts'
import type { InitialState, Namespace } from './namespace.ts'
import { createSharedPlants } from './plants.ts'
import { encodeRecord, readStruck, type SentRecord, toAnswer, writeStruck } from './record.ts'

/** A request on its way. */
interface Sent extends SentRecord {
  /** Whether it takes a fault of the operation, one of its path only, or none. */
  covers: 'operation' | 'other' | ''
}

/** The reading of a request that is forwarded, which asks for no plant: the upstream answers it. */
const passedOn: Reading = { failure: 'unknown-path' }

/** Milliseconds between two looks whether a hold lasts. */
const pause = 50

/** A request that waits: the epoch that it belongs to, its number in the journal, and what happens to it. */
interface Waiting {
  epoch: string
  number: string
  strike: Strike
}

/**
 * Creates a plant store whose state is in Redis. It answers like the one in memory; a request takes one round trip, or two
 * if it waits in between.
 *
 * @param open opens the namespace with its initial state
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value
 */
export function createSharedPlantStore(
  options: PlantStoreOptions,
  name: string,
  open: (initial: InitialState) => Namespace,
): SharedServedStore {
  check(options, optionsSchema, 'the options')
  const { randomSeed = 1 } = options
  const { path, settings, seed, scenario, refuse, accept, isOperation, read } = createBehavior(
    options,
    'redis',
  )
  const answers = { refuse, accept }
  const { latency, maxBody } = settings
  const namespace = open({ seed, scenario, randomSeed })
  const { run } = namespace
  const random = createRandom(randomSeed)
  const capacity = String(settings.journal)

  /** Runs the step of a request: only takes its fault if it waits afterwards, and only the rest if it has waited. */
  function step(sent: Sent, waits: boolean, waited?: Waiting): Promise<string> {
    const { request, reading, covers } = sent
    const { plant } = reading as { plant?: StoredPlant }
    return run('step', [
      waited?.epoch ?? '',
      waited === undefined ? covers : '',
      covers === 'operation' ? path : cutQuery(request.path),
      waited === undefined ? '' : writeStruck(waited.strike),
      waits ? '1' : '',
      plant === undefined ? '' : String(plant.id),
      plant === undefined ? '' : stringifyExactJson(plant),
      settings.onDuplicate,
      capacity === '0' ? '' : encodeRecord(sent),
      capacity,
      waited?.number ?? '',
    ]) as Promise<string>
  }
  /** Waits until a hold ends. */
  async function endHold(epoch: string, hold: string): Promise<Strike> {
    for (;;) {
      const ended = (await run('held', [epoch, hold])) as string
      if (ended !== '') return toStrike(JSON.parse(ended) as Fault, random)
      await endure({ delay: pause })
    }
  }
  function readWaiting(reply: string): Waiting {
    const [, delay, epoch = '', number = '', hold = '', ...fault] = reply.split(' ')
    const held = hold === '' ? undefined : () => endHold(epoch, hold)
    const strike = { ...readStruck(fault.join(' ')), delay: Number(delay), ...(held && { held }) }
    return { epoch, number, strike }
  }
  const fail = (error: unknown): PlantAnswer => refuseFailure(refuse, error)
  // The state is another one since a reset, so nobody gets an answer from the old one.
  const answer = ({ request, reading }: Sent, outcome: string): PlantAnswer =>
    outcome === 'r' ? dropConnection() : toAnswer(outcome, reading, request.method, answers)

  async function complete(sent: Sent, waiting: Waiting): Promise<PlantAnswer> {
    const { delay } = waiting.strike
    const all = delay + (sent.covers === 'operation' ? drawDelay(latency, random) : 0)
    const strike = await endure({ ...waiting.strike, delay: all })
    const outcome = await step(sent, false, { ...waiting, strike })
    return { ...answer(sent, outcome), aborted: sent.request.aborted?.() }
  }
  function perform(sent: Sent): Promise<PlantAnswer> {
    return step(sent, latency !== 0 && sent.covers === 'operation').then(
      (reply) =>
        reply.startsWith('w') ? complete(sent, readWaiting(reply)).catch(fail) : answer(sent, reply),
      fail,
    )
  }

  function handle(given: PlantRequest): Promise<PlantAnswer> {
    const start = performance.now()
    const request = keepHeaders(given)
    const body = decodeBody(request.body, maxBody)
    const isForOperation = isOperation(request)
    const reading = read(request, body)
    return perform({
      request,
      text: body.text,
      start,
      reading,
      covers: isForOperation ? 'operation' : 'other',
    })
  }

  return {
    path,
    maxBody,
    handle,
    async refuseRequest(given, failure, detail) {
      const start = performance.now()
      const request = keepHeaders(given)
      const { text } = decodeBody(request.body, maxBody)
      const reading = { failure, ...(detail !== undefined && { detail }) }
      // A refusal is the same without Redis.
      await step({ request, text, start, reading, covers: '' }, false).catch(() => {})
      return toAnswer('c', reading, request.method, answers)
    },
    async passOn(request) {
      const start = performance.now()
      const sent: Sent = { request, text: '', start, reading: passedOn, answer: noAnswer, covers: 'other' }
      const waiting = await step(sent, true).then(readWaiting, () => undefined)
      return {
        strike: waiting?.strike ?? { fault: 'internal-error', delay: 0 },
        finish({ status, headers, fault }) {
          if (waiting === undefined) return
          const answer = { status, headers: maskHeaders(headers), body: '', ...(fault && { fault }) }
          // The client has its answer, whether this arrives or not.
          step({ ...sent, answer }, false, { ...waiting, strike: noStrike }).catch(() => {})
        },
      }
    },
    fetch: createFetch(handle),
    refuse,
    plants: createPlants({ storage: createSharedPlants(namespace), ready: () => undefined }, () => {}),
    requests: createSharedJournal(namespace, answers),
    faults: createSharedFaults(namespace, randomSeed),
    changes: createSharedChanges(namespace, name),
    settings,
    reset: namespace.reset,
  }
}
