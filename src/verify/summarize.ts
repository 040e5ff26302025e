import { narrowLimits } from '../contract/narrow-limits.ts'
import { toHeaders } from '../http/access.ts'
import type { Burst } from '../http/curl.ts'
import { wasRefused } from '../http/exchange.ts'
import { quote, quoteIfNeeded } from '../http/quote.ts'
import { rules as allRules, type Rule, type RuleId } from '../judge/generated/rules.ts'
import { isIn } from '../judge/rules.ts'
import { int64 } from '../probes/source.ts'
import { applyBaseline, everyRequest } from '../reports/baseline.ts'
import {
  type Case,
  type Note,
  type ShownFinding,
  showFinding,
  toNotes,
  toRuleCase,
} from '../reports/report.ts'
import { createReportMask, type ShowOptions, showExchange } from '../reports/show.ts'
import { describeSeen, divide, type Named } from './accept.ts'
import { isChosen, isFailing } from './chosen.ts'
import { type Ended, explainUntried, findUnjudged } from './find-unjudged.ts'
import { toFlakyCase } from './flaky.ts'
import { type Found, joinTrials } from './ledger.ts'
import type { BaselineEntry, Report } from './report.ts'

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
  const { check = id, after = [] } = finding
  const only = [...new Set([id, check, ...after])]
  const { idRange, concurrency = findBurst(finding)?.atOnce, requestLimit, thorough, flags = [] } = options
  const { cert, key, ca, namePrefix } = options
  const files = Object.entries({ cert, key, ca })
  const words = [
    `npx --no plant-store verify ${quoteIfNeeded(subject)} --seed ${seed} --only ${only.join(',')}`,
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

/** Whether a command can't show a finding, though the check of its rule does. */
const isBesideOthers = ({ rule }: Found): boolean => rule === 'answers-beside-idle-connections'

/** Why a rule alone may not show a finding again: it happens only now and then, or is about texts of other requests. */
const findChance = ({ isRare = false, problem }: Found): string | undefined =>
  isRare
    ? 'this happens only now and then'
    : problem.endsWith(', which only another request sent')
      ? 'it takes other requests'
      : undefined

function toFinding(found: Named, show: ShowOptions): ShownFinding {
  const { trials, seen, names, exchanges: all, ...others } = found
  const {
    cause: _cause,
    check: _check,
    hiddenBy: _hiddenBy,
    after: _after,
    isRare: _isRare,
    ...finding
  } = others
  const [tried = '', ...alike] = new Set(trials.map(({ title }) => title))
  const words = { tried, ...(alike.length > 0 && { alike }), stable: seen, requests: names }
  const burst = findBurst(found)
  // A command that sends many requests needs no others before it.
  const exchanges = burst === undefined ? all : all.slice(-1)
  const fresh = show.fresh && { ...show.fresh, isOfValue: alike.length === 0 }
  const shown = showFinding(
    { ...finding, kind: 'error', exchanges, ...words },
    { ...show, ...(burst && { burst }), ...(fresh && { fresh }) },
  )
  const note = isBesideOthers(found) ? 'it takes other connections that wait' : findChance(found)
  if (note !== undefined)
    for (const { request } of shown.exchanges) if (request.curl !== '') request.note ??= note
  return shown
}

/** The most checks that a command names, for it to be about one rule. */
const maxAfter = 2

/** Says why a rule by itself may not show a finding again; undefined if it does. */
function findObstacle(found: Found, { alike = [], exchanges }: ShownFinding): string | undefined {
  if ((found.after ?? []).length > maxAfter) return 'it takes requests for other rules'
  const notes = exchanges.flatMap(({ request: { note = [] } }) => note)
  // What failed in the same way fails again.
  return findChance(found) ?? (alike.length > 0 || isBesideOthers(found) ? undefined : notes[0])
}

/** Names what findings with one command have in common: the problem, and what was seen; how a connection is closed is no difference. */
function toKey(found: Found): string {
  const last = found.exchanges.at(-1)
  const isClosed = last?.outcome.kind === 'dropped' && found.problem === last.outcome.message
  return isClosed ? 'dropped' : `${found.problem} ${describeSeen(found)}`
}

/** Merges findings with one command, and adds those that the run didn't try again; returns how many of these are left. */
function mergeAlike(findings: readonly Found[], more: readonly Found[]): { merged: Found[]; left: number } {
  const groups = new Map<string, Found>()
  for (const found of findings) {
    const same = groups.get(toKey(found))
    groups.set(toKey(found), same === undefined ? found : joinTrials(same, found))
  }
  let left = 0
  for (const found of more) {
    const same = groups.get(toKey(found))
    if (same === undefined) left++
    else groups.set(toKey(found), joinTrials(same, found))
  }
  return { merged: [...groups.values()], left }
}

const limitsHint =
  'If the service limits ids, names, or tags on purpose, declare the limits: --limits limits.yaml with id: { minimum: 1, maximum: 2147483647 }, for example'

/** Returns whether a limit of the service may explain a finding: it refused a plant that the specification allows. */
const mayBeLimit = (rule: RuleId, { exchanges }: Found): boolean =>
  (rule === 'created-status' || (isIn(rule, 'ids') && !isIn(rule, 'refuses'))) &&
  exchanges.slice(-1).some(wasRefused)

/** Returns what a run shows about a rule that is broken. */
function toBroken(
  ended: Ended,
  rule: Rule,
  findings: readonly [Found, ...Found[]],
  show: ShowOptions,
  baseline: readonly BaselineEntry[],
): Pick<Case, 'status' | 'word' | 'findings' | 'hints' | 'again'> {
  const { ledger, options } = ended
  const { more, kept } = ledger.of(rule.id)
  const { merged, left } = mergeAlike(findings, more)
  const shown = merged
    .flatMap((found) => divide(found, baseline))
    .map((found) => {
      const finding = toFinding(found, show)
      return { found, finding, obstacle: findObstacle(found, finding) }
    })
  const repeatable = shown.find(({ obstacle }) => obstacle === undefined)
  const mask = createReportMask(show)
  const right = [...kept].slice(0, maxListed).map(mask).join('; ')
  const hints = [
    left > 0 && `The rule has ${left} more ${left === 1 ? 'cause' : 'causes'}.`,
    right && `The service got these right: ${right}.`,
    options.limits === undefined && mayBeLimit(rule.id, findings[0]) && limitsHint,
    repeatable === undefined &&
      `No command for this rule alone is sure to show it again, since ${shown[0]?.obstacle}.`,
  ].filter((hint) => typeof hint === 'string' && hint !== '') as string[]
  return {
    ...(isFailing(rule, options.level)
      ? { status: 'failed', word: 'broken' }
      : { status: 'warning', word: 'with a warning' }),
    findings: shown.map(({ finding }) => finding),
    hints,
    // A rule about every answer may be broken only by the requests of one check.
    ...(repeatable && { again: mask(toCommand(ended, rule, repeatable.found)) }),
  }
}

const explainHidden = (found: Found): string => `can't be judged while ${found.hiddenBy} is broken`

function toCase(ended: Ended, rule: Rule, show: ShowOptions, baseline: readonly BaselineEntry[]): Case {
  const { ledger } = ended
  const { tries, findings, duration } = ledger.of(rule.id)
  const effort = { tries, duration: Math.round(duration * 10) / 10 }
  const [first, ...others] = findings.filter(({ hiddenBy }) => hiddenBy === undefined)
  if (first !== undefined)
    return toRuleCase(rule, { ...effort, ...toBroken(ended, rule, [first, ...others], show, baseline) })
  const [hidden] = findings
  if (hidden === undefined && tries > 0)
    return toRuleCase(rule, { status: 'passed', word: 'kept', ...effort, findings: [] })
  const why = hidden
    ? { word: 'hidden', ...effort, reason: explainHidden(hidden) }
    : { word: 'not tried', tries: 0, reason: createReportMask(show)(explainUntried(ended, rule).reason) }
  return toRuleCase(rule, { status: 'skipped', ...why, findings: [] })
}

/** Lists what was observed about a rule. */
function listNotes({ ledger }: Ended, { id, level }: Rule, mask: (text: string) => string): Note[] {
  const { notes, findings } = ledger.of(id)
  const observed = [...notes].map(([text, all]): Note => {
    const subjects = [...new Set(all)].slice(0, maxListed).map(mask)
    const examples = all.length > subjects.length ? [...subjects, '…'] : subjects
    return { about: id, text: mask(text), count: all.length, examples }
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

function toHeadline(outcome: Report['outcome'], cases: readonly Case[], flaky: readonly Case[]): string {
  const has = (one: Case['status']): boolean => cases.some(({ status }) => status === one)
  const lost = 'some requests failed once'
  if (outcome === 'failed') return has('failed') ? 'Rules are broken' : `S${lost.slice(1)}`
  if (outcome === 'unjudged') return "The service can't be judged"
  const known = has('known') ? ', except for known failures' : ''
  return `Every ${has('warning') ? 'must ' : ''}rule is kept${known}${flaky.length > 0 ? `, but ${lost}` : ''}`
}

/** Makes the report of a run, in which the rules of a baseline are known to be broken. */
export function summarize(ended: Ended, baseline: readonly BaselineEntry[]): Report {
  const { base, facts, ledger, options, tokens, plantsLeft } = ended
  const { invalidToken, showToken = false } = options
  const ofHeaders = toHeaders(options.headers).flatMap(({ value, shell }) => (shell ? [value] : []))
  const secrets = [...tokens, ...(invalidToken === undefined ? [] : [invalidToken]), ...ofHeaders]
  const token = tokens.at(-1)
  const { minimum, maximum } = narrowLimits(options.limits ?? {}).id ?? {}
  const fresh = {
    from: options.idRange?.from ?? BigInt(minimum ?? int64.from),
    to: options.idRange?.to ?? BigInt(maximum ?? int64.to),
  }
  const show = { base, secrets, showToken, fresh, ...(token !== undefined && { token }) }
  const mask = createReportMask(show)
  const chosen = allRules.filter(({ id }) => isChosen(options, id))
  const closed = chosen.filter(({ level }) => level !== 'open')
  const all = closed.map((rule) => toCase(ended, rule, show, baseline))
  const { cases: selected, staleBaseline } = applyBaseline(all, baseline, 'known to be broken', {
    wasTried: ({ rule }, name) =>
      (name === everyRequest || ledger.tried.has(name)) && ledger.of(rule).more.length === 0,
  })
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
    headline: toHeadline(outcome, cases, flaky),
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
      ...toNotes('Left open by the specification', toAll(chosen.filter(({ level }) => level === 'open'))).map(
        (open) => ({ ...open, isDetail: true as const }),
      ),
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
