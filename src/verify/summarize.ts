import { toHeaders } from '../http/access.ts'
import type { Burst } from '../http/curl.ts'
import { readStatus } from '../http/exchange.ts'
import { quote, quoteIfNeeded } from '../http/quote.ts'
import { rules as allRules, type Rule, type RuleId } from '../judge/generated/rules.ts'
import { isIn } from '../judge/rules.ts'
import { applyBaseline, toStaleNotes } from '../reports/baseline.ts'
import {
  type Case,
  type Note,
  type ShownFinding,
  showFinding,
  toNotes,
  toRuleCase,
} from '../reports/report.ts'
import { createReportMask, type ShowOptions, showExchange } from '../reports/show.ts'
import { type Ended, explainUntried, findUnjudged } from './find-unjudged.ts'
import { toFlakyCase } from './flaky.ts'
import type { Found } from './ledger.ts'
import { isChosen, isFailing, isListed } from './option-table.ts'
import type { BaselineEntry, Report } from './report.ts'
import { suggestIdLimits } from './suggest-limits.ts'
import { isUsual } from './usual-answers.ts'

/** How many subjects of an observation, or trials of a cause, are listed. */
const maxListed = 6

/** The rules that a service may break only under concurrency, and whether each request needs its own id. */
const hasFreshIds: Partial<Record<RuleId, boolean>> = { 'requests-at-once': true, 'stored-id-no-5xx': false }

/** Says how many requests at the same time it takes to reproduce a finding; undefined if one request is enough. */
function findBurst({ rule, exchanges }: Found): Burst | undefined {
  const fresh = hasFreshIds[rule]
  const atOnce = Math.max(1, ...exchanges.map((exchange) => exchange.atOnce ?? 1))
  return fresh === undefined || atOnce === 1 ? undefined : { atOnce, hasFreshIds: fresh }
}

/** Writes the command that tries a rule again in the same way, with the tokens in the environment. */
function toCommand(
  { facts: { subject, seed }, options }: Ended,
  { id, level }: Rule,
  finding: Found,
): string {
  const { check = id } = finding
  const { idRange, concurrency = findBurst(finding)?.atOnce, requestLimit, thorough, flags = [] } = options
  const { cert, key, ca, namePrefix } = options
  const files = Object.entries({ cert, key, ca })
  const words = [
    `npx --no plant-store verify ${quoteIfNeeded(subject)} --seed ${seed} --only ${check === id ? id : `${id},${check}`}`,
    level === 'should' && isFailing({ level }, options.level) && '--level should',
    idRange !== undefined && `--id-range=${idRange.from}-${idRange.to}`,
    concurrency !== undefined && `--concurrency ${concurrency}`,
    requestLimit !== undefined && `--request-limit ${requestLimit}`,
    thorough && '--thorough',
    ...toHeaders(options.headers).map(({ name, value, shell }) =>
      shell === undefined ? `--header ${quote(`${name}: ${value}`)}` : `--header "${name}: ${shell}"`,
    ),
    ...files.map(([flag, path]) => path !== undefined && `--${flag} ${quoteIfNeeded(path)}`),
    namePrefix !== undefined && `--name-prefix=${namePrefix}`,
    ...flags,
  ]
  return words.filter(Boolean).join(' ')
}

function toFinding(found: Found, show: ShowOptions): ShownFinding {
  const { trials, cause: _cause, check: _check, hiddenBy: _hiddenBy, ...finding } = found
  const [tried = '', ...alike] = new Set(trials.map(({ title }) => title))
  const burst = findBurst(found)
  const words = { tried, ...(alike.length > 0 && { alike }) }
  return showFinding({ ...finding, kind: 'error', ...words }, { ...show, ...(burst && { burst }) })
}

