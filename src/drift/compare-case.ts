import { type Exchange, wasTaken } from '../http/exchange.ts'
import type { Ask } from '../probes/ask.ts'
import { writePlant } from '../probes/plain-plant.ts'
import type { Case } from '../reports/report.ts'
import { type ShownExchange, showExchange } from '../reports/show.ts'
import type { AnswersOption, Refusal } from '../store/answers.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { Sent } from './ask.ts'
import type { DriftCase } from './cases.ts'
import { compareAnswers, type Difference, keepShared, toDifference } from './compare.ts'
import { findUniqueForm } from './limit-finder.ts'
import { withMarks } from './marks.ts'
import { isReadable } from './pages.ts'
import { isAboutLoad, readAnswer, toForm } from './read-answer.ts'
import type { Service } from './service.ts'
import { type Fake, type SentToFake, startFake } from './start-fake.ts'

/** The address of the fake in reports. */
const fakeBase = new URL('http://127.0.0.1:4010')

/** Lists the messages that the table of answers sets. */
export const findPinned = (answers: AnswersOption = 'http'): string[] =>
  (Object.values(withMarks(answers)) as Partial<Refusal>[]).flatMap(({ message = [] }) => message)

/** What is compared, and how reports show it. */
export interface CompareContext {
  service: Service
  fake: Fake
  /** The messages that the options of the fake set. */
  pinned: readonly string[]
  /** Whether the options of the fake say which pages may read answers. */
  hasCors: boolean
  showToken: boolean
  /** Finds how the service refuses a name that is stored already, once for all cases. */
  findUnique: () => Promise<string | undefined>
  /** How many cases have shown a difference, each time twice. */
  shown: Map<string, number>
  /** How many of them have to show the same difference until once is enough for another case. */
  enough: number
}

/** The answers to a case. */
interface Answers {
  real: Sent
  ours: SentToFake
}

/** A case that was compared: its result, and the answers to each try if they differ. */
export interface Compared {
  result: Case
  tries?: readonly Answers[]
  /** Sends it again. */
  again?: () => Promise<Answers>
}

interface Comparison extends Answers {
  differences: Difference[]
}

/** The most characters of a header that a report shows; the title of the case says how long a longer one is. */
const maxHeader = 150

function shortenHeaders<Of extends Exchange>(exchange: Of): Of {
  const { request } = exchange
  const headers = request.headers.map((header) =>
    header.value.length > maxHeader && header.shell === undefined
      ? { ...header, value: `${header.value.slice(0, maxHeader)}…` }
      : header,
  )
  return { ...exchange, request: { ...request, headers } }
}

/** Shows an exchange after those that stored its plants. */
const showSent = (
  { earlier, ...last }: Sent,
  base: URL,
  { service: { run }, showToken }: CompareContext,
): ShownExchange[] =>
  [...earlier, last].map((exchange) =>
    showExchange(shortenHeaders(exchange), { base, secrets: run.token.all, showToken }),
  )

/** Compares whether a page may read the answers. */
function compareReadable(ours: Exchange, real: Exchange, origin: string): Difference[] {
  const isAllowed = isReadable(real, origin)
  if (isAllowed === isReadable(ours, origin)) return []
  const lets = isAllowed ? 'lets' : "doesn't let"
  const problem = `the service ${lets} pages of ${origin} read the answer, unlike the fake`
  return [toDifference('/headers', problem)]
}

/** Sends a case to both, or only to the fake if the service has answered it, and compares the answers. */
async function compareOnce(
  { toAsk, origin }: DriftCase,
  { service, fake, pinned }: CompareContext,
  answered?: Sent,
): Promise<Comparison> {
  const real = answered ?? (await service.send((session) => toAsk(session) ?? {}))
  const ours = await fake.send(real.ask)
  const differences =
    origin === undefined
      ? compareAnswers(ours, real, { pinned, mask: service.mask })
      : compareReadable(ours, real, origin)
  return { differences, real, ours }
}

/** Says why a difference doesn't count; undefined if it does. */
async function findExcuse(
  { origin }: DriftCase,
  { real, ours }: Comparison,
  { hasCors, findUnique }: CompareContext,
): Promise<string | undefined> {
  if (wasTaken(ours) && !wasTaken(real) && (await findUnique()) === toForm(real))
    return 'the service refuses a name that it has stored before'
  if (origin !== undefined && !hasCors && !isReadable(real, origin))
    return 'the service may allow other pages only, and the configuration of the fake has no cors'
  if (isAboutLoad(real)) return 'the service asked for fewer requests'
  return undefined
}

