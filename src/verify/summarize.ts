import { quoteIfNeeded } from '../contract/quote.ts'
import { rules as allRules, type Rule, type RuleId } from '../judge/generated/rules.ts'
import { isIn } from '../judge/rules.ts'
import { createReportMask, type ShowOptions, showExchange } from '../reports/show.ts'
import { findBurst } from './find-burst.ts'
import type { Finding, Ledger } from './ledger.ts'
import { defaults, isChosen, type VerifyOptions } from './options.ts'
import {
  isFailure,
  type Report,
  type RuleResult,
  type ShownCause,
  type ShownFinding,
  type Unjudged,
} from './report.ts'
import { suggestIdLimits } from './suggest-limits.ts'
import type { Reason } from './unjudged.ts'

/** The state of a run at its end. */
export interface Ended {
  base: URL
  url: string
  startedAt: string
  duration: number
  seed: number
  requests: number
  ledger: Ledger
  plantsLeft: ReadonlySet<bigint>
  unjudged: Reason | undefined
  /** All valid tokens of the run. */
  tokens: readonly string[]
  /** What the run didn't send because the service is slow. */
  leftOut: readonly string[]
  options: VerifyOptions
}

/** How many subjects of an observation, or trials of a cause, are listed. */
const maxListed = 6

/** Why a rule wasn't judged; `isOwed` if the run should have judged it. */
interface Untried {
  reason: string
  isOwed: boolean
}

/** Returns a broken rule that a rule rests on, directly or indirectly. */
const findBrokenGround = ({ ledger }: Ended, { restsOn = [], groups = [] }: Rule): RuleId | undefined => {
  const grounds: readonly RuleId[] = groups.includes('created') ? ['created-is-200', ...restsOn] : restsOn
  return grounds.find((id) => ledger.findings.has(id))
}

function explainUntried(ended: Ended, rule: Rule): Untried {
  const { ledger, options } = ended
  const { id } = rule
  if (ended.unjudged !== undefined) return { reason: 'the run ended first', isOwed: false }
  const isNamed = options.only?.includes(id) ?? false
  const moot = ledger.moot.get(id)
  if (moot !== undefined) return { reason: moot, isOwed: isNamed }
  if (isIn(id, 'refuses') && ledger.hasCreated === false && ledger.tries.has(id))
    return { reason: 'plain plants are refused too, so a refusal shows nothing', isOwed: true }
  const ground = findBrokenGround(ended, rule)
  if (ground !== undefined) return { reason: `no answer can show it while ${ground} is broken`, isOwed: true }
  if (isIn(id, 'errors') && !ledger.lost.has(id) && ledger.tries.size > 0)
    return { reason: 'the service never answers 400', isOwed: isNamed }
  if (id === 'id-zero') return { reason: 'the id 0 may be stored already', isOwed: true }
  const reason = ledger.tries.size === 0 ? 'nothing was tried' : 'no answer says anything about it'
  return { reason, isOwed: true }
}

/** Writes the command that tries a rule again in the same way, with the tokens in the environment. */
function toCommand(
  { url, seed, options }: Ended,
  { id, level }: Rule,
  { check = id }: Finding,
  atOnce?: number,
): string {
  const { idRange, concurrency = atOnce, requestLimit, thorough, flags = [] } = options
  return [
    `npx --no plant-store verify ${quoteIfNeeded(url)} --seed ${seed} --only ${check === id ? id : `${id},${check}`}`,
    ...(level === 'should' && options.level === 'should' ? ['--level should'] : []),
    ...(idRange === undefined ? [] : [`--id-range ${idRange.from}-${idRange.to}`]),
    ...(concurrency === undefined ? [] : [`--concurrency ${concurrency}`]),
    ...(requestLimit === undefined ? [] : [`--request-limit ${requestLimit}`]),
    ...(thorough ? ['--thorough'] : []),
    ...flags,
  ].join(' ')
}

function toResult(ended: Ended, rule: Rule, show: ShowOptions): RuleResult {
  const { ledger, options } = ended
  const mask = createReportMask(show)
  const tries = ledger.tries.get(rule.id) ?? 0
  const noted = [...(ledger.notes.get(rule.id) ?? [])].map(([note, subjects]) => ({
    note: mask(note),
    count: subjects.length,
    subjects: [...new Set(subjects)].slice(0, maxListed).map(mask),
  }))
  const found = ledger.findings.get(rule.id) ?? []
  if (rule.level === 'open') {
    const notes = found.map(({ problem, title }) => ({ note: problem, count: 1, subjects: [title] }))
    const observed = noted.reduce((sum, { count }) => sum + count, 0)
    return { rule, status: 'open', tries: Math.max(tries, observed), notes: [...noted, ...notes] }
  }
  // A rule that isn't selected doesn't hide a selected one.
  const isAsked = (id: RuleId) => !options.only?.length || options.only.includes(id)
  const [first, ...others] = found.filter(({ hiddenBy }) => hiddenBy === undefined || !isAsked(hiddenBy))
  if (first !== undefined) {
    const known = options.baseline?.find((entry) => entry.rule === rule.id)
    return {
      rule,
      status: known ? 'known' : 'broken',
      tries,
      finding: toFinding(ended, rule, [first, ...others], show),
      ...(known && { reason: known.reason }),
      notes: noted,
    }
  }
  const [hidden] = found
  if (hidden !== undefined) {
    const reason = `it can't be judged while ${hidden.hiddenBy} is broken`
    return { rule, status: 'hidden', tries, reason, notes: noted }
  }
  const isVain = isIn(rule.id, 'refuses') && !ledger.hasCreated
  if (tries > 0 && !isVain) return { rule, status: 'kept', tries, notes: noted }
  return { rule, status: 'untried', tries: 0, reason: explainUntried(ended, rule).reason, notes: noted }
}

