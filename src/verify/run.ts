import type { Contract, Operation } from '../contract/contract.ts'
import { plantStore } from '../contract/plant-store.ts'
import { openAccess } from '../http/access.ts'
import { limitTime } from '../http/limit-time.ts'
import { maskAlso } from '../http/mask.ts'
import { createSender } from '../http/sender.ts'
import { readBase } from '../http/service-options.ts'
import { createTokenSource } from '../http/token-source.ts'
import { judgeExchange } from '../judge/judge-exchange.ts'
import { OptionsError } from '../options/options-error.ts'
import { createRandom, toSeed } from '../probes/random.ts'
import { toUnknown, toUnknownPath } from '../probes/server.ts'
import { type Bench, createSend } from './bench.ts'
import { createIsSent } from './chosen.ts'
import { cleanUp } from './clean-up.ts'
import { createCoverage } from './coverage.ts'
import { createCredentials } from './credentials.ts'
import { findBase } from './find-base.ts'
import { findPlain } from './find-plain.ts'
import { createHealth } from './health.ts'
import { keepSingles } from './keep-singles.ts'
import { judgePrivate } from './laws/private.ts'
import { runLaws, runServiceLaws } from './laws/run-laws.ts'
import { confirm, createLedger } from './ledger.ts'
import { verifyOptions } from './option-table.ts'
import type { VerifyOptions } from './options.ts'
import { createRunRecords } from './records.ts'
import type { JudgeWithBaseline } from './repeat.ts'
import { runOperation, type SentOnce } from './run-operation.ts'
import { countRules } from './run-probe.ts'
import { summarize } from './summarize.ts'
import { waitForService } from './wait-for-service.ts'

function readOperations(contract: Contract, { operations: names = [] }: VerifyOptions): Operation[] {
  return names.map((name) => {
    const operation = contract.operation(name)
    if (operation === undefined)
      throw new OptionsError(`names no operation: ${name}. plant-store describe lists them`, ['operations'])
    return operation
  })
}

/** Operations on what others create come after them, and those that remove it last. */
const order = { create: 0, replace: 1, list: 2, read: 2, merge: 3, none: 4, remove: 5 } as const

function sort(contract: Contract, operations: readonly Operation[]): Operation[] {
  const depth = ({ path }: Operation): number => path.split('{').length
  return contract.operations
    .filter((operation) => operations.length === 0 || operations.includes(operation))
    .toSorted((one, other) => depth(one) - depth(other) || order[one.effect.kind] - order[other.effect.kind])
}

async function judgeUnknownPath(bench: Bench, [operation]: readonly Operation[]): Promise<void> {
  const path = toUnknownPath(bench.contract, bench.seed)
  if (path === undefined || operation === undefined) return
  const expectation = {
    kind: 'reject',
    rule: 'unknown-path',
    place: '/paths',
    tried: `GET ${path}`,
    reason: 'unknown',
  } as const
  await confirm(bench, async () => {
    const exchange = await bench.send(toUnknown(operation, path))
    countRules(bench, expectation, exchange)
    return judgeExchange(expectation, exchange)
  })
}

/** Judges a service by its description; throws an {@link OptionsError} if a credential or an operation isn't one of the description. */
export async function runVerification(url: string | URL, options: VerifyOptions): Promise<JudgeWithBaseline> {
  const { contract = plantStore() } = options
  const named = readOperations(contract, options)
  const operations = sort(contract, named)
  if (operations.length === 0) throw new OptionsError('has no operation to judge', ['contract'])
  maskAlso(contract.securitySchemes.filter(({ kind }) => kind === 'apiKey').map(({ parameter }) => parameter))
  const access = openAccess(options)
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
  const { requestLimit = verifyOptions.requestLimit.default, limit = verifyOptions.limit.default } = options
  const stopped = options.signal ?? new AbortController().signal
  const given = readBase(url)
  const late = options.wait
    ? await waitForService(given, { limit: options.wait, access, signal: stopped })
    : undefined
  const start = performance.now()
  const startedAt = new Date().toISOString()
  const over = new AbortController()
  const limited = limitTime(limit, stopped)
  const signal = AbortSignal.any([limited, over.signal])
  const token = options.token === undefined ? undefined : await createTokenSource(options.token, signal)
  using sender = createSender({
    base: given,
    requestLimit,
    concurrency: options.concurrency ?? verifyOptions.concurrency.default,
    access,
    signal,
  })
  const { base, first } = late === undefined ? await findBase(sender, given, contract) : { base: given }
  const credentials = createCredentials(contract, token, options.credentials, options.otherToken, signal)
  const [coverage, ledger] = [createCoverage(), createLedger()]
  const health = createHealth(
    () => bench,
    () => over.abort(),
  )
  const bench: Bench = {
    contract,
    options: {
      params: options.params ?? {},
      isSafe: options.safe ?? false,
      isProtocol: options.level === 'protocol',
      isSent: createIsSent(options),
      hasOrder: options.concurrency === 1,
      atOnce: Math.max(2, options.concurrency ?? verifyOptions.concurrency.default),
      invalidToken: options.invalidToken,
      otherToken: options.otherToken,
      operations,
      named: new Set(named),
    },
    seed,
    // A service that keeps its data has the keys of an earlier run with the same seed.
    random: createRandom(toSeed(`${seed} ${startedAt}`)),
    credentials,
    coverage,
    ledger,
    health,
    records: createRunRecords(() => bench),
    base,
    signal,
    sender,
    access,
    taken: new Map(),
    sentStrings: new Set(),
    ...createSend(() => bench, options.maxRequests ?? Number.POSITIVE_INFINITY),
  }
  const isReachable = first?.outcome.kind === 'answer'
  const leftOut: string[] = []
  let kept: readonly string[] = []
  if (isReachable) {
    const restoreSingles = await keepSingles(bench, named)
    await judgeUnknownPath(bench, operations)
    for (const operation of operations) {
      if (signal.aborted) break
      await confirm(bench, () => findPlain(bench, operation))
      if (coverage.reason(operation) === undefined) health.watch(operation)
    }
    const judged = operations.filter((operation) => coverage.reason(operation) === undefined)
    await runLaws(bench, judged)
    const once: SentOnce = { schemes: new Set(), paths: new Set(), hasBodySyntax: false, hasClients: false }
    for (const [index, operation] of judged.entries()) {
      options.onProgress?.({ done: index, total: judged.length, operation: operation.id })
      const count = await runOperation(bench, operation, once)
      if (count > 0) leftOut.push(`${count} of ${operation.id}`)
    }
    await judgePrivate(bench, judged)
    await runServiceLaws(bench, judged)
    await restoreSingles()
    kept = await cleanUp(bench, ({ resource, pathValues, sent }) =>
      options.onCreated?.({ resource: resource.name, key: pathValues.map(String), sent }),
    )
  }
  const ended = {
    bench,
    options,
    given,
    base,
    seed,
    startedAt,
    duration: Math.round(performance.now() - start),
    requests: sender.sent,
    leftOut,
    kept,
    first,
    late,
    isStopped: limited.aborted,
    isLimited: limited.aborted && !stopped.aborted,
  }
  return (baseline) => summarize(ended, baseline)
}
