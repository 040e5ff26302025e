import type { Contract } from '../contract/contract.ts'
import { cutQuery } from '../http/mask.ts'
import { createRandom } from '../json/random.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'
import { type Changes, createChanges } from '../store/changes.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import { createMemoryFaults, type Faults } from '../store/faults.ts'
import { createFetch, type Fetch } from '../store/fetch.ts'
import { createJournal, type Journal } from '../store/journal.ts'
import { createJournalBound } from '../store/journal-bound.ts'
import type { JournalRecord } from '../store/journal-entry.ts'
import type { CorsOption } from '../store/options.ts'
import { drawDelay, endure, noStrike, type Strike } from '../store/strike.ts'
import { breakAnswer, dropConnection, replaceAnswer } from '../store/struck-answer.ts'
import { checkMockOptions } from './check-options.ts'
import type { CredentialsOption } from './checks/check-credentials.ts'
import { type EffectContext, stateName } from './effects/context.ts'
import type { MockRequest, MockResponse } from './exchange.ts'
import type { Failure } from './failure.ts'
import { createIdempotency } from './idempotency.ts'
import type { MockOptions } from './options.ts'
import type { RespondOption } from './own-code.ts'
import { createRecords, type Records } from './records.ts'
import { createRespondTo } from './respond-to.ts'
import { createReject } from './responses/reject.ts'
import { createSeeding } from './seed.ts'
import { run } from './steps.ts'
import { createMemoryStorage } from './storage/memory-storage.ts'
import { toFailure } from './to-failure.ts'

export type { CredentialsOption, MockOptions, MockRequest, MockResponse, Records, RespondOption }

/** A mock: it responds to requests by a contract, and keeps records. You can pass its functions around on their own. */
export interface Mock {
  readonly contract: Contract
  /** The largest body in bytes. */
  readonly maxBody: number
  /** Responds to a request of plain data: directly, or with a promise if a fault, the storage, or code of your own takes time. */
  handle(request: MockRequest): MockResponse | Promise<MockResponse>
  /** Responds like the global `fetch`; rejects with a TypeError if a fault drops the connection. */
  fetch: Fetch
  /** The records of a resource. Throws an {@link OptionsError} if there is no such resource. */
  records(name: string): Records
  /** The journal. */
  requests: Journal
  faults: Faults
  /** Restores the initial state: the records of the seed and the scenario, no faults, an empty journal. Delayed requests are dropped. */
  reset(): Promise<void>
}

