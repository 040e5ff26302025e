import { operation } from '../contract/generated/operation.ts'
import { createSender, type Sender } from '../http/sender.ts'
import { choosePhases } from './checks/choose-phases.ts'
import { findCreatedId } from './find-created-id.ts'
import { createIds } from './ids.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { checkOptions, createLimited, parseBase, type VerifyOptions } from './options.ts'
import { type Preflight, preflight } from './preflight.ts'
import { createRandom } from './random.ts'
import { createRecovery } from './recovery.ts'
import type { Report } from './report.ts'
import { runPhase } from './run-phase.ts'
import { summarize } from './summarize.ts'
import type { Session } from './trial.ts'

const defaults = { requestLimit: 10_000, limit: 120_000, concurrency: 24 }

function createSession(
  sender: Sender,
  ledger: Ledger,
  plantsLeft: Set<bigint>,
  options: VerifyOptions & { seed: number; signal: AbortSignal },
): Session {
  const { base } = sender
  return {
    token: options.token,
    invalidToken: options.invalidToken,
    path: `${base.pathname.replace(/\/$/, '')}${operation.path}`,
    host: base.host,
    base,
    seed: options.seed,
    concurrency: options.concurrency ?? defaults.concurrency,
    ids: createIds(options.idRange, options.limits?.id),
    inside: createLimited(options.limits, options.seed),
    random: createRandom(options.seed),
    hasIdRange: options.idRange !== undefined,
    memory: {},
    signal: options.signal,
    async send(request, how) {
      const exchange = await sender.send(request, how)
      const id = findCreatedId(exchange)
      if (id !== undefined) plantsLeft.add(id)
      return exchange
    },
    slowDown: () => sender.slowDown(),
    observe: (rule, subject, note) => ledger.note(rule, subject, note),
  }
}

/** Notes that nothing but failures came, as the one rule that is broken. */
function addSilence({ silence }: Preflight, ledger: Ledger): void {
  if (silence === undefined || silence.outcome.kind === 'answer') return
  const problem = `none of the first requests was answered: ${silence.outcome.message}`
  ledger.count([{ rule: 'answers-every-request', exchanges: [silence] }])
  ledger.add({ rule: 'answers-every-request', title: 'a plain plant', problem, exchanges: [silence] })
}

/**
 * Runs all checks against a service.
 *
 * @throws {VerifyOptionsError} where an option has a value that it cannot have
 */
export async function run(url: string | URL, options: VerifyOptions): Promise<Report> {
  checkOptions(options)
  const start = performance.now()
  const startedAt = new Date().toISOString()
  const base = parseBase(url)
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
  const {
    requestLimit = defaults.requestLimit,
    limit = defaults.limit,
    concurrency = defaults.concurrency,
  } = options
  const stop = AbortSignal.timeout(limit)
  const signal = options.signal === undefined ? stop : AbortSignal.any([stop, options.signal])
  using sender = createSender({ base, requestLimit, concurrency, signal })
  const ledger = createLedger()
  const plantsLeft = new Set<bigint>()
  const session = createSession(sender, ledger, plantsLeft, { ...options, seed, signal })
  const recovery = createRecovery(session)
  const first = await preflight(session)
  addSilence(first, ledger)
  let trials = 0
  if (first.unjudged === undefined && first.silence === undefined) {
    for (const phase of choosePhases(options.only)) {
      if (signal.aborted) break
      await runPhase(phase, session, ledger, recovery, (done) => {
        trials += done
        options.onProgress?.({ trials, requests: sender.sent })
      })
    }
  }
  if (sender.limited > 0)
    ledger.note('rate-limit', `${sender.limited} requests`, 'answered 429, or 503 with Retry-After')
  const stopped = {
    kind: 'stopped',
    message: `the run was stopped after ${((performance.now() - start) / 1000).toFixed(1)} s`,
  } as const
  return summarize({
    base,
    url: String(url),
    startedAt,
    duration: Math.round(performance.now() - start),
    seed,
    requests: sender.sent,
    ledger,
    plantsLeft,
    unjudged: first.unjudged ?? (signal.aborted ? stopped : undefined),
    options,
  })
}
