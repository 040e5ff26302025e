import type { AnyApi, Contract, Typed } from '../contract/contract.ts'
import type { PlantStore } from '../contract/plant-store.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { createNumbers } from '../json/random.ts'
import { checkName } from '../options/check-name.ts'
import { OptionsError } from '../options/options-error.ts'
import type { Path } from '../options/problems.ts'
import type { Asynchronous, Awaitable } from './awaitable.ts'
import { createBehavior } from './behavior.ts'
import { sendCallbacks } from './callbacks/send-callbacks.ts'
import { type Changes, createChanges } from './changes.ts'
import { type CredentialsOption, identify } from './checks/check-credentials.ts'
import { decodeRequest } from './decode-request.ts'
import { keepRequest, type MockRequest, type MockResponse } from './exchange.ts'
import type { Failure } from './failure.ts'
import { createMemoryFaults, type Faults } from './faults/faults.ts'
import { drawDelay, noStrike, type Strike, waitForEnd } from './faults/strike.ts'
import { breakResponse, dropConnection, replaceResponse } from './faults/struck-response.ts'
import { createFetch, type Fetch } from './fetch.ts'
import { createIssuedTokens, type IssuedTokens } from './issue-tokens.ts'
import { createJournal, type Journal } from './journal/journal.ts'
import { createJournalBound, type JournalBound } from './journal/journal-bound.ts'
import { type JournalRecord, maskHeaders } from './journal/journal-entry.ts'
import type { RequestPattern } from './journal/request-pattern.ts'
import { createKeptState } from './kept-state.ts'
import { checkMockOptions } from './option-table.ts'
import { type ChangeableMockOptions, fixedOptions, type MockOptions, type MockSettings } from './options.ts'
import type { RespondOption } from './own-code.ts'
import type { GetRecords, Records } from './records.ts'
import {
  createSharedRequests,
  type PassedRequest,
  type RequestTools,
  toFaultTarget,
} from './shared-requests.ts'
import { isShared, type SharedState, type SharedStorage } from './shared-state.ts'
import { runSteps, type Steps, wait } from './steps.ts'
import { createMemoryStorage } from './storage/memory-storage.ts'

export type { ResponsesOption } from './failure.ts'
export type {
  ChangeableMockOptions,
  CredentialsOption,
  MockOptions,
  MockRequest,
  MockResponse,
  Records,
  RespondOption,
}

/** A mock: it responds to requests by a contract, and keeps records. You can pass its functions around on their own. */
export interface Mock<Api = AnyApi, Requests = Journal<Api>, Active = Faults<Api>> extends Typed<Api> {
  readonly contract: Contract<Api>
  /** The current options. */
  readonly settings: MockSettings
  /** Responds to a request of plain data: directly, or with a promise if a fault, the storage, or code of your own takes time. */
  handle(request: MockRequest): MockResponse | Promise<MockResponse>
  /** Responds like the global `fetch`; rejects with a TypeError if a fault drops the connection. */
  fetch: Fetch
  records: GetRecords<Api>
  /** The journal. */
  requests: Requests
  faults: Active
  /** Restores the initial state: the records of the seed and the scenario, no faults, an empty journal. Delayed requests are dropped. */
  reset(): Promise<void>
  /**
   * Changes options while the mock runs, also the contract; those that are missing stay as they are. Journal and queued
   * faults stay, and so do the records that the new contract allows. New records of the seed are added; its changed records
   * replace the old ones unless somebody else changed them.
   * Throws an {@link OptionsError} if an option is invalid, before anything changes, and if the mock is shared.
   */
  configure(options: Partial<ChangeableMockOptions<Api>>): Promise<void>
  /** Replaces all options that can change while the mock runs, like `configure`; those that are missing get their defaults. */
  replaceOptions(options: ChangeableMockOptions<Api>): Promise<void>
}

/** A mock whose records, journal, and faults are in a storage that other processes share. */
export type SharedMock<Api = AnyApi> = Mock<Api, Asynchronous<Journal<Api>>, Asynchronous<Faults<Api>>>