/** A server in front of the service may answer in a way that the fake must not imitate. */
const isOfHttpLayer = ({ isForHttpLayer }: DriftCase, { real, ours }: Comparison): boolean => {
  const answer = readAnswer(real)
  const isOurs = ours.failure === 'malformed-request' || ours.failure === 'headers-too-large'
  const isLenient = isOurs && wasTaken(real)
  return (
    isForHttpLayer === true &&
    (answer === undefined || isLenient || (answer.status === 400 && !answer.isError))
  )
}

/** The letters of the longest word whose length says nothing. */
const maxWord = 12

/** What a request has in common with another one for the same case within the same limits. */
const toLook = ({ body, plant }: Ask): string =>
  String(body ?? (plant && writePlant(plant))).replaceAll(/[A-Za-z]+|\d+/g, (found) =>
    /\d/.test(found) ? '0' : found.length > maxWord ? 'x'.repeat(found.length) : 'x',
  )

/**
 * Compares the answers to a case: twice if there is a difference, since an answer may be an accident.
 *
 * @param answered an answer of the service that came before
 */
export async function compareCase(
  one: DriftCase,
  context: CompareContext,
  answered?: Sent,
): Promise<Compared> {
  const { title, topic } = one
  const about = { title, origin: topic, group: topic, className: 'plant-store.diff', findings: [] }
  const skip = (reason: string): Compared => ({
    result: { ...about, status: 'skipped', word: 'not compared', reason },
  })
  const { session } = context.service
  const ask = one.toAsk(session)
  if (ask === undefined) return skip('no id that is allowed can show it')
  const isSame = answered !== undefined && toLook(answered.ask) === toLook(ask)
  const pass: Compared = { result: { ...about, status: 'passed', word: 'without a difference' } }
  const first = await compareOnce(one, context, isSame ? answered : undefined)
  if (first.differences.length === 0) return pass
  if (isAboutLoad(first.real)) return skip('the service asked for fewer requests')
  const { shown, enough } = context
  const isSure = first.differences.every(({ stable }) => (shown.get(stable) ?? 0) >= enough)
  const second = isSure ? first : await compareOnce(one, context)
  const differences = keepShared(first.differences, second.differences)
  if (differences.length === 0) return pass
  const { real, ours } = second
  const reason = isOfHttpLayer(one, second)
    ? 'a server in front of the service decides it, in a way that the fake must not imitate'
    : await findExcuse(one, second, context)
  if (reason !== undefined) return skip(reason)
  for (const { stable } of differences) shown.set(stable, (shown.get(stable) ?? 0) + 1)
  const exchanges = showSent(real, context.service.run.base, context)
  const findings = [
    ...differences.map((difference) => ({ ...difference, exchanges })),
    {
      kind: 'note' as const,
      place: '/response',
      problem: 'the answer of the fake to the same',
      // Their commands are those of the service.
      exchanges: showSent(ours, fakeBase, context).map((one) => ({
        ...one,
        request: { ...one.request, curl: '' },
      })),
    },
  ]
  return {
    result: { ...about, status: 'failed', word: 'different', findings },
    tries: isSure ? [first] : [first, second],
    again: () => compareOnce(one, context),
  }
}

/** Compares a service with a fake in all cases; calls `onDone` after each. */
export async function compareCases(
  service: Service,
  cases: readonly DriftCase[],
  options: PlantStoreOptions,
  {
    showToken = false,
    answered,
    onDone,
    onEnd,
  }: {
    showToken?: boolean | undefined
    /** Answers of the service that came before, by the titles of their cases. */
    answered?: ReadonlyMap<string, Sent>
    onDone?: (one: DriftCase, compared: Compared) => void
    /** Called while cases can still be sent again. */
    onEnd?: (compared: readonly Compared[]) => Promise<void>
  },
): Promise<void> {
  await using fake = await startFake(options, service.session)
  const { answers, cors } = options
  let unique: Promise<string | undefined> | undefined
  const context: CompareContext = {
    findUnique() {
      unique ??= findUniqueForm(service)
      return unique
    },
    service,
    fake,
    shown: new Map(),
    // While learning, each difference is known anyway.
    enough: answered === undefined ? 2 : 1,
    pinned: findPinned(answers),
    hasCors: cors !== undefined,
    showToken,
  }
  const compare = (one: DriftCase): Promise<Compared> => compareCase(one, context, answered?.get(one.title))
  const compared = await service.forEach(cases, compare, onDone)
  await onEnd?.(compared)
}
