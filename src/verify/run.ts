import { operation } from '../contract/generated/operation.ts'
import { narrowLimits } from '../contract/narrow-limits.ts'
import { type Access, openAccess } from '../http/access.ts'
import { type Exchange, type HttpRequest, readStatus, toPath } from '../http/exchange.ts'
import { limitTime } from '../http/limit-time.ts'
import { createSender, type Sender } from '../http/sender.ts'
import { readBase } from '../http/service-options.ts'
import { toVerdict } from '../judge/finding.ts'
import { toCurrentId } from '../judge/rules.ts'
import { toHttpRequest } from '../probes/ask.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { createRandom, toSeed } from '../probes/random.ts'
import { choosePhases } from './checks/choose-phases.ts'
import { triesInRange } from './checks/try-probe.ts'
import { isListed, isSent } from './chosen.ts'
import { findCreated } from './find-created.ts'
import { type FirstRequests, sendFirstRequests } from './first-requests.ts'
import { createFlakyLog, type FlakyLog } from './flaky.ts'
import { createHealth, type Health } from './health.ts'
import { createIds } from './ids.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { checkVerifyOptions, createLimited, optionTable } from './option-table.ts'
import type { VerifyOptions } from './options.ts'
import { fullPlan } from './plan.ts'
import type { BaselineEntry, Reason, Report } from './report.ts'
import { runPhases } from './run-phases.ts'
import { summarize } from './summarize.ts'
import { createTokenSource, type TokenSource } from './token-source.ts'
import type { Session } from './trial.ts'
import { waitForService } from './wait-for-service.ts'

/** What the parts of a run share. */
interface Run {
  readonly sender: Sender
  readonly access: Access
  readonly ledger: Ledger
  readonly flaky: FlakyLog
  readonly token: TokenSource
  readonly plantsLeft: Set<string>
  readonly options: VerifyOptions & { seed: number; signal: AbortSignal; stop: () => void }
}

/** How far a run got. */
interface RunEnd {
  /** In words, such as "when 3 of 20 trials were done". */
  progress: string
  /** Estimated milliseconds for the rest, if that is known. */
  timeLeft?: number
}

/** A run that has sent its first requests. */
export interface OpenRun extends Run, Disposable {
  readonly base: URL
  readonly session: Session
  readonly health: Health
  /** What the first requests showed. */
  readonly first: FirstRequests
  /** Notes the plant that an exchange created. */
  readonly record: (exchange: Exchange) => void
  /** ISO 8601. */
  readonly startedAt: string
  /** Milliseconds so far. */
  readonly duration: number
  /** Says why the service can't be judged; undefined if it can. Without `end`, the run had no answer. */
  findReason(end?: RunEnd): Reason | undefined
}

/** What a plain plant is called that no trial sends. */
const ownPlant = 'a plain plant between others'

/** Counts a plain plant that shows whether the service has changed, if it failed. */
function watchOwn(exchange: Exchange, flaky: FlakyLog): void {
  const status = readStatus(exchange) ?? 0
  if (status >= 500 && status !== 503) flaky.add(exchange, ownPlant, `the answer was ${status}`)
  else flaky.watch(exchange, ownPlant)
}

function createSession(
  { sender, access, ledger, flaky, token, options }: Run,
  record: (exchange: Exchange) => void,
): {
  session: Session
  health: Health
} {
  const { base } = sender
  const { seed, signal } = options
  function slowDown(): boolean {
    const isSlower = sender.slowDown()
    if (isSlower) flaky.clear()
    return isSlower
  }
  const session: Session = {
    token: token.current,
    currentToken: () => token.current,
    invalidToken: options.invalidToken,
    path: toPath(base, operation.path),
    base,
    access,
    seed,
    concurrency: options.concurrency ?? optionTable.concurrency.default,
    ids: createIds(options.idRange, narrowLimits(options.limits ?? {}).id),
    inside: createLimited(options, seed),
    random: createRandom(seed),
    hasIdRange: options.idRange !== undefined,
    memory: { plan: fullPlan, texts: new Map() },
    signal,
    sent: () => sender.sent,
    latency: () => sender.latency,
    async send(request, { tried = ownPlant, ...how } = {}) {
      const exchange = await sender.send(request, how)
      flaky.watch(exchange, tried)
      health.watch(exchange)
      return exchange
    },
    async sendBytes(requests, bytes) {
      const exchanges = await sender.sendBytes(requests, bytes)
      for (const exchange of exchanges) health.watch(exchange)
      return exchanges
    },
    look: (span) => health.look(span),
    check: (span) => health.check(span),
    reconnect: sender.reconnect,
    slowDown,
    observe: ledger.note,
    isSent: (rule) => isSent(options, rule),
  }
  const ownBodies = new WeakSet<HttpRequest['pieces']>()
  // Some services want unique names, so these plants have other names than those of trials.
  const ownRandom = createRandom(toSeed(`${seed} health`))
  const smaller = [52, 31]
  const health = createHealth({
    sender,
    token,
    slowDown,
    maxStored: session.ids.areFew ? triesInRange : 0,
    createPlain() {
      const current = { ...session, token: token.current, random: ownRandom }
      const request = toHttpRequest({ plant: createPlainPlant(current) }, current)
      ownBodies.add(request.pieces)
      return request
    },
    narrow() {
      const bits = smaller.shift()
      session.ids.narrow(bits ?? 62)
      return bits !== undefined
    },
    record(exchange) {
      if (ownBodies.has(exchange.request.pieces)) watchOwn(exchange, flaky)
      record(exchange)
    },
    signal,
    stop: options.stop,
  })
  return { session, health }
}

