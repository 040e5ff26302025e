import { quoteIfNeeded } from '../contract/quote.ts'
import type { Burst } from '../http/curl.ts'
import { rules as allRules, type Rule, type RuleId } from '../judge/generated/rules.ts'
import { isIn } from '../judge/rules.ts'
import { createReportMask, type ShowOptions, showExchange } from '../reports/show.ts'
import type { Finding, Ledger } from './ledger.ts'
import { isChosen, optionTable } from './option-table.ts'
import type { VerifyOptions } from './options.ts'
import {
  isFailure,
  type Reason,
  type Report,
  type RuleResult,
  type ShownCause,
  type ShownFinding,
} from './report.ts'
import { suggestIdLimits } from './suggest-limits.ts'

/** The state of a run at its end. */
export interface Ended {
  base: URL
  facts: Pick<Report, 'url' | 'startedAt' | 'duration' | 'seed' | 'requests' | 'leftOut'>
  ledger: Ledger
  plantsLeft: ReadonlySet<bigint>
  unjudged: Reason | undefined
  /** All valid tokens of the run. */
  tokens: readonly string[]
  options: VerifyOptions
}

/** How many subjects of an observation, or trials of a cause, are listed. */
const maxListed = 6

/** The rules that a service may break only under concurrency, and whether each request needs its own id. */
const hasFreshIds: Partial<Record<RuleId, boolean>> = { 'requests-at-once': true, 'stored-id-no-5xx': false }

/** Says how many requests at the same time it takes to reproduce a finding; undefined if one request is enough. */
function findBurst({ rule, exchanges }: Finding): Burst | undefined {
  const fresh = hasFreshIds[rule]
  const atOnce = Math.max(1, ...exchanges.map((exchange) => exchange.atOnce ?? 1))
  return fresh === undefined || atOnce === 1 ? undefined : { atOnce, hasFreshIds: fresh }
}

/** Says why a rule wasn't judged; `isOwed` if the run should have judged it. */
function explainUntried(ended: Ended, rule: Rule): { reason: string; isOwed: boolean } {
  const { ledger, options } = ended
  const { id, restsOn = [] } = rule
  if (ended.unjudged !== undefined) return { reason: 'the run ended first', isOwed: false }
  const isNamed = options.only?.includes(id) ?? false
  const { moot, tries } = ledger.of(id)
  if (moot !== undefined) return { reason: moot, isOwed: isNamed }
  if (isIn(id, 'refuses') && !ledger.hasCreated && tries > 0)
    return { reason: 'the service refuses plain plants too, so a refusal shows nothing', isOwed: true }
  const grounds: readonly RuleId[] = isIn(id, 'created') ? ['created-is-200', ...restsOn] : restsOn
  const ground = grounds.find(ledger.isBroken)
  if (ground !== undefined) return { reason: `can't be judged while ${ground} is broken`, isOwed: true }
  const hasTried = allRules.some((other) => ledger.of(other.id).tries > 0)
  if (isIn(id, 'errors') && hasTried) return { reason: 'the service never answers 400', isOwed: isNamed }
  if (id === 'id-zero') return { reason: 'the id 0 may be stored already', isOwed: true }
  const [silence] = ledger.of('answers-every-request').findings
  if (silence !== undefined && !ledger.hasCreated && !isChosen(options, 'answers-every-request'))
    return { reason: silence.problem, isOwed: true }
  return {
    reason: hasTried ? 'no answer shows whether the service keeps this' : 'no request was sent for this',
    isOwed: true,
  }
}

/** Writes the command that tries a rule again in the same way, with the tokens in the environment. */
function toCommand({ facts: { url, seed }, options }: Ended, { id, level }: Rule, finding: Finding): string {
  const { check = id } = finding
  const { idRange, concurrency = findBurst(finding)?.atOnce, requestLimit, thorough, flags = [] } = options
  return [
    `npx --no plant-store verify ${quoteIfNeeded(url)} --seed ${seed} --only ${check === id ? id : `${id},${check}`}`,
    level === 'should' && options.level === 'should' && '--level should',
    idRange !== undefined && `--id-range=${idRange.from}-${idRange.to}`,
    concurrency !== undefined && `--concurrency ${concurrency}`,
    requestLimit !== undefined && `--request-limit ${requestLimit}`,
    thorough && '--thorough',
    ...flags,
  ]
    .filter(Boolean)
    .join(' ')
}

function toCause(finding: Finding, show: ShowOptions): ShownCause {
  const { title, problem, exchanges, alike = [] } = finding
  const mask = createReportMask(
    show,
    exchanges.map(({ request }) => request),
  )
  const burst = findBurst(finding)
  return {
    title: mask(title),
    problem: mask(problem),
    exchanges: exchanges.map((exchange) => showExchange(exchange, { ...show, ...(burst && { burst }) })),
    ...(alike.length > 0 && { alike: alike.map(mask) }),
  }
}

function toFinding(
  ended: Ended,
  rule: Rule,
  [first, ...others]: readonly [Finding, ...Finding[]],
  show: ShowOptions,
): ShownFinding {
  const { ledger, options } = ended
  const { more, kept } = ledger.of(rule.id)
  const mask = createReportMask(show)
  const right = [...kept].slice(0, maxListed).map(mask).join('; ')
  const limits = options.limits === undefined ? suggestIdLimits(rule.id, ledger) : undefined
  const hints = [right && `The service got these right: ${right}.`, limits].filter(
    (hint) => !!hint,
  ) as string[]
  return {
    ...toCause(first, show),
    ...(others.length > 0 && { others: others.map((cause) => toCause(cause, show)) }),
    ...(more > 0 && { more }),
    ...(hints.length > 0 && { hints }),
    // A rule about every answer may be broken only by the requests of one check.
    repeat: mask(toCommand(ended, rule, first)),
  }
}