/** Merges findings with the same problem and the same status, so that one command shows each problem; how a connection is closed is no difference. */
function mergeAlike(findings: readonly [Found, ...Found[]]): Found[] {
  const groups = new Map<string, Found>()
  for (const found of findings) {
    const last = found.exchanges.at(-1)
    const isClosed = last?.outcome.kind === 'dropped' && found.problem === last.outcome.message
    const key = isClosed ? 'dropped' : `${found.problem} ${last && readStatus(last)}`
    const same = groups.get(key)
    groups.set(key, same === undefined ? found : { ...same, trials: [...same.trials, ...found.trials] })
  }
  return [...groups.values()]
}

/** Returns what a run shows about a rule that is broken. */
function toBroken(
  ended: Ended,
  rule: Rule,
  [first, ...others]: readonly [Found, ...Found[]],
  show: ShowOptions,
): Pick<Case, 'status' | 'word' | 'findings' | 'hints' | 'again'> {
  const { ledger, options } = ended
  const { more, kept } = ledger.of(rule.id)
  const mask = createReportMask(show)
  const right = [...kept.keys()].slice(0, maxListed).map(mask).join('; ')
  const hints = [
    more > 0 && `The rule has ${more} more ${more === 1 ? 'cause' : 'causes'}.`,
    right && `The service got these right: ${right}.`,
    options.limits === undefined && suggestIdLimits(rule.id, ledger),
  ].filter((hint) => typeof hint === 'string' && hint !== '') as string[]
  return {
    ...(isFailing(rule, options.level)
      ? { status: 'failed', word: 'broken' }
      : { status: 'warning', word: 'with a warning' }),
    findings: mergeAlike([first, ...others]).map((found) => toFinding(found, show)),
    hints,
    // A rule about every answer may be broken only by the requests of one check.
    again: mask(toCommand(ended, rule, first)),
  }
}

const explainHidden = (found: Found): string => `can't be judged while ${found.hiddenBy} is broken`

function toCase(ended: Ended, rule: Rule, show: ShowOptions): Case {
  const { ledger, options } = ended
  const { tries, findings, duration } = ledger.of(rule.id)
  const effort = { tries, duration: Math.round(duration * 10) / 10 }
  // A rule that isn't selected doesn't hide a selected one.
  const isAsked = (id: RuleId) => !options.only?.length || isListed(id, options.only)
  const [first, ...others] = findings.filter(({ hiddenBy }) => hiddenBy === undefined || !isAsked(hiddenBy))
  if (first !== undefined)
    return toRuleCase(rule, { ...effort, ...toBroken(ended, rule, [first, ...others], show) })
  const [hidden] = findings
  const isVain = isIn(rule.id, 'refuses') && !ledger.hasCreated
  if (hidden === undefined && tries > 0 && !isVain)
    return toRuleCase(rule, { status: 'passed', word: 'kept', ...effort, findings: [] })
  const why = hidden
    ? { word: 'hidden', ...effort, reason: explainHidden(hidden) }
    : { word: 'not tried', tries: 0, reason: createReportMask(show)(explainUntried(ended, rule).reason) }
  return toRuleCase(rule, { status: 'skipped', ...why, findings: [] })
}

/** Lists what was observed about a rule, but not what came only once. */
function listNotes(
  { ledger, flaky, facts }: Ended,
  { id, level }: Rule,
  mask: (text: string) => string,
): Note[] {
  const { notes, findings } = ledger.of(id)
  const once = flaky.list(facts.requests)
  const isFlaky = (text: string, subject: string): boolean =>
    once.some(({ tried, exchange }) => tried === subject && text === `answered ${readStatus(exchange)}`)
  const lasting = [...notes].map(
    ([text, all]) => [text, all.filter((subject) => !isFlaky(text, subject))] as const,
  )
  const observed = lasting.flatMap(([text, all]): Note[] => {
    if (all.length === 0) return []
    const subjects = [...new Set(all)].slice(0, maxListed).map(mask)
    const examples = all.length > subjects.length ? [...subjects, '…'] : subjects
    const usual = isUsual(id, text) ? ({ isUsual: true } as const) : {}
    return [{ about: id, text: mask(text), count: all.length, examples, ...usual }]
  })
  // No problem with an open rule is a mistake.
  const open = level === 'open' ? findings : []
  return [
    ...observed,
    ...open.map(({ problem, trials: [{ title }] }) => ({
      about: id,
      text: mask(problem),
      count: 1,
      examples: [mask(title)],
    })),
  ]
}

