import { rules as allRules, type Rule, type RuleId } from '../judge/generated/rules.ts'
import { isIn } from '../judge/rules.ts'
import { createReportMask, type ShowOptions, showExchange } from '../reports/show.ts'
import { findBurst } from './find-burst.ts'
import type { Ledger } from './ledger.ts'
import { isChosen, type VerifyOptions } from './options.ts'
import type { Unjudged } from './preflight.ts'
import { isFailure, type Report, type RuleResult, type ShownFinding } from './report.ts'

/** What a run knows when it ends. */
export interface Ended {
  base: URL
  url: string
  startedAt: string
  /** Milliseconds. */
  duration: number
  seed: number
  requests: number
  ledger: Ledger
  plantsLeft: ReadonlySet<bigint>
  unjudged: Unjudged | undefined
  options: VerifyOptions
}

/** What was observed is told of so many examples. */
const maxSubjects = 6

const explainUntried = ({ ledger, options }: Ended, { id }: Rule): string => {
  if (options.idRange !== undefined && isIn(id, 'ids')) return 'no id of the range that was given can show it'
  if (id === 'id-zero') return 'the id 0 may be stored already'
  return ledger.tries.size === 0 ? 'nothing was tried' : 'no answer that could show it came'
}

const quote = (text: string): string =>
  /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** Writes the command that tries a rule again as it was tried; the tokens are those of the environment. */
function toCommand({ url, seed, options }: Ended, { id, level }: Rule, atOnce?: number): string {
  const { idRange, concurrency = atOnce, requestLimit } = options
  return [
    `npx plant-store verify ${quote(url)} --seed ${seed} --only ${id}`,
    ...(level === 'should' && options.level === 'should' ? ['--level should'] : []),
    ...(idRange === undefined ? [] : [`--id-range ${idRange.from}-${idRange.to}`]),
    ...(concurrency === undefined ? [] : [`--concurrency ${concurrency}`]),
    ...(requestLimit === undefined ? [] : [`--request-limit ${requestLimit}`]),
  ].join(' ')
}

function toResult(ended: Ended, rule: Rule, show: ShowOptions): RuleResult {
  const { ledger, options } = ended
  const mask = createReportMask(show)
  const tries = ledger.tries.get(rule.id) ?? 0
  const noted = [...(ledger.notes.get(rule.id) ?? [])].map(([note, subjects]) => ({
    note: mask(note),
    count: subjects.length,
    subjects: [...new Set(subjects)].slice(0, maxSubjects).map(mask),
  }))
  const found = ledger.findings.get(rule.id)
  if (rule.level === 'open') {
    const notes =
      found === undefined ? noted : [...noted, { note: found.problem, count: 1, subjects: [found.title] }]
    return {
      rule,
      status: 'open',
      tries: Math.max(
        tries,
        noted.reduce((sum, { count }) => sum + count, 0),
      ),
      notes,
    }
  }
  // A rule that was not asked for does not hide one that was.
  const isAsked = (id: RuleId) => !options.only?.length || options.only.includes(id)
  const hiding = rule.restsOn?.find((id) => ledger.findings.has(id) && isAsked(id))
  if (found !== undefined && hiding !== undefined) {
    return {
      rule,
      status: 'hidden',
      tries,
      reason: `it cannot be told while ${hiding} is broken`,
      notes: noted,
    }
  }
  if (found !== undefined) {
    const maskFound = createReportMask(
      show,
      found.exchanges.map(({ request }) => request),
    )
    const burst = findBurst(rule.id, found.exchanges)
    const finding: ShownFinding = {
      title: maskFound(found.title),
      problem: maskFound(found.problem),
      exchanges: found.exchanges.map((exchange) =>
        showExchange(exchange, { ...show, ...(burst && { burst }) }),
      ),
      repeat: toCommand(ended, rule, burst?.atOnce),
    }
    const known = options.baseline?.find((entry) => entry.rule === rule.id)
    return {
      rule,
      status: known ? 'known' : 'broken',
      tries,
      finding,
      ...(known && { reason: known.reason }),
      notes: noted,
    }
  }
  if (tries === 0)
    return { rule, status: 'untried', tries, reason: explainUntried(ended, rule), notes: noted }
  return { rule, status: 'kept', tries, notes: noted }
}

/** Tells that nothing was judged: not even a plain plant, as by a service that answers 429 to all, or none of the rules that were asked for. */
function findSilence({ ledger, options }: Ended, results: readonly RuleResult[]): Unjudged | undefined {
  if (!ledger.tries.has('created-is-200')) {
    return {
      kind: 'unreachable',
      message: `no answer to a plain plant could be judged; ${
        options.idRange === undefined ? 'it may answer 429 to all' : 'the ids of the range may all be stored'
      }`,
    }
  }
  const judged = results.filter(({ rule }) => rule.level !== 'open')
  const untried = judged.filter(({ status }) => status === 'untried')
  const [first] = untried
  if (first !== undefined && untried.length === judged.length) {
    return { kind: 'untried', message: `none of the rules was tried; ${first.rule.id}: ${first.reason}` }
  }
  const lost = untried.filter(({ rule }) => rule.level === 'must' && ledger.lost.has(rule.id))
  if (lost.length === 0) return undefined
  const names = lost.map(({ rule }) => rule.id).join(', ')
  return { kind: 'untried', message: `no answers came that could show whether it keeps ${names}` }
}

/** Makes the report of a run. */
export function summarize(ended: Ended): Report {
  const { options } = ended
  const level = options.level ?? 'must'
  const show = {
    base: ended.base,
    secrets: [options.token, ...(options.invalidToken === undefined ? [] : [options.invalidToken])],
    showToken: options.showToken ?? false,
  }
  const rules = allRules.filter(({ id }) => isChosen(options, id)).map((rule) => toResult(ended, rule, show))
  const unjudged = ended.unjudged ?? findSilence(ended, rules)
  const mask = createReportMask(show)
  const isBroken = rules.some((result) => isFailure({ level }, result))
  const staleBaseline = (options.baseline ?? []).filter(({ rule: id }) =>
    rules.some(({ rule, status }) => rule.id === id && status === 'kept'),
  )
  return {
    url: ended.url,
    startedAt: ended.startedAt,
    duration: ended.duration,
    seed: ended.seed,
    requests: ended.requests,
    level,
    outcome: isBroken ? 'broken' : unjudged === undefined ? 'kept' : 'unjudged',
    ...(unjudged && { unjudged: { ...unjudged, message: mask(unjudged.message) } }),
    rules,
    plantsLeft: [...ended.plantsLeft].map(String),
    staleBaseline: unjudged === undefined ? staleBaseline : [],
  }
}