function toResult(ended: Ended, rule: Rule, show: ShowOptions): RuleResult {
  const { ledger, options } = ended
  const mask = createReportMask(show)
  const { tries, findings, notes: ofRule } = ledger.of(rule.id)
  const notes = [...ofRule].map(([note, subjects]) => ({
    note: mask(note),
    count: subjects.length,
    subjects: [...new Set(subjects)].slice(0, maxListed).map(mask),
  }))
  if (rule.level === 'open') {
    const found = findings.map(({ problem, title }) => ({
      note: mask(problem),
      count: 1,
      subjects: [mask(title)],
    }))
    const observed = notes.reduce((sum, { count }) => sum + count, 0)
    return { rule, status: 'open', tries: Math.max(tries, observed), notes: [...notes, ...found] }
  }
  // A rule that isn't selected doesn't hide a selected one.
  const isAsked = (id: RuleId) => !options.only?.length || options.only.includes(id)
  const [first, ...others] = findings.filter(({ hiddenBy }) => hiddenBy === undefined || !isAsked(hiddenBy))
  if (first !== undefined) {
    const known = options.baseline?.find((entry) => entry.rule === rule.id)
    const finding = toFinding(ended, rule, [first, ...others], show)
    const status = known ? 'known' : 'broken'
    return { rule, status, tries, finding, ...(known && { reason: known.reason }), notes }
  }
  const [hidden] = findings
  if (hidden !== undefined) {
    const reason = `can't be judged while ${hidden.hiddenBy} is broken`
    return { rule, status: 'hidden', tries, reason, notes }
  }
  const isVain = isIn(rule.id, 'refuses') && !ledger.hasCreated
  if (tries > 0 && !isVain) return { rule, status: 'kept', tries, notes }
  return { rule, status: 'untried', tries: 0, reason: mask(explainUntried(ended, rule).reason), notes }
}

/** Says why a run without a broken rule proves nothing: it couldn't judge some rules that it should have judged. */
function findUnjudged(ended: Ended, results: readonly RuleResult[]): Reason | undefined {
  const { ledger, options } = ended
  if (ledger.of('created-is-200').tries === 0 && ledger.broken().length === 0) {
    const why =
      options.idRange === undefined
        ? 'the service may answer all of them with 429'
        : 'all ids in the range may already be stored'
    return { kind: 'unreachable', message: `no answer to a plain plant could be judged; ${why}` }
  }
  const judged = results.filter(({ rule }) => rule.level !== 'open')
  const isUnjudged = ({ status }: RuleResult): boolean => status === 'untried' || status === 'hidden'
  const isExcused = (id: RuleId): boolean =>
    options.skip?.includes(id) || options.baseline?.some(({ rule }) => rule === id) || false
  // For these, a failure was seen, and the report names the rule that explains it.
  const isExplained = ({ id }: Rule): boolean =>
    (isIn(id, 'refuses') || isIn(id, 'ids')) &&
    ledger.of(id).findings.every(({ hiddenBy }) => hiddenBy !== undefined && isExcused(hiddenBy))
  const isOwed = ({ rule, status }: RuleResult): boolean =>
    rule.level === 'must' && (status === 'hidden' ? !isExplained(rule) : explainUntried(ended, rule).isOwed)
  const owed = judged.every(isUnjudged)
    ? judged
    : judged.filter((result) => isUnjudged(result) && isOwed(result) && !isExcused(result.rule.id))
  if (owed.length === 0) return undefined
  const byReason = new Map<string | undefined, RuleId[]>()
  for (const { rule, reason } of owed) byReason.set(reason, [...(byReason.get(reason) ?? []), rule.id])
  const reasons = [...byReason].map(([reason, ids]) => `${ids.join(', ')}: ${reason}`)
  const help = judged.every(isUnjudged)
    ? ''
    : '. To accept that, skip these rules or name them in the baseline'
  return { kind: 'untried', message: `some selected rules can't be judged. ${reasons.join('; ')}${help}` }
}

/** Makes the report of a run. */
export function summarize(ended: Ended): Report {
  const { base, facts, options, tokens, plantsLeft } = ended
  const { level = optionTable.level.default, invalidToken, showToken = false, baseline = [] } = options
  const secrets = invalidToken === undefined ? tokens : [...tokens, invalidToken]
  const show = { base, secrets, showToken }
  const rules = allRules.filter(({ id }) => isChosen(options, id)).map((rule) => toResult(ended, rule, show))
  const isBroken = rules.some((result) => isFailure({ level }, result))
  const unjudged = ended.unjudged ?? (isBroken ? undefined : findUnjudged(ended, rules))
  const isKept = (id: RuleId): boolean =>
    rules.some(({ rule, status }) => rule.id === id && status === 'kept')
  return {
    ...facts,
    level,
    outcome: isBroken ? 'failed' : unjudged === undefined ? 'passed' : 'unjudged',
    ...(unjudged && {
      unjudged: {
        kind: unjudged.kind,
        message: createReportMask(show)(unjudged.message),
        ...(unjudged.exchange && { exchange: showExchange(unjudged.exchange, show) }),
      },
    }),
    rules,
    plantsLeft: [...plantsLeft].map(String),
    staleBaseline: unjudged === undefined ? baseline.filter(({ rule }) => isKept(rule)) : [],
  }
}
