import type { Operation } from '../../contract/contract.ts'
import { openAccess } from '../../http/access.ts'
import { limitTime } from '../../http/limit-time.ts'
import { maskAlso } from '../../http/mask.ts'
import { createSender } from '../../http/sender.ts'
import { readBase } from '../../http/service-options.ts'
import { judgeExchange } from '../../judge/contract/judge-exchange.ts'
import { checkOptions } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import { toUnknown, toUnknownPath } from '../../probes/contract/server.ts'
import { createRandom } from '../../probes/random.ts'
import { createTokenSource } from '../token-source.ts'
import { waitForService } from '../wait-for-service.ts'
import { type Bench, createSend } from './bench.ts'
import { cleanUp } from './clean-up.ts'
import { createCoverage } from './coverage.ts'
import { createCredentials } from './credentials.ts'
import { findBase } from './find-base.ts'
import { findPlain } from './find-plain.ts'
import { runLaws } from './laws/run-laws.ts'
import { confirm, createLedger } from './ledger.ts'
import { contractOptionTable } from './option-table.ts'
import type { ContractBaselineEntry, ContractReport, ContractVerifyOptions } from './options.ts'
import { createRecords } from './records.ts'
import { type Once, runOperation } from './run-operation.ts'
import { countRules } from './run-probe.ts'
import { summarize } from './summarize.ts'

/** Finds the operations that the user named. */
function readOperations({ contract, operations: names = [] }: ContractVerifyOptions): Operation[] {
  return names.map((name) => {
    const operation = contract.operation(name)
    if (operation === undefined)
      throw new OptionsError(`names no operation: ${name}. plant-store describe lists them`, ['operations'])
    return operation
  })
}

/** Operations on what others create come after them, and those that remove it last. */
const order = { create: 0, replace: 1, list: 2, read: 2, merge: 3, none: 4, remove: 5 } as const

function sort({ contract }: ContractVerifyOptions, operations: readonly Operation[]): Operation[] {
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
  await confirm(bench.ledger, async () => {
    const exchange = await bench.send(toUnknown(operation, path))
    countRules(bench, expectation, exchange)
    return judgeExchange(expectation, exchange)
  })
}

/** Judges a service by its description, and returns what makes the report with a baseline; throws an {@link OptionsError} if an option has a wrong value. */
export async function runContract(
  url: string | URL,
  options: ContractVerifyOptions,
): Promise<(baseline: readonly ContractBaselineEntry[]) => ContractReport> {
  checkOptions(options, contractOptionTable)
  const { contract } = options
  const named = readOperations(options)
  const operations = sort(options, named)
  if (operations.length === 0) throw new OptionsError('has no operation to judge', ['contract'])
  maskAlso(contract.securitySchemes.filter(({ kind }) => kind === 'apiKey').map(({ parameter }) => parameter))
  const access = openAccess(options)
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
  const {
    requestLimit = contractOptionTable.requestLimit.default,
    limit = contractOptionTable.limit.default,
  } = options
  const stopped = options.signal ?? new AbortController().signal
  const given = readBase(url)
  const late = options.wait
    ? await waitForService(given, { limit: options.wait, access, signal: stopped })
    : undefined
  const start = performance.now()
  const startedAt = new Date().toISOString()
  const signal = limitTime(limit, stopped)
  const token = options.token === undefined ? undefined : await createTokenSource(options.token, signal)
  using sender = createSender({ base: given, requestLimit, concurrency: 5, access, signal })
  const { base, first } = await findBase(sender, given, contract)
  const credentials = createCredentials(contract, token, options.credentials)
  const [coverage, ledger] = [createCoverage(), createLedger()]
  const bench: Bench = {
    contract,
    options: {
      params: options.params ?? {},
      isSafe: options.safe ?? false,
      invalidToken: options.invalidToken,
      operations,
      named: new Set(named),
    },
    seed,
    random: createRandom(seed),
    credentials,
    coverage,
    ledger,
    records: createRecords(() => bench),
    base,
    signal,
    ...createSend(
      sender,
      base,
      { coverage, credentials },
      options.maxRequests ?? Number.POSITIVE_INFINITY,
      () => bench.records,
    ),
  }
  const isReachable = first.outcome.kind === 'answer' && late === undefined
  const leftOut: string[] = []
  let kept: readonly string[] = []
  if (isReachable) {
    await judgeUnknownPath(bench, operations)
    for (const operation of operations) {
      if (signal.aborted) break
      await confirm(ledger, () => findPlain(bench, operation))
    }
    const judged = operations.filter((operation) => coverage.reason(operation) === undefined)
    await runLaws(bench, judged)
    const once: Once = { schemes: new Set(), paths: new Set(), hasBodySyntax: false }
    for (const [index, operation] of judged.entries()) {
      options.onProgress?.({ done: index, total: judged.length, operation: operation.id })
      const count = await runOperation(bench, operation, once)
      if (count > 0) leftOut.push(`${count} of ${operation.id}`)
    }
    kept = await cleanUp(bench)
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
    isStopped: signal.aborted,
    isLimited: signal.aborted && !stopped.aborted,
  }
  return (baseline) => summarize(ended, baseline)
}
