import { wasTaken } from '../http/exchange.ts'
import { type ShownExchange, showExchange } from '../reports/show.ts'
import type { AnswersOption, Refusal } from '../store/answers.ts'
import { createPlainPlant } from '../verify/create-request.ts'
import type { Sent } from './ask.ts'
import type { DriftCase } from './cases.ts'
import { compareAnswers } from './compare.ts'
import { isReadable } from './pages.ts'
import { isAboutLoad, readAnswer, toForm } from './read-answer.ts'
import type { CaseResult, Difference } from './report.ts'
import type { Service } from './service.ts'
import type { Fake, SentToFake } from './start-fake.ts'
import type { Refused } from './suggest-keys.ts'
import { toDuplicate } from './triggers.ts'
import { writePlain } from './write-plain.ts'

/** The address of the fake in the curl lines of a report. */
const fakeBase = new URL('http://127.0.0.1:4010')

/** The messages that the table of answers pins. */
export const findPinned = (answers: AnswersOption = 'http'): Set<string> =>
  new Set(
    (Object.values(answers) as Partial<Refusal>[]).flatMap(({ message }) =>
      message === undefined ? [] : [message],
    ),
  )

/** What is compared, and how reports show it. */
export interface CompareContext {
  service: Service
  fake: Fake
  pinned: ReadonlySet<string>
  /** Whether the options of the fake say which pages may read answers. */
  hasCors: boolean
  showToken: boolean
}

/** A case that was compared; `refused` if it says something about the table of answers. */
export interface Compared {
  result: CaseResult
  refused?: Refused
}

interface Comparison {
  differences: Difference[]
  real: Sent
  fake: SentToFake
}

function show(
  { earlier, ...last }: Sent,
  base: URL,
  { service, showToken }: CompareContext,
): ShownExchange[] {
  const options = { base, secrets: service.run.token.all, showToken }
  return [...earlier, last].map((exchange) => showExchange(exchange, options))
}

/** Finds how a service refuses an id that is stored already. */
const findDuplicateForm = async ({ send }: Service): Promise<string> => toForm(await send(toDuplicate))

/** Sends a case to both, and compares the answers. */
async function compareOnce(one: DriftCase, { service, fake, pinned }: CompareContext): Promise<Comparison> {
  const { mask } = service
  const real = await service.send(one.toAsk)
  const ours = await fake.send(real.ask)
  const { origin } = one
  if (origin !== undefined) {
    const [theirs, mine] = [isReadable(real, origin), isReadable(ours, origin)]
    const problem = `the service ${theirs ? 'lets' : "doesn't let"} pages of ${origin} read the answer, unlike the fake`
    return { differences: theirs === mine ? [] : [{ problem, stable: problem }], real, fake: ours }
  }
  const problems = compareAnswers(ours, real, { pinned, mask })
  // The id of the case may be stored since an earlier run.
  if (problems.length > 0 && !wasTaken(real) && !one.isDuplicate) {
    const again = wasTaken(ours) ? await fake.send(real.ask) : ours
    const isAlike = compareAnswers(again, real, { pinned, mask }).length === 0
    if (again.failure === 'duplicate-id' && (isAlike || (await findDuplicateForm(service)) === toForm(real)))
      return { differences: [], real, fake: again }
  }
  const stable = compareAnswers(ours, real, { pinned, mask, isStable: true })
  const differences = problems.map((problem, at) => ({ problem, stable: stable[at] ?? problem }))
  return { differences, real, fake: ours }
}

/** Finds how a service refuses a name that is stored already; undefined if it doesn't. */
async function findUniqueForm({ send, session }: Service): Promise<string | undefined> {
  const { name } = createPlainPlant(session)
  const ask = () => ({ body: writePlain(session, { name }) })
  await send(ask)
  const second = await send(ask)
  return wasTaken(second) ? undefined : toForm(second)
}

/** Compares twice if there is a difference, since an answer may be an accident. */
export async function compareCase(one: DriftCase, context: CompareContext): Promise<Compared> {
  const { title, topic, origin } = one
  const { service } = context
  let comparison = await compareOnce(one, context)
  if (comparison.differences.length > 0) comparison = await compareOnce(one, context)
  const { differences, real, fake: ours } = comparison
  const answer = readAnswer(real)
  const refused = ours.failure !== undefined &&
    origin === undefined && { refused: { failure: ours.failure, ours: readAnswer(ours), theirs: answer } }
  if (differences.length === 0) return { result: { title, topic, status: 'same', differences }, ...refused }
  const skip = (reason: string): Compared => ({
    result: { title, topic, status: 'skipped', differences: [], reason },
  })
  const isRefused = wasTaken(ours) && !wasTaken(real)
  if (isRefused && (await findUniqueForm(service)) === toForm(real))
    return skip('the service refuses a name that it has stored before')
  if (origin !== undefined && !context.hasCors && !isReadable(real, origin))
    return skip('the service may allow other pages only, and the configuration of the fake has no cors')
  if (isAboutLoad(real)) return skip('the service asked for fewer requests')
  if (one.isForHttpLayer && (answer === undefined || (answer.status === 400 && !answer.isError)))
    return skip('a server in front of the service refuses it, in a way that the fake must not imitate')
  const shown = { real: show(real, service.run.base, context), fake: show(ours, fakeBase, context) }
  return { result: { title, topic, status: 'different', differences, ...shown }, ...refused }
}
