import type { Exchange } from '../http/exchange.ts'
import { type ShownExchange, showExchange } from '../reports/show.ts'
import type { AnswersOption, Refusal } from '../store/answers.ts'
import { createPlainPlant, writePlant } from '../verify/create-request.ts'
import type { UnjudgedKind } from '../verify/report.ts'
import type { Ask } from './ask.ts'
import type { DriftCase } from './cases.ts'
import { chooseCases } from './choose-cases.ts'
import { compareAnswers } from './compare.ts'
import { type DiffOptions, ServiceError } from './options.ts'
import { isReadable } from './pages.ts'
import { readAnswer, toForm } from './read-answer.ts'
import { type Fake, isAboutLoad, isAccepted, openService, type Service, startFake } from './service.ts'

/** How a case ended. */
export interface CaseResult {
  title: string
  topic: string
  status: 'same' | 'different' | 'skipped'
  /** What differs, each in one sentence. */
  problems: readonly string[]
  /** Why it was skipped. */
  reason?: string
  /** The answers that differ. */
  real?: ShownExchange
  fake?: ShownExchange
}

/** How a fake and a real service differ. */
export interface DiffReport {
  url: string
  /** ISO 8601. */
  startedAt: string
  /** Milliseconds. */
  duration: number
  requests: number
  outcome: 'passed' | 'failed' | 'unjudged'
  /** Why the service can't be compared, or not to the end; `cases` are those that were done before. */
  unjudged?: { kind: UnjudgedKind; message: string }
  cases: readonly CaseResult[]
}

/** The address of the fake in the curl lines of a report. */
const fakeBase = new URL('http://127.0.0.1:4010')

/** The messages that the table of answers pins. */
const findPinned = (answers: AnswersOption = 'http'): Set<string> =>
  new Set(
    (Object.values(answers) as Partial<Refusal>[]).flatMap(({ message }) =>
      message === undefined ? [] : [message],
    ),
  )

interface Comparison {
  problems: string[]
  real: Exchange
  fake: Exchange
}

/** What is compared, and what a report needs to show it. */
interface Compared {
  service: Service
  fake: Fake
  pinned: Set<string>
  /** Whether the options of the fake say which pages may read answers. */
  hasCors: boolean
  show: (exchange: Exchange, base: URL) => ShownExchange
}

/** Sends a case to both, and compares the answers. */
async function compareOnce(one: DriftCase, { service, fake, pinned }: Compared): Promise<Comparison> {
  const { mask } = service
  let ask: Ask = { title: one.title }
  const real = await service.send((session) => {
    ask = one.toAsk(session)
    return ask
  })
  const ours = await fake.send(ask)
  const { origin } = one
  if (origin !== undefined) {
    const [theirs, mine] = [isReadable(real, origin), isReadable(ours, origin)]
    const problem = `the service ${theirs ? 'lets' : "doesn't let"} pages of ${origin} read the answer, unlike the fake`
    return { problems: theirs === mine ? [] : [problem], real, fake: ours }
  }
  const problems = compareAnswers(ours, real, { pinned, mask })
  // The id of the case may be stored since an earlier run.
  if (problems.length > 0 && isAccepted(ours) && !isAccepted(real)) {
    const again = await fake.send(ask)
    if (!isAccepted(again) && compareAnswers(again, real, { pinned, mask }).length === 0)
      return { problems: [], real, fake: again }
  }
  return { problems, real, fake: ours }
}

/** Finds how a service refuses a name that is stored already; undefined if it doesn't. */
async function findUniqueForm({ send, session }: Service): Promise<string | undefined> {
  const { name } = createPlainPlant(session)
  const ask = () => ({ title: 'one name', body: writePlant({ ...createPlainPlant(session), name }) })
  await send(ask)
  const second = await send(ask)
  return isAccepted(second) ? undefined : toForm(second)
}

/** Compares twice if there is a difference, since an answer may be an accident. */
async function compareCase(one: DriftCase, both: Compared): Promise<CaseResult> {
  const { title, topic } = one
  const { service, show } = both
  let compared = await compareOnce(one, both)
  if (compared.problems.length > 0) compared = await compareOnce(one, both)
  const { problems, real, fake: ours } = compared
  const isRefused = problems.length > 0 && isAccepted(ours) && !isAccepted(real)
  const skip = (reason: string): CaseResult => ({ title, topic, status: 'skipped', problems: [], reason })
  if (problems.length === 0) return { title, topic, status: 'same', problems }
  if (isRefused && (await findUniqueForm(service)) === toForm(real))
    return skip('the service refuses a name that it has stored before')
  if (one.origin !== undefined && !both.hasCors && !isReadable(real, one.origin))
    return skip('the service may allow other pages only, and the configuration of the fake has no cors')
  if (isAboutLoad(real)) return skip('the service asked for fewer requests')
  const answer = readAnswer(real)
  if (one.isForHttpLayer && (answer === undefined || (answer.status === 400 && !answer.isError)))
    return skip('a server in front of the service refuses it, in a way that the fake must not imitate')
  const shown = { real: show(real, service.run.base), fake: show(ours, fakeBase) }
  return { title, topic, status: 'different', problems, ...shown }
}

/**
 * Sends the same requests to a real service and to a fake, and compares the answers: statuses, the headers that clients
 * act on, the members of bodies and their types, names and tags of a 200, error numbers, and messages that the options of
 * the fake set. For pages of other origins, it compares whether they may read the answers. It leaves plants behind.
 *
 * @example
 * const { outcome, cases } = await diff('https://staging.example', { token: 'local-token', fake: options })
 *
 * @throws {VerifyOptionsError} if an option has a wrong value
 * @throws {OptionsError} if an option of the fake has a wrong value
 */
export async function diff(url: string | URL, options: DiffOptions): Promise<DiffReport> {
  const cases = chooseCases(options)
  const { fake: fakeOptions = {}, only: _only, skip: _skip, ...serviceOptions } = options
  const limits = options.limits ?? fakeOptions.limits
  const startedAt = new Date().toISOString()
  const start = performance.now()
  const results: CaseResult[] = []
  const finish = (
    outcome: DiffReport['outcome'],
    requests: number,
    more: Pick<DiffReport, 'unjudged'> = {},
  ): DiffReport => ({
    url: String(url),
    startedAt,
    duration: Math.round(performance.now() - start),
    requests,
    outcome,
    ...more,
    // Cases that aren't done are holes.
    cases: Object.values(results),
  })
  try {
    using service = await openService(url, { ...serviceOptions, ...(limits && { limits }) })
    const { session, run } = service
    await using fake = await startFake(fakeOptions, session)
    const { showToken = false } = options
    const show = (exchange: Exchange, base: URL): ShownExchange =>
      showExchange(exchange, { base, secrets: run.token.all, showToken })
    const both = {
      service,
      fake,
      pinned: findPinned(fakeOptions.answers),
      hasCors: fakeOptions.cors !== undefined,
      show,
    }
    await service.forEach(cases, (one) => compareCase(one, both), results)
    const hasFailed = results.some(({ status }) => status === 'different')
    return finish(hasFailed ? 'failed' : 'passed', run.sender.sent)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { kind, message, requests } = error
    return finish('unjudged', requests, { unjudged: { kind, message } })
  }
}