function describePlantsLeft(ids: readonly string[]): string[] {
  const { length: size } = ids
  if (size === 0) return []
  const shown = ids.slice(0, 5).join(', ')
  return [`The run left ${size} ${size === 1 ? 'plant' : 'plants'} behind: ${shown}${size > 5 ? ', …' : ''}.`]
}

function toHeadline(outcome: Report['outcome'], cases: readonly Case[]): string {
  if (outcome === 'failed')
    return cases.some(({ status }) => status === 'failed')
      ? 'Rules are broken'
      : 'Some requests failed, but not when sent again'
  if (outcome === 'unjudged') return "The service can't be judged"
  const has = (one: Case['status']): boolean => cases.some(({ status }) => status === one)
  return `Every ${has('warning') ? 'must ' : ''}rule is kept${has('known') ? ', except for known failures' : ''}`
}

/** Makes the report of a run, in which the rules of a baseline are known to be broken. */
export function summarize(ended: Ended, baseline: readonly BaselineEntry[]): Report {
  const { base, facts, options, tokens, plantsLeft } = ended
  const { invalidToken, showToken = false } = options
  const ofHeaders = toHeaders(options.headers).flatMap(({ value, shell }) => (shell ? [value] : []))
  const secrets = [...tokens, ...(invalidToken === undefined ? [] : [invalidToken]), ...ofHeaders]
  const token = tokens.at(-1)
  const show = { base, secrets, showToken, ...(token !== undefined && { token }) }
  const mask = createReportMask(show)
  const chosen = allRules.filter(({ id }) => isChosen(options, id))
  const closed = chosen.filter(({ level }) => level !== 'open')
  const all = closed.map((rule) => toCase(ended, rule, show))
  const { cases: selected, staleBaseline } = applyBaseline(all, baseline, 'known to be broken')
  const { requests, seed, leftOut } = facts
  const flaky = toFlakyCase(ended.flaky, { sent: requests, isFailing: options.failOnFlaky ?? false, show })
  const isBroken = [...selected, ...flaky].some(({ status }) => status === 'failed')
  const unjudged = ended.unjudged ?? (isBroken ? undefined : findUnjudged(ended, selected, baseline))
  const outcome = isBroken ? 'failed' : unjudged === undefined ? 'passed' : 'unjudged'
  // If a run ended early, one remark says how many rules it judged.
  const isEndedEarly = ended.unjudged !== undefined
  const cases = isEndedEarly ? selected.filter(({ word }) => word !== 'not tried') : selected
  const stale = unjudged === undefined ? staleBaseline : []
  const ids = [...plantsLeft]
  const toAll = (some: readonly Rule[]) => some.flatMap((rule) => listNotes(ended, rule, mask))
  return {
    command: 'verify',
    ...facts,
    outcome,
    headline: toHeadline(outcome, cases),
    noun: 'rule',
    facts: [`${requests} ${requests === 1 ? 'request' : 'requests'}`, `seed ${seed}`],
    ...(unjudged && {
      unjudged: {
        kind: unjudged.kind,
        message: mask(unjudged.message),
        ...(unjudged.exchange && { exchange: showExchange(unjudged.exchange, show) }),
        ...(unjudged.rules && { rules: unjudged.rules }),
      },
    }),
    cases: [...cases, ...flaky],
    notes: [
      ...toNotes('Left open by the specification', toAll(chosen.filter(({ level }) => level === 'open'))),
      ...toStaleNotes(stale),
    ],
    remarks: [
      ...(cases.length > 0 && cases.length < selected.length
        ? [`The run ended after it had judged ${cases.length} of ${selected.length} rules.`]
        : []),
      ...(leftOut.length > 0
        ? [`The service is slow, so the run sent only ${leftOut.join(', ')}. Pass --thorough to send all.`]
        : []),
      ...describePlantsLeft(ids),
    ],
    plantsLeft: ids,
    staleBaseline: stale,
  }
}
