import { type Exchange, wasTaken } from '../http/exchange.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { toDuplicate } from '../probes/state.ts'
import type { Case } from '../reports/report.ts'
import { type ShownExchange, showExchange } from '../reports/show.ts'
import type { AnswersOption, Refusal } from '../store/answers.ts'
import type { Sent } from './ask.ts'
import type { DriftCase } from './cases.ts'
import { compareAnswers, type Difference, toDifference } from './compare.ts'
import { isReadable } from './pages.ts'
import { isAboutLoad, readAnswer, toForm } from './read-answer.ts'
import type { Service } from './service.ts'
import type { Fake, SentToFake } from './start-fake.ts'
import type { Refused } from './suggest-keys.ts'
import { writePlain } from './write-plain.ts'

/** The address of the fake in the curl lines of a report. */
const fakeBase = new URL('http://127.0.0.1:4010')

/** Lists the messages that the table of answers sets. */
export const findPinned = (answers: AnswersOption = 'http'): string[] =>
  (Object.values(answers) as Partial<Refusal>[]).flatMap(({ message }) => message ?? [])

/** What is compared, and how reports show it. */
export interface CompareContext {
  service: Service
  fake: Fake
  /** The messages that the options of the fake set. */
  pinned: readonly string[]
  /** Whether the options of the fake say which pages may read answers. */
  hasCors: boolean
  showToken: boolean
}

/** A case that was compared; `refused` if it says something about the table of answers. */
export interface Compared {
  result: Case
  refused?: Refused
}

interface Comparison {
  differences: Difference[]
  real: Sent
  ours: SentToFake
}

/** Shows an exchange after those that stored its plants. */
function showSent(
  { earlier, ...last }: Sent,
  base: URL,
  { service, showToken }: CompareContext,
): ShownExchange[] {
  const options = { base, secrets: service.run.token.all, showToken }
  return [...earlier, last].map((exchange) => showExchange(exchange, options))
}

/** Finds how a service refuses an id that is stored already. */
const findDuplicateForm = async ({ send }: Service): Promise<string> => toForm(await send(toDuplicate))

/** Finds how a service refuses a name that is stored already; undefined if it doesn't. */
async function findUniqueForm({ send, session }: Service): Promise<string | undefined> {
  const { name } = createPlainPlant(session)
  const toAsk = () => ({ body: writePlain(session, { name }) })
  await send(toAsk)
  const second = await send(toAsk)
  return wasTaken(second) ? undefined : toForm(second)
}

/** Compares whether a page may read the answers. */
function compareReadable(ours: Exchange, real: Exchange, origin: string): Difference[] {
  const isAllowed = isReadable(real, origin)
  if (isAllowed === isReadable(ours, origin)) return []
  const lets = isAllowed ? 'lets' : "doesn't let"
  const problem = `the service ${lets} pages of ${origin} read the answer, unlike the fake`
  return [toDifference('/headers', problem)]
}

/** Sends a case to both, and compares the answers. */
async function compareOnce(
  { toAsk, origin, isDuplicate }: DriftCase,
  { service, fake, pinned }: CompareContext,
): Promise<Comparison> {
  const real = await service.send(toAsk)
  const ours = await fake.send(real.ask)
  if (origin !== undefined) return { differences: compareReadable(ours, real, origin), real, ours }
  const compare = (own: Exchange): Difference[] => compareAnswers(own, real, { pinned, mask: service.mask })
  const differences = compare(ours)
  // The id of the case may be stored since an earlier run.
  if (differences.length > 0 && !wasTaken(real) && !isDuplicate) {
    const again = wasTaken(ours) ? await fake.send(real.ask) : ours
    const isAlike = async (): Promise<boolean> =>
      compare(again).length === 0 || (await findDuplicateForm(service)) === toForm(real)
    if (again.failure === 'duplicate-id' && (await isAlike())) return { differences: [], real, ours: again }
  }
  return { differences, real, ours }
}

/** Says why a difference doesn't count; undefined if it does. */
async function findExcuse(
  { origin, isForHttpLayer }: DriftCase,
  { real, ours }: Comparison,
  { service, hasCors }: CompareContext,
): Promise<string | undefined> {
  if (wasTaken(ours) && !wasTaken(real) && (await findUniqueForm(service)) === toForm(real))
    return 'the service refuses a name that it has stored before'
  if (origin !== undefined && !hasCors && !isReadable(real, origin))
    return 'the service may allow other pages only, and the configuration of the fake has no cors'
  if (isAboutLoad(real)) return 'the service asked for fewer requests'
  const answer = readAnswer(real)
  if (isForHttpLayer && (answer === undefined || (answer.status === 400 && !answer.isError)))
    return 'a server in front of the service refuses it, in a way that the fake must not imitate'
  return undefined
}

/** Compares the answers to a case: twice if there is a difference, since an answer may be an accident. */
export async function compareCase(one: DriftCase, context: CompareContext): Promise<Compared> {
  const { title, topic, origin } = one
  let comparison = await compareOnce(one, context)
  if (comparison.differences.length > 0) comparison = await compareOnce(one, context)
  const { differences, real, ours } = comparison
  const { failure } = ours
  const refused = failure !== undefined &&
    origin === undefined && { refused: { failure, ours: readAnswer(ours), theirs: readAnswer(real) } }
  const about = { title, origin: topic, group: topic, className: 'plant-store.diff', findings: [] }
  if (differences.length === 0)
    return { result: { ...about, status: 'passed', word: 'without a difference' }, ...refused }
  const reason = await findExcuse(one, comparison, context)
  if (reason !== undefined) return { result: { ...about, status: 'skipped', word: 'not compared', reason } }
  const findings = [
    ...differences.map((difference) => ({
      ...difference,
      exchanges: showSent(real, context.service.run.base, context),
    })),
    {
      kind: 'note' as const,
      place: '/response',
      problem: 'the answer of the fake, if it runs at port 4010',
      exchanges: showSent(ours, fakeBase, context),
    },
  ]
  return { result: { ...about, status: 'failed', word: 'different', findings }, ...refused }
}