function toFinding(
  ended: Ended,
  rule: Rule,
  [first, ...others]: readonly [Finding, ...Finding[]],
  show: ShowOptions,
): ShownFinding {
  const { ledger, options } = ended
  const more = ledger.more.get(rule.id) ?? 0
  const kept = [...(ledger.kept.get(rule.id) ?? [])].slice(0, maxListed)
  const limits = options.limits === undefined ? suggestIdLimits(rule.id, ledger) : undefined
  const hints = [
    ...(kept.length === 0
      ? []
      : [`The service got these right: ${kept.map(createReportMask(show)).join('; ')}.`]),
    ...(limits === undefined ? [] : [limits]),
  ]
  return {
    ...toCause(rule, first, show),
    ...(others.length > 0 && { others: others.map((cause) => toCause(rule, cause, show)) }),
    ...(more > 0 && { more }),
    ...(hints.length > 0 && { hints }),
    // A rule about every answer may be broken only by the requests of one check.
    repeat: createReportMask(show)(
      toCommand(ended, rule, first, findBurst(rule.id, first.exchanges)?.atOnce),
    ),
  }
}

function toCause(
  rule: Rule,
  { title, problem, exchanges, alike = [] }: Finding,
  show: ShowOptions,
): ShownCause {
  const mask = createReportMask(
    show,
    exchanges.map(({ request }) => request),
  )
  const burst = findBurst(rule.id, exchanges)
  return {
    title: mask(title),
    problem: mask(problem),
    exchanges: exchanges.map((exchange) => showExchange(exchange, { ...show, ...(burst && { burst }) })),
    ...(alike.length > 0 && { alike: alike.map(mask) }),
  }
}

/** Says why a run without a broken rule proves nothing: it couldn't judge some rules that it should have judged. */
function findUnjudged(ended: Ended, results: readonly RuleResult[]): Reason | undefined {
  const { ledger, options } = ended
  if (!ledger.tries.has('created-is-200') && ledger.findings.size === 0) {
    return {
      kind: 'unreachable',
      message: `no answer to a plain plant could be judged; ${
        options.idRange === undefined ? 'it may answer 429 to all' : 'the ids of the range may all be stored'
      }`,
    }
  }
  const judged = results.filter(({ rule }) => rule.level !== 'open')
  const isUnjudged = ({ status }: RuleResult): boolean => status === 'untried' || status === 'hidden'
  const isExcused = (id: RuleId): boolean =>
    options.skip?.includes(id) || options.baseline?.some(({ rule }) => rule === id) || false
  // For these, a failure was seen, and the report names the rule that explains it.
  const isExplained = ({ id }: Rule): boolean =>
    (isIn(id, 'refuses') || isIn(id, 'ids')) &&
    (ledger.findings.get(id) ?? []).every(({ hiddenBy }) => hiddenBy !== undefined && isExcused(hiddenBy))
  const isOwed = ({ rule, status }: RuleResult): boolean =>
    rule.level === 'must' && (status === 'hidden' ? !isExplained(rule) : explainUntried(ended, rule).isOwed)
  const owed = judged.every(isUnjudged)
    ? judged
    : judged.filter((result) => isUnjudged(result) && isOwed(result) && !isExcused(result.rule.id))
  if (owed.length === 0) return undefined
  const byReason = new Map<string | undefined, RuleId[]>()
  for (const { rule, reason } of owed) byReason.set(reason, [...(byReason.get(reason) ?? []), rule.id])
  const reasons = [...byReason].map(([reason, ids]) => `${ids.join(', ')}: ${reason}`)
  return { kind: 'untried', message: `selected rules could not be judged. ${reasons.join('; ')}` }
}

const showReason = ({ kind, message, exchange }: Reason, show: ShowOptions): Unjudged => ({
  kind,
  message: createReportMask(show)(message),
  ...(exchange && { exchange: showExchange(exchange, show) }),
})

export function summarize(ended: Ended): Report {
  const { options } = ended
  const { level = defaults.level } = options
  const show = {
    base: ended.base,
    secrets: [...ended.tokens, ...(options.invalidToken === undefined ? [] : [options.invalidToken])],
    showToken: options.showToken ?? false,
  }
  const rules = allRules.filter(({ id }) => isChosen(options, id)).map((rule) => toResult(ended, rule, show))
  const isBroken = rules.some((result) => isFailure({ level }, result))
  const unjudged = ended.unjudged ?? (isBroken ? undefined : findUnjudged(ended, rules))
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
    outcome: isBroken ? 'failed' : unjudged === undefined ? 'passed' : 'unjudged',
    ...(unjudged && { unjudged: showReason(unjudged, show) }),
    leftOut: [...ended.leftOut],
    rules,
    plantsLeft: [...ended.plantsLeft].map(String),
    staleBaseline: unjudged === undefined ? staleBaseline : [],
  }
}