/** A mock with what only a server needs. */
export interface ServedMock extends Mock {
  requests: Journal & { newest(): JournalRecord | undefined }
  /** Makes the response to a request that a server rejects. */
  reject(request: MockRequest, failure: Failure): MockResponse
  /** The same, and keeps it in the journal. */
  rejectRequest(request: MockRequest, failure: Failure): MockResponse
  /** Counts changes, and calls those who watch. */
  readonly changes: Changes
  readonly cors: CorsOption
  /** The kind of the storage, such as `memory`. */
  readonly storageKind: string
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const toText = (body: string | Uint8Array = ''): string =>
  typeof body === 'string' ? body : decoder.decode(body)

/**
 * Makes a mock of a contract.
 *
 * @throws {OptionsError} if an option is invalid
 *
 * @example
 * const mock = createMock({ contract: toContract(document) })
 * await mock.fetch('http://localhost/rooms')
 */
export const createMock = (options: MockOptions): Mock => createServedMock(options)

/** Makes a mock for a server. */
function createServedMock(options: MockOptions): ServedMock {
  checkMockOptions(options)
  const {
    contract,
    seed = {},
    responses = 'usual',
    maxBody = 1024 * 1024,
    randomSeed = 1,
    storage = createMemoryStorage(),
    journal: capacity = 1000,
    journalBound = createJournalBound(),
    latency = 0,
    scenario,
    now = () => new Date(),
  } = options
  const reject = createReject(contract, responses, now)
  const idempotency = createIdempotency()
  const context: EffectContext = {
    contract,
    storage,
    ready: () => seeding.ready(),
    now,
    random: createRandom(randomSeed),
    lastKeys: new Map(),
    state: storage.resource(stateName),
    keySchemas: new Map(),
  }
  const seeding = createSeeding(seed, context)
  const records = new Map(contract.resources.map((one) => [one.name, createRecords(one, context)]))
  const getRecords = (name: string): Records => {
    const found = records.get(name)
    if (found !== undefined) return found
    const known = [...records.keys()].join(', ') || 'none'
    throw new OptionsError(`there is no resource ${describeValue(name)}; the resources are ${known}`)
  }
  const respondTo = createRespondTo(options, { context, reject, idempotency, getRecords })
  const changes = createChanges()
  const journal = createJournal(capacity, journalBound, changes.mark)
  const faults = createMemoryFaults(randomSeed, () => changes.mark('faults'))
  let random = createRandom(randomSeed)
  /** Counts resets. */
  let generation = 0
  faults.setScenario(scenario)

  async function respondStruck(request: MockRequest, begun: Strike): Promise<MockResponse> {
    const born = generation
    const strike = await endure(begun)
    // A request that waited during a reset belongs to the old state.
    if (born !== generation) return dropConnection() as MockResponse
    const refuse = (name: Parameters<typeof toFailure>[0], detail?: string): PlantAnswer =>
      rejectAs(request, toFailure(name, detail)) as PlantAnswer
    const replaced = replaceAnswer(strike, refuse)
    if (replaced !== undefined) return replaced as MockResponse
    return breakAnswer((await run(respondTo(request))) as PlantAnswer, strike.fault) as MockResponse
  }

  function rejectAs(request: MockRequest, failure: Failure): MockResponse {
    const match = contract.match(request.method, request.path, request.headers)
    return reject(failure, request, match.kind === 'operation' ? match.operation : undefined)
  }

  function respond(request: MockRequest): MockResponse | Promise<MockResponse> {
    const { isIdle } = faults
    if (isIdle() && latency === 0) return run(respondTo(request))
    const match = contract.match(request.method, request.path, request.headers)
    const isOperation = match.kind === 'operation'
    const strike = faults.strike(
      cutQuery(request.path),
      isOperation,
      isOperation ? match.operation.id : undefined,
    )
    const delay = isOperation ? drawDelay(latency, random) : 0
    return strike === noStrike && delay === 0
      ? run(respondTo(request))
      : respondStruck(request, { ...strike, delay: strike.delay + delay })
  }

  const toRecord = ({ method, path, headers, body }: MockRequest, begun: number): JournalRecord => ({
    number: 0,
    start: begun,
    end: undefined,
    method,
    path,
    headers: { ...headers },
    body: toText(body),
    members: {},
    answer: undefined,
    upstream: undefined,
  })

  /** Completes the record of a request, which `keep` puts into the journal. */
  function finish(record: JournalRecord, response: MockResponse, keep: typeof journal.record): MockResponse {
    // RFC 9110 section 9.3.2: a response to HEAD has no body.
    const cut = record.method === 'HEAD' ? { ...response, body: '' } : response
    record.answer = { ...cut, body: toText(cut.body) } as PlantAnswer
    record.end = performance.now()
    keep(record)
    if (record.method !== 'GET' && record.method !== 'HEAD') changes.mark('plants')
    return cut
  }

  function handle(request: MockRequest): MockResponse | Promise<MockResponse> {
    const begun = performance.now()
    const responding = respond(request)
    const record = toRecord(request, begun)
    if (!(responding instanceof Promise)) return finish(record, responding, journal.record)
    journal.record(record)
    return responding.then((response) => finish(record, response, journal.settle))
  }

  return {
    contract,
    maxBody,
    handle,
    fetch: createFetch(handle as (request: MockRequest) => PlantAnswer | Promise<PlantAnswer>),
    records: getRecords,
    requests: journal,
    faults,
    changes,
    cors: options.cors ?? '*',
    storageKind: storage.kind ?? 'custom',
    reject: rejectAs,
    rejectRequest: (request, failure) =>
      finish(toRecord(request, performance.now()), rejectAs(request, failure), journal.record),
    async reset() {
      generation++
      idempotency.clear()
      context.random = createRandom(randomSeed)
      context.lastKeys.clear()
      await seeding.restore()
      journal.clear()
      faults.clear()
      random = createRandom(randomSeed)
      faults.setScenario(scenario)
      changes.mark('resets')
    },
  }
}
