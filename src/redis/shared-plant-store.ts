import { cutQuery } from '../http/mask.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { createRandom } from '../json/random.ts'
import { findEnd } from '../mock/faults/fault-state.ts'
import { drawDelay, endure, noStrike, type Strike, toStrike } from '../mock/faults/strike.ts'
import { dropConnection, replaceAnswer } from '../mock/faults/struck-response.ts'
import { createFetch } from '../mock/fetch.ts'
import { maskHeaders } from '../mock/journal/journal-entry.ts'
import { check } from '../options/check.ts'
import { createBehavior } from '../store/behavior.ts'
import { decodeBody } from '../store/body.ts'
import { refuseFailure } from '../store/create-plant.ts'
import { keepHeaders, noAnswer, type PlantAnswer, type PlantRequest } from '../store/exchange.ts'
import { optionsSchema } from '../store/option-table.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createPlants } from '../store/plants.ts'
import type { Reading } from '../store/read-request.ts'
import type { SharedServedStore } from '../store/store-interface.ts'
import { toStoredRecord } from '../store/stored-plant.ts'
import { createSharedChanges } from './changes.ts'
import { createSharedFaults } from './faults.ts'
import { createSharedJournal } from './journal.ts'
import type { InitialState, Namespace } from './namespace.ts'
import { encodeRecord, type SentRecord, toAnswer, writeStruck } from './record.ts'
import { createSharedResource, toScriptArgs } from './resource.ts'
import { noFault } from './step-script.ts'

/** A request on its way. */
interface Sent extends SentRecord {
  /** Whether it takes a fault of the operation, or one of its path only. */
  isForOperation: boolean
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
  open: (initial: InitialState) => Namespace,
): SharedServedStore {
  check(options, optionsSchema, 'the options')
  const { randomSeed = 1 } = options
  const { path, settings, seed, scenario, refuse, accept, isOperation, covers, identify, read } =
    createBehavior(options, 'redis')
  const answers = { refuse, accept }
  const { latency, maxBody } = settings
  const namespace = open({ seed: toScriptArgs(seed.map(toStoredRecord)), scenario, randomSeed })
  const { run } = namespace
  const faults = createSharedFaults(namespace, randomSeed)
  const random = createRandom(randomSeed)
  const capacity = String(settings.journal)

  /** Makes what a step needs besides the fault that it takes: only that if it waits afterwards, and only the rest if it has waited. */
  function toArgs(sent: Sent, strike: Strike, waits: boolean, waited?: Waiting): string[] {
    const isHandled = !waits && replaceAnswer(strike, refuse) === undefined
    const plant = isHandled ? sent.reading.plant : undefined
    return [
      waited?.epoch ?? '',
      writeStruck(strike),
      waits ? '1' : '',
      plant === undefined ? '' : String(plant.id),
      plant === undefined ? '' : stringifyExactJson(plant),
      settings.onDuplicate,
      capacity === '0' ? '' : encodeRecord(sent),
      capacity,
      waited?.number ?? '',
    ]
  }
  /** Runs the step of a request that takes no fault, or has taken it. */
  const finish = (sent: Sent, strike = noStrike, waited?: Waiting): Promise<string> =>
    run('step', [noFault, '', '', '', ...toArgs(sent, strike, false, waited)]) as Promise<string>

  /** Takes the fault of a request, and does the rest unless it has to wait. */
  async function begin(sent: Sent, waits: boolean): Promise<string | Waiting> {
    const { isForOperation } = sent
    const { reply, struck } = await faults.step(
      isForOperation ? path : cutQuery(sent.request.path),
      isForOperation,
      (struck) => toArgs(sent, struck, waits || struck.delay > 0 || struck.hold !== undefined),
    )
    if (!reply.startsWith('w')) return reply
    const [, epoch = '', number = ''] = reply.split(' ')
    const { hold } = struck
    return { epoch, number, strike: hold === undefined ? struck : { ...struck, held: () => waitFor(hold) } }
  }
  /** Waits until a hold ends. */
  async function waitFor(hold: string): Promise<Strike> {
    for (;;) {
      const ended = await faults.read((state) => findEnd(state, hold))
      if (ended !== undefined) return toStrike(ended, random)
      await endure({ delay: pause })
    }
  }
  const fail = (error: unknown): PlantAnswer => refuseFailure(refuse, error)
  // The state is another one since a reset, so nobody gets an answer from the old one.
  const answer = ({ request, reading }: Sent, outcome: string): PlantAnswer =>
    outcome === 'r' ? dropConnection() : toAnswer(outcome, reading, request.method, answers)

  async function complete(sent: Sent, waiting: Waiting): Promise<PlantAnswer> {
    const { delay } = waiting.strike
    const all = delay + (sent.isForOperation ? drawDelay(latency, random) : 0)
    const strike = await endure({ ...waiting.strike, delay: all })
    const outcome = await finish(sent, strike, waiting)
    return { ...answer(sent, outcome), aborted: sent.request.aborted?.() }
  }
  const perform = (sent: Sent): Promise<PlantAnswer> =>
    begin(sent, latency !== 0 && sent.isForOperation)
      .then((begun) => (typeof begun === 'string' ? answer(sent, begun) : complete(sent, begun)))
      .catch(fail)

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
      isForOperation,
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
      await finish({ request, text, start, reading, isForOperation: false }).catch(() => {})
      return toAnswer('c', reading, request.method, answers)
    },
    async passOn(request) {
      const start = performance.now()
      const sent: Sent = {
        request,
        text: '',
        start,
        reading: passedOn,
        answer: noAnswer,
        isForOperation: false,
      }
      const waiting = (await begin(sent, true).catch(() => undefined)) as Waiting | undefined
      return {
        strike: waiting?.strike ?? { fault: 'internal-error', delay: 0 },
        finish({ status, headers, fault }) {
          if (waiting === undefined) return
          const answer = { status, headers: maskHeaders(headers), body: '', ...(fault && { fault }) }
          // The client has its answer, whether this arrives or not.
          finish({ ...sent, answer }, noStrike, waiting).catch(() => {})
        },
      }
    },
    covers,
    identify,
    fetch: createFetch(handle),
    refuse,
    plants: createPlants({ storage: createSharedResource(namespace), ready: () => undefined }, () => {}),
    requests: createSharedJournal(namespace, answers),
    faults,
    changes: createSharedChanges(namespace),
    settings,
    reset: namespace.reset,
  }
}
