import type { Exchange } from '../../http/exchange.ts'
import { readHeader } from '../../http/exchange.ts'
import { type ContractRule, contractRules, type RuleLevel } from '../../judge/contract/rules.ts'
import { applyBaseline } from '../../reports/baseline.ts'
import {
  type Case,
  type CaseStatus,
  type Note,
  type ShownFinding,
  showFinding,
  toNotes,
} from '../../reports/report.ts'
import { createReportMask, type ShowOptions, showExchange } from '../../reports/show.ts'
import type { Reason } from '../report.ts'
import type { Bench } from './bench.ts'
import type { Found } from './ledger.ts'
import type { ContractBaselineEntry, ContractReport, ContractVerifyOptions } from './options.ts'

/** A run that has ended. */
export interface EndedContractRun {
  bench: Bench
  options: ContractVerifyOptions
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
  first: Exchange
  late: Reason | undefined
  isStopped: boolean
  isLimited: boolean
}

/** Says what a finding has seen, in words that are the same in every run. */
function describeSeen({ exchanges, place }: Found): string {
  const outcome = exchanges.at(-1)?.outcome
  if (outcome?.kind !== 'answer') return `${outcome?.kind ?? 'nothing'}, at ${place}`
  const type = readHeader(outcome.answer, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? 'no type'
  return `${outcome.answer.status}, ${type}, at ${place}`
}

function show({ bench, options, base }: EndedContractRun, found: Found): ShownFinding {
  const { rule: _rule, level: _level, operation, message, tried, alike, exchanges, ...values } = found
  const name = operation ?? 'the service'
  const toOptions: ShowOptions = toShowOptions(bench, options, base)
  return showFinding(
    {
      ...values,
      kind: found.level === 'open' ? 'note' : 'error',
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

const toShowOptions = (
  bench: Bench,
  { showToken = false }: ContractVerifyOptions,
  base: URL,
): ShowOptions => {
  const secrets = bench.credentials.secrets()
  return { base, secrets, showToken }
}

/** What became of a rule, by its level. */
function toStatus(
  level: RuleLevel,
  lowest: ContractVerifyOptions['level'],
): { status: CaseStatus; word: string } {
  if (level === 'open') return { status: 'passed', word: 'left open' }
  return level === 'must' || lowest === 'should'
    ? { status: 'failed', word: 'broken' }
    : { status: 'warning', word: 'with a warning' }
}

function toCase(ended: EndedContractRun, rule: ContractRule): Case {
  const { ledger } = ended.bench
  const { id, level, group, statement } = rule
  const tries = ledger.tries(id)
  const found = ledger.of(id)
  const common = { title: id, statement, origin: level, group, className: `plant-store.${level}`, tries }
  if (found.length > 0 && level !== 'open')
    return {
      ...common,
      ...toStatus(level, ended.options.level),
      findings: found.map((one) => show(ended, one)),
    }
  return tries > 0
    ? { ...common, status: 'passed', word: 'kept', findings: [] }
    : {
        ...common,
        status: 'skipped',
        word: 'not tried',
        reason: 'the description and the service left nothing to try',
        findings: [],
      }
}

const isChosen = ({ id }: ContractRule, { only = [], skip = [] }: ContractVerifyOptions): boolean =>
  (only.length === 0 || only.includes(id)) && !skip.includes(id)

function findUnjudged(ended: EndedContractRun, cases: readonly Case[]): Reason | undefined {
  const { first, late, bench, isStopped, isLimited, duration, options } = ended
  if (late !== undefined) return late
  const { outcome } = first
  if (isStopped)
    return {
      kind: 'stopped',
      message: isLimited
        ? `the limit of ${options.limit ?? 120_000} ms ended the run. Pass --limit with more, or --max-requests with fewer`
        : `the run was stopped after ${(duration / 1000).toFixed(1)} s`,
    }
  if (outcome.kind !== 'answer') return { kind: 'unreachable', message: outcome.message, exchange: first }
  const { operations } = bench.options
  const reasons = operations.map((operation) => bench.coverage.reason(operation))
  if (reasons.some((reason) => reason === undefined) || cases.some(({ status }) => status === 'failed'))
    return undefined
  return { kind: 'untried', message: `no operation could be judged: ${reasons[0]}` }
}

/** Makes the report of a run. */
export function summarize(
  ended: EndedContractRun,
  baseline: readonly ContractBaselineEntry[],
): ContractReport {
  const { bench, options, given, base, seed, startedAt, duration, requests, leftOut, kept } = ended
  const rules = contractRules.filter((rule) => isChosen(rule, options))
  const isJudged = ended.first.outcome.kind === 'answer'
  const all = rules.filter(({ level }) => level !== 'open').map((rule) => toCase(ended, rule))
  const { cases, staleBaseline } = applyBaseline(isJudged ? all : [], baseline, 'known to be broken')
  const broken = cases.filter(({ status }) => status === 'failed').length
  const unjudged = broken > 0 && !ended.isStopped ? undefined : findUnjudged(ended, cases)
  const outcome = broken > 0 ? 'failed' : unjudged === undefined ? 'passed' : 'unjudged'
  const mask = createReportMask(toShowOptions(bench, options, base))
  const toNote =
    (text: string) =>
    (one: Found | Bench['ledger']['once'][number]): Note => ({
      about: one.rule,
      text: mask(`${one.operation ?? 'the service'}: ${one.tried}: ${one.message}${text}`),
    })
  const open = rules.filter(({ level }) => level === 'open').flatMap(({ id }) => bench.ledger.of(id))
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
      `${requests} requests`,
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
    cases,
    notes: [
      ...toNotes('Operations that were not judged', bench.coverage.toLeftOut(operations), true),
      ...toNotes('Failed once, and not again', bench.ledger.once.map(toNote('')), true),
      ...toNotes('Left open by the description', open.map(toNote(''))).map((one) => ({
        ...one,
        isDetail: true as const,
      })),
      ...(isJudged ? toNotes('Documented responses', bench.coverage.toNotes(operations)) : []),
    ],
    remarks: [
      ...(leftOut.length > 0
        ? [
            `The budget left out probes: ${leftOut.join(', ')}. Pass --max-requests for fewer, or --operation for those of one operation.`,
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