/** A mock with what only a server needs. */
export interface ServedMock<Requests = Journal, Active = Faults> extends Mock<AnyApi, Requests, Active> {
  /** The newest request is missing in a journal that is shared. */
  requests: Requests & { newest?(): JournalRecord | undefined }
  /** Makes the response to a request that a server rejects. */
  reject(request: MockRequest, failure: Failure): MockResponse
  /** The same, and keeps it in the journal. */
  rejectRequest(request: MockRequest, failure: Failure): MockResponse | Promise<MockResponse>
  /** Takes the fault of a request that a server forwards to another service, and keeps the exchange in the journal, without its bodies. */
  passOn(request: MockRequest): Awaitable<PassedRequest>
  /** Whether a request is for an operation; an upstream gets the others. */
  covers(request: MockRequest): boolean
  /** Names whose request it is, by its valid credential. */
  identify(request: MockRequest): string | undefined
  /** Counts changes, and calls those who watch. */
  readonly changes: Changes
}

/** A shared mock with what only a server needs. */
export type SharedServedMock = ServedMock<Asynchronous<Journal>, Asynchronous<Faults>>

/** A mock of either kind: `await` each result of its journal and faults. */
export type AnyMock<Api = AnyApi> = Mock<Api> | SharedMock<Api>

/** A mock of either kind with what only a server needs. */
export type AnyServedMock = ServedMock | SharedServedMock

/** The options of a shared mock. */
export type SharedMockOptions<Api = AnyApi> = MockOptions<Api> & { storage: SharedStorage }

/**
 * Makes a mock: by default of the plant store, otherwise of a contract, whose types it has.
 *
 * @throws {OptionsError} if an option is invalid
 *
 * @example
 * const mock = createMock({ contract: toContract(document) })
 * await mock.fetch('http://localhost/rooms')
 */
export function createMock<Api = PlantStore>(options: SharedMockOptions<Api>): SharedMock<Api>
export function createMock<Api = PlantStore>(options?: MockOptions<Api>): Mock<Api>
export function createMock(options: MockOptions = {}): AnyMock {
  return createServedMock(options)
}

/**
 * Makes a mock for a server.
 *
 * @param journalBound the size that the journals of several mocks may have together; by default each has its own
 * @param issued the tokens that several mocks have issued together; by default each has its own
 *
 * @throws {OptionsError} if an option is invalid
 */