/** Adds the broken rule of a service that stopped working during the run. */
function addBreakdown({ breakdown }: Health, ledger: Ledger): void {
  if (breakdown === undefined) return
  const { problem, exchange } = breakdown
  const verdict = { ...toVerdict('still-answers', '/response', problem), exchanges: [exchange] }
  ledger.report(verdict, 'all requests', 'breakdown')
}

/** Says how far a run got that ended early. If `limit` is set, that limit ended the run, and the message suggests a higher one. */
function explainStop(duration: number, end: RunEnd | undefined, limit: number | undefined): Reason {
  const { progress, timeLeft } = end ?? { progress: 'before the first answer' }
  const what = limit === undefined ? 'the run was stopped' : `the limit of ${limit} ms ended the run`
  const after = `${what} after ${(duration / 1000).toFixed(1)} s, ${progress}`
  if (limit === undefined) return { kind: 'stopped', message: after }
  const enough = Math.ceil(((duration + (timeLeft ?? 0)) * 1.3) / 10_000) * 10_000
  const suggested = timeLeft === undefined ? Math.max(enough, optionTable.limit.default) : enough
  return { kind: 'stopped', message: `${after}. Pass --limit ${suggested}` }
}

/** Waits for a service, gets the first token, and sends the first requests; throws an {@link OptionsError} if an option has a wrong value. */
export async function openRun(url: string | URL, options: VerifyOptions): Promise<OpenRun> {
  checkVerifyOptions(options)
  const base = readBase(url)
  const access = openAccess(options)
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
  const {
    requestLimit = optionTable.requestLimit.default,
    limit = optionTable.limit.default,
    concurrency = optionTable.concurrency.default,
    signal: stopped = new AbortController().signal,
  } = options
  const late = options.wait
    ? await waitForService(base, { limit: options.wait, access, signal: stopped })
    : undefined
  const start = performance.now()
  const startedAt = new Date().toISOString()
  const change = new AbortController()
  const signal = limitTime(limit, change.signal, stopped)
  const token = await createTokenSource(options.token, signal)
  const sender = createSender({ base, requestLimit, concurrency, access, signal })
  const own = { ...options, seed, signal, stop: () => change.abort() }
  const run: Run = {
    sender,
    access,
    ledger: createLedger((rule) => !options.only?.length || isListed(rule, options.only)),
    flaky: createFlakyLog(),
    token,
    plantsLeft: new Set(),
    options: own,
  }
  function record(exchange: Exchange): void {
    const created = findCreated(exchange)
    if (created === undefined) return
    const { id = '', unsure = false } = created
    if (!run.plantsLeft.has(id)) options.onCreated?.(created)
    if (id !== '' && !unsure) run.plantsLeft.add(id)
  }
  const { session, health } = createSession(run, record)
  const first = late === undefined ? await sendFirstRequests(session) : { unjudged: late }
  const toDuration = (): number => Math.round(performance.now() - start)
  return {
    ...run,
    base,
    session,
    health,
    first,
    record,
    startedAt,
    get duration() {
      return toDuration()
    },
    findReason: (end) =>
      health.reason ??
      (signal.aborted ? explainStop(toDuration(), end, stopped.aborted ? undefined : limit) : first.unjudged),
    [Symbol.dispose]: () => sender[Symbol.dispose](),
  }
}

/** Runs all checks against a service, and returns what makes the report with a baseline; throws an {@link OptionsError} if an option has a wrong value. */
export async function run(
  url: string | URL,
  options: VerifyOptions,
): Promise<(baseline: readonly BaselineEntry[]) => Report> {
  using open = await openRun(url, options)
  const { base, session, health, first, sender, ledger, flaky, plantsLeft, token, startedAt } = open
  const { seed, signal } = open.options
  const isJudged = !first.unjudged && !first.broken
  for (const one of [first.broken, first.early])
    if (one !== undefined && !signal.aborted) ledger.report(one, 'a plain plant')
  const phases = choosePhases(options)
  const end = isJudged
    ? await runPhases({ phases, session, health, sender, ledger, flaky, options })
    : undefined
  addBreakdown(health, ledger)
  if (sender.limited > 0) ledger.note('rate-limit', `${sender.limited} requests`, 'answered 429 or 503')
  const { leftOut = [] } = end ?? {}
  const facts = {
    subject: String(url),
    startedAt,
    duration: open.duration,
    seed,
    requests: sender.sent,
    leftOut,
  }
  const unjudged = open.findReason(
    end && { progress: `when ${end.trials} of ${end.total} trials were done`, timeLeft: end.timeLeft },
  )
  const ended = {
    base,
    facts,
    ledger,
    flaky,
    plantsLeft,
    unjudged,
    broken: first.broken,
    tokens: token.all,
    options,
  }
  // A baseline may name a rule by the id that it had before.
  return (baseline) =>
    summarize(
      ended,
      baseline.map((entry) => ({ ...entry, rule: toCurrentId(entry.rule) })),
    )
}
