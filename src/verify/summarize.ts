import type { Warning } from '../contract/contract.ts'
import type { Exchange } from '../http/exchange.ts'
import { readAnswerHeader } from '../http/exchange.ts'
import { type Rule, rules } from '../judge/rules.ts'
import { applyBaseline } from '../reports/baseline.ts'
import {
  type Case,
  type CaseStatus,
  type Note,
  type ShownFinding,
  showFinding,
  toNotes,
} from '../reports/report.ts'
import { createReportMask, type ShowOptions, showExchange } from '../reports/show.ts'
import type { Bench } from './bench.ts'
import { isChosen, isFailing } from './chosen.ts'
import type { LedgerFinding } from './ledger.ts'
import type { BaselineEntry, UnjudgedReason, VerifyOptions, VerifyReport } from './options.ts'

export interface EndedRun {
  bench: Bench
  options: VerifyOptions
  given: URL
  base: URL
  seed: number
  startedAt: string
  duration: number
  requests: number
  /** How many probes of which operations the budget left out. */
  leftOut: readonly string[]
  /** The records that are left. */
  kept: readonly string[]
  /** What came back first, if anything was sent. */
  first: Exchange | undefined
  late: UnjudgedReason | undefined
  isStopped: boolean
  isLimited: boolean
}

/** Says what a finding has seen, in words that are the same in every run. */
function describeSeen({ exchanges, place }: LedgerFinding): string {
  const outcome = exchanges.at(-1)?.outcome
  if (outcome?.kind !== 'answer') return `${outcome?.kind ?? 'nothing'}, at ${place}`
  const type =
    readAnswerHeader(outcome.answer, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? 'no type'
  return `${outcome.answer.status}, ${type}, at ${place}`
}

const toSource = (place: Pick<Warning, 'file' | 'line' | 'column'> | undefined): { source?: string } =>
  place?.line === undefined ? {} : { source: `${place.file}:${place.line}:${place.column}` }

function show({ bench, options, base }: EndedRun, found: LedgerFinding): ShownFinding {
  const { level, operation, place, message, tried, alike, exchanges, expected, actual } = found
  const name = operation ?? 'the service'
  const hasKeys = exchanges.some(({ request }) => request.method === 'POST') && hasIntegerKeys(bench)
  const toOptions: ShowOptions = {
    ...toShowOptions(bench, options, base),
    // The service has stored those of the run.
    ...(hasKeys && { fresh: { from: -(2n ** 63n), to: 2n ** 63n - 1n, isOfValue: alike.length === 0 } }),
  }
  return showFinding(
    {
      kind: level === 'open' ? 'note' : 'error',
      place,
      ...(expected !== undefined && { expected }),
      ...(actual !== undefined && { actual }),
      ...toSource(bench.contract.locate?.(place)),
      tried: `${name}: ${tried}`,
      ...(alike.length > 0 && { alike }),
      problem: message,
      stable: describeSeen(found),
      requests: [name],
      // The first of many requests made the records, and the last ones show it.
      exchanges: exchanges.length > 12 ? [...exchanges.slice(0, 4), ...exchanges.slice(-8)] : exchanges,
    },
    toOptions,
  )
}

const hasIntegerKeys = ({ contract }: Bench): boolean =>
  contract.resources.some(({ key }) => key.from === 'client' && key.schema.facts().types.includes('integer'))

const toShowOptions = (bench: Bench, { showToken = false }: VerifyOptions, base: URL): ShowOptions => {
  const { credentials } = bench
  return { base, secrets: credentials.secrets(), variables: credentials.variables(), showToken }
}

const toStatus = (rule: Rule, lowest: VerifyOptions['level']): { status: CaseStatus; word: string } =>
  isFailing(rule, lowest)
    ? { status: 'failed', word: 'broken' }
    : { status: 'warning', word: 'with a warning' }

function toCase(ended: EndedRun, rule: Rule): Case {
  const { ledger } = ended.bench
  const { id, level, group, statement } = rule
  const tries = ledger.tries(id)
  const found = ledger.of(id)
  const common = { title: id, statement, origin: level, group, className: `plant-store.${level}`, tries }
  if (found.length > 0 && level !== 'open')
    return {
      ...common,
      ...toStatus(rule, ended.options.level),
      findings: found.map((one) => show(ended, one)),
    }
  return tries > 0
    ? { ...common, status: 'passed', word: 'kept', findings: [] }
    : {
        ...common,
        status: 'skipped',
        word: 'not tried',
        reason: 'nothing in the description or the run leads to them',
        findings: [],
      }
}

/** How many findings that didn't come again are shown. */
const maxFlaky = 10

/** Makes the case of what failed once, and not when it was tried again. */
function toFlakyCases(ended: EndedRun): Case[] {
  const { bench, options, requests } = ended
  const { once } = bench.ledger
  if (once.length === 0 || (options.only ?? []).length > 0) return []
  return [
    {
      title: 'flaky-requests',
      statement: 'No request fails once and succeeds when it is sent again.',
      origin: 'no rule; it fails the run with --fail-on-flaky',
      group: 'Reliability',
      className: 'plant-store.flaky',
      ...(options.failOnFlaky === true
        ? { status: 'failed', word: 'flaky' }
        : { status: 'warning', word: 'with a warning' }),
      tries: requests,
      findings: once.slice(0, maxFlaky).map((one) => show(ended, { ...one, level: 'should', alike: [] })),
    },
  ]
}

function findUnjudged(ended: EndedRun, cases: readonly Case[]): UnjudgedReason | undefined {
  const { first, late, bench, isStopped, isLimited, duration, options } = ended
  if (late !== undefined) return late
  if (bench.health.reason !== undefined) return bench.health.reason
  if (isStopped)
    return {
      kind: 'stopped',
      message: isLimited
        ? `the limit of ${options.limit ?? 120_000} ms ended the run. Pass --limit with more, or --max-requests with fewer`
        : `the run was stopped after ${(duration / 1000).toFixed(1)} s`,
    }
  if (first !== undefined && first.outcome.kind !== 'answer')
    return {
      kind: 'unreachable',
      message: `${ended.given.href} is not reachable: ${first.outcome.message}. If it is still starting, pass --wait SECONDS`,
    }
  const { operations } = bench.options
  const reasons = operations.map((operation) => bench.coverage.reason(operation))
  if (reasons.some((reason) => reason === undefined)) return undefined
  const statuses = bench.coverage.statuses()
  const areAll = (...wanted: number[]): boolean =>
    statuses.size > 0 && [...statuses].every((status) => wanted.includes(status))
  if (areAll(404))
    return {
      kind: 'not-found',
      message: `every request gets 404; is ${ended.base.href} the base address of the service?`,
    }
  if (areAll(301, 302, 307, 308))
    return {
      kind: 'not-found',
      message: `every request is redirected; pass the address behind ${ended.base.href}`,
    }
  if (areAll(401, 403))
    return {
      kind: 'unauthorized',
      message: 'every request gets 401 or 403; pass credentials that it accepts with --token or --credential',
    }
  return cases.some(({ status }) => status === 'failed')
    ? undefined
    : { kind: 'untried', message: `no operation could be judged: ${reasons[0]}` }
}

export function summarize(ended: EndedRun, baseline: readonly BaselineEntry[]): VerifyReport {
  const { bench, options, given, base, seed, startedAt, duration, requests, leftOut, kept } = ended
  const chosen = rules.filter((rule) => isChosen(rule, options))
  const isJudged = ended.first?.outcome.kind === 'answer'
  const all = chosen.filter(({ level }) => level !== 'open').map((rule) => toCase(ended, rule))
  const { cases, staleBaseline } = applyBaseline(isJudged ? all : [], baseline, 'known to be broken')
  const flaky = isJudged ? toFlakyCases(ended) : []
  const broken = [...cases, ...flaky].filter(({ status }) => status === 'failed').length
  const unjudged = findUnjudged(ended, cases)
  const isFailed = broken > 0 && (unjudged === undefined || ['stopped', 'changed'].includes(unjudged.kind))
  const outcome = isFailed ? 'failed' : unjudged === undefined ? 'passed' : 'unjudged'
  const mask = createReportMask(toShowOptions(bench, options, base))
  const toNote =
    (text: string) =>
    (one: LedgerFinding | Bench['ledger']['once'][number]): Note => ({
      about: one.rule,
      text: mask(`${one.operation ?? 'the service'}: ${one.tried}: ${one.message}${text}`),
    })
  const open = chosen.filter(({ level }) => level === 'open').flatMap(({ id }) => bench.ledger.of(id))
  const { operations } = bench.options
  return {
    command: 'verify',
    subject: String(given),
    startedAt,
    duration,
    outcome,
    headline:
      outcome === 'failed'
        ? `${broken} ${broken === 1 ? 'rule is' : 'rules are'} broken`
        : outcome === 'passed'
          ? 'The service keeps its description'
          : "The service can't be judged",
    noun: 'rule',
    facts: [
      `${requests} ${requests === 1 ? 'request' : 'requests'}`,
      `seed ${seed}`,
      ...(base.pathname === given.pathname ? [] : [`base path ${base.pathname}`]),
    ],
    ...(unjudged && {
      unjudged: {
        kind: unjudged.kind,
        message: mask(unjudged.message),
        ...(unjudged.exchange && {
          exchange: showExchange(unjudged.exchange, toShowOptions(bench, options, base)),
        }),
      },
    }),
    cases: [...cases, ...flaky],
    notes: [
      ...toNotes('Operations that were not judged', bench.coverage.toLeftOut(operations), true),
      ...toNotes('Left open by the description', open.map(toNote(''))).map((one) => ({
        ...one,
        isDetail: true as const,
      })),
      ...(isJudged ? toNotes('Documented responses', bench.coverage.toNotes(operations)) : []),
    ],
    remarks: [
      ...(leftOut.length > 0
        ? [
            `The budget left out probes: ${leftOut.join(', ')}. Pass --operation to send all of one operation.`,
          ]
        : []),
      ...(kept.length > 0
        ? [
            `The run left ${kept.length} ${kept.length === 1 ? 'record' : 'records'} behind: ${kept.slice(0, 5).join(', ')}${kept.length > 5 ? ', …' : ''}.`,
          ]
        : []),
    ],
    staleBaseline: unjudged === undefined ? staleBaseline : [],
    seed,
    requests,
  }
}