export function createServedMock(
  options: SharedMockOptions,
  journalBound?: JournalBound,
  issued?: IssuedTokens,
): SharedServedMock
export function createServedMock(
  options: MockOptions,
  journalBound?: JournalBound,
  issued?: IssuedTokens,
): ServedMock
export function createServedMock(
  options: MockOptions,
  journalBound: JournalBound = createJournalBound(),
  issued: IssuedTokens = createIssuedTokens(),
): AnyServedMock {
  checkMockOptions(options)
  const { randomSeed = 1, storage = createMemoryStorage() } = options
  /** A promise while the seed is being stored. */
  let seeding: Promise<void> | undefined
  const ready = (): Promise<void> | undefined => seeding
  const changes = createChanges()
  const kept = createKeptState(storage, randomSeed, ready, () => changes.mark('records'), issued)
  let behavior = createBehavior(options, kept)
  /** A misspelled operation or resource would never match. */
  function checkNames(
    { operation, created }: Pick<RequestPattern, 'operation' | 'created'>,
    path: Path = [],
  ): void {
    const { operations, resources } = behavior.contract
    const ids = operations.map(({ id }) => id)
    const names = resources.map(({ name }) => name)
    if (typeof operation === 'string') checkName('operation', operation, ids, [...path, 'operation'])
    if (created !== undefined) checkName('resource', created, names, ['created'])
  }
  const journal = createJournal(behavior.settings.journal, journalBound, changes.mark, checkNames)
  const faults = createMemoryFaults(randomSeed, () => changes.mark('faults'), checkNames)
  let random = createNumbers(randomSeed)
  /** Counts resets. */
  let generation = 0
  faults.setScenario(options.scenario)

  async function respondStruck(
    begun: Strike,
    request: MockRequest,
    isCurrent: () => Awaitable<boolean>,
  ): Promise<MockResponse> {
    const strike = await waitForEnd(begun)
    // A request that waited during a reset belongs to the old state.
    if (!(await isCurrent())) return dropConnection()
    const replaced = replaceResponse(strike, (failure) => behavior.reject(request, failure))
    if (replaced !== undefined) return replaced
    return breakResponse(await runSteps(behavior.respondTo(request, behavior.match(request))), strike.fault)
  }

  const respondAfter: RequestTools['respondAfter'] = (strike, request, match, isCurrent) => {
    const delay = match.kind === 'operation' ? drawDelay(behavior.settings.latency, random) : 0
    return strike === noStrike && delay === 0
      ? runSteps(behavior.respondTo(request, match))
      : respondStruck({ ...strike, delay: strike.delay + delay }, request, isCurrent)
  }

  function respond(
    request: MockRequest,
    match: ReturnType<Contract['match']>,
  ): MockResponse | Promise<MockResponse> {
    if (faults.isIdle() && behavior.settings.latency === 0)
      return runSteps(behavior.respondTo(request, match))
    const born = generation
    const strike = faults.strike(toFaultTarget(request, match))
    return respondAfter(strike, request, match, () => born === generation)
  }

  const toRecord: RequestTools['toRecord'] = ({ method, path, headers, body = '' }, match) => ({
    number: 0,
    start: performance.now(),
    end: undefined,
    method,
    path,
    operation: match?.kind === 'operation' ? match.operation.id : undefined,
    headers,
    body,
    response: undefined,
    upstream: undefined,
  })

  function complete(record: JournalRecord, response: MockResponse): MockResponse {
    // RFC 9110 section 9.3.2: a response to HEAD has no body.
    const cut = record.method === 'HEAD' ? { ...response, body: '' } : response
    const { callbacks } = cut
    record.response = callbacks === undefined ? cut : { ...cut, callbacks: undefined }
    if (callbacks !== undefined) record.callbacks = callbacks.map(({ entry }) => entry)
    record.end = performance.now()
    return cut
  }

  /** Completes the record of a request, which `keep` puts into the journal. */
  function finish(record: JournalRecord, response: MockResponse, keep: typeof journal.record): MockResponse {
    const cut = complete(record, response)
    keep(record)
    const { method, operation } = record
    if (operation !== undefined && method !== 'GET' && method !== 'HEAD' && cut.failure === undefined)
      changes.mark('records')
    return cut
  }

  const receive: RequestTools['receive'] = (given) =>
    decodeRequest(keepRequest(given), behavior.settings.maxBody)

  function handle(given: MockRequest): MockResponse | Promise<MockResponse> {
    const request = receive(given)
    const match = behavior.match(request)
    const record = toRecord(request, match)
    const responding = respond(request, match)
    const end = (made: MockResponse, keep: typeof journal.record): MockResponse => {
      const response = finish(record, made, keep)
      sendCallbacks(response, request, record, journal.settle)
      return response
    }
    if (!(responding instanceof Promise)) return end(responding, journal.record)
    journal.record(record)
    return responding.then((made) => end({ ...made, aborted: request.aborted?.() }, journal.settle))
  }

  /** Keeps the records that the next behavior allows, and stores those of a new seed. */
  function* carryOver(next: typeof behavior): Steps<void> {
    const names = next.contract.resources.map(({ name }) => name)
    for (const { name } of behavior.contract.resources)
      if (!names.includes(name)) yield* wait(storage.resource(name).replaceAll([]))
    if (!isSame(next.contract.document, behavior.contract.document))
      for (const name of names) yield* next.records(name).keepFitting()
    for (const [name, values] of Object.entries(next.options.seed ?? {}))
      yield* next.records(name).reseed(behavior.options.seed?.[name] ?? [], values)
  }

  /** The last change of options; each waits for the one before. */
  let changing: Promise<void> = Promise.resolve()
  function change(toOptions: () => ChangeableMockOptions): Promise<void> {
    const changed = changing.then(() => applyOptions(toOptions()))
    changing = changed.catch(() => {})
    return changed
  }

  async function applyOptions(changed: ChangeableMockOptions): Promise<void> {
    const wrong = fixedOptions.find((name) => name in changed)
    if (wrong !== undefined) throw new OptionsError("can't change while the mock runs", [wrong])
    const fixed = Object.fromEntries(fixedOptions.map((name) => [name, options[name]]))
    const wanted: MockOptions = { ...changed, ...fixed }
    checkMockOptions(wanted)
    const next = createBehavior(wanted, kept)
    await seeding
    const leave = await kept.queue.enter()
    const { scenario } = behavior.options
    try {
      await runSteps(carryOver(next))
      behavior = next
    } finally {
      leave()
    }
    if (JSON.stringify(changed.scenario) !== JSON.stringify(scenario)) faults.setScenario(changed.scenario)
    changes.mark('options')
  }

  const shared: SharedState | undefined = isShared(storage)
    ? storage.share({
        records: behavior.seedRecords(),
        scenario: options.scenario,
        randomSeed,
        journal: behavior.settings.journal,
        checkNames,
      })
    : undefined
  const seeded = shared === undefined ? runSteps(behavior.seed()) : undefined
  if (seeded instanceof Promise) {
    seeding = seeded.then(() => {
      seeding = undefined
    })
    // Requests get the error.
    seeding.catch(() => {})
  }
  const mock: ServedMock = {
    get contract() {
      return behavior.contract
    },
    get settings() {
      return behavior.settings
    },
    handle,
    fetch: createFetch(handle),
    records: (name) => behavior.records(name),
    requests: journal,
    faults,
    changes,
    reject: (request, failure) => behavior.reject(request, failure),
    rejectRequest: (request, failure) =>
      finish(toRecord(request), behavior.reject(request, failure), journal.record),
    passOn(request) {
      const record = { ...toRecord({ ...request, body: '' }), upstream: true as const }
      const strike = faults.strike(toFaultTarget(request))
      journal.record(record)
      return {
        strike,
        finish({ status, headers, fault }) {
          finish(
            record,
            { status, headers: maskHeaders(headers), body: '', ...(fault && { fault }) },
            journal.settle,
          )
        },
      }
    },
    covers: (request) => behavior.match(request).kind === 'operation',
    identify: (request) => identify(behavior.contract.securitySchemes, request, behavior.accepted),
    async reset() {
      generation++
      // What could not be stored is stored now.
      await seeding?.catch(() => {})
      seeding = undefined
      const leave = await kept.queue.enter()
      try {
        await runSteps(behavior.restore())
      } finally {
        leave()
      }
      journal.clear()
      faults.clear()
      random = createNumbers(randomSeed)
      faults.setScenario(behavior.options.scenario)
      changes.mark('resets')
    },
    configure: (changed) => change(() => ({ ...withoutFixed(behavior.options), ...changed })),
    replaceOptions: (changed) => change(() => changed),
  }
  if (shared === undefined) return mock
  const { match, reject } = behavior
  const tools = { receive, match, reject, respondAfter, toRecord, complete, restart: kept.restart }
  const requests = createSharedRequests(shared, tools)
  const refuseChange = async (): Promise<never> => {
    throw new OptionsError("the options of a shared mock can't change while it runs")
  }
  return {
    ...mock,
    ...requests,
    fetch: createFetch(requests.handle),
    requests: shared.journal,
    faults: shared.faults,
    changes: shared.changes,
    configure: refuseChange,
    replaceOptions: refuseChange,
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || stringifyExactJson(one) === stringifyExactJson(other)

const withoutFixed = (options: MockOptions): ChangeableMockOptions =>
  Object.fromEntries(
    Object.entries(options).filter(([name]) => !(fixedOptions as readonly string[]).includes(name)),
  ) as unknown as ChangeableMockOptions
