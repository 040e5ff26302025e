import { plantMistakes } from '../contract/generated/operation.ts'
import { wasTaken } from '../http/exchange.ts'
import { type AnswersPreset, createRefuse } from '../store/answers.ts'
import {
  type FailureName,
  failureNames,
  type Mistake,
  parents,
  toFailure,
  toParent,
} from '../store/failures.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { Session } from '../verify/trial.ts'
import type { Sent } from './ask.ts'
import { decideRow, findMajority, isCovered, type Pair, type RowLesson } from './decide-row.ts'
import { groupBy } from './group-by.ts'
import type { Notes } from './notes.ts'
import { isAboutLoad, readAnswer, type SeenAnswer, toForm } from './read-answer.ts'
import type { Service } from './service.ts'
import { shareRows } from './share-rows.ts'
import { startFake } from './start-fake.ts'
import type { Trigger } from './triggers.ts'
import type { Lesson } from './write-configuration.ts'

/** A trigger, and what the service answered. */
export interface Row {
  trigger: Trigger
  exchange: Sent
  /** The answer to the same request a second time, which shows what varies. */
  again?: Sent
}

const knownOf = ({ failure, isForHttpLayer = false }: Trigger) => ({
  isForHttpLayer,
  ...(failure === 'invalid-credentials' && { isTokenInvalid: true }),
  ...(failure === 'duplicate-key' && { id: 'stored' as const }),
})

/** Asks for the refusals of every row that requests can trigger. */
export const askRows = ({ send, forEach }: Service, asked: readonly Trigger[]): Promise<Row[]> =>
  forEach(asked, async (trigger) => ({ trigger, exchange: await send(trigger.toAsk) }))

/** Returns whether a trigger shows the row of its failure, not only that of its mistake. */
const isGeneral = ({ failure, mistake }: Trigger): boolean =>
  mistake === undefined || failure === 'invalid-body'

/** Sends the request that decides each row a second time. */
export async function askAgain({ send, forEach }: Service, rows: readonly Row[]): Promise<Row[]> {
  const isRefusal = ({ exchange }: Row): boolean => (readAnswer(exchange)?.status ?? 0) >= 400
  const keys: ((row: Row) => string | undefined)[] = [
    ({ trigger }) => (isGeneral(trigger) ? trigger.failure : undefined),
    ({ trigger }) => trigger.mistake,
  ]
  const groups = keys.flatMap((toKey) =>
    groupBy(
      rows.filter((row) => toKey(row) !== undefined && isRefusal(row)),
      toKey,
    ),
  )
  const firsts = groups.flatMap(
    (group) => findMajority(group, ({ exchange }) => readAnswer(exchange) as SeenAnswer)[0] ?? [],
  )
  const deciding = [...new Set(firsts)]
  const again = await forEach(deciding, ({ trigger }) => send(trigger.toAsk))
  return rows.map((row) => {
    const second = again[deciding.indexOf(row)]
    return second === undefined ? row : { ...row, again: second }
  })
}

/** Lists the forms in which a service refuses requests for a reason. */
export const listForms = (rows: readonly Row[], failure: FailureName): string[] =>
  rows
    .filter(({ trigger, exchange }) => trigger.failure === failure && !wasTaken(exchange))
    .map(({ exchange }) => toForm(exchange))

/** Chooses the answers that a fake may imitate: those that are about the request, and break no must rule. */
export const chooseRows = (rows: readonly Row[], notes: Notes): Row[] =>
  rows.filter(({ trigger, exchange }) => {
    if (trigger.habit !== undefined) return false
    const isRight = notes.judge(trigger.title, exchange, knownOf(trigger))
    const answer = readAnswer(exchange)
    const canBeError = answer !== undefined && (answer.status !== 400 || answer.members !== undefined)
    return isRight && canBeError && !isAboutLoad(exchange)
  })

/** Returns whether a row of the table of answers can say what was answered. */
export function isForTable({ trigger, exchange }: Row, { habits = [] }: PlantStoreOptions): boolean {
  if (trigger.failure === 'unsupported-encoding' && habits.includes('ignores-content-encoding')) return false
  const { status = 0, isError = false } = readAnswer(exchange) ?? {}
  // A server in front of the service may answer a 400 of its own, but a fake's 400 is an Error.
  return status >= 400 && (status !== 400 || isError || !trigger.isForHttpLayer)
}

/** Counts the lessons that aren't only remarks. */
const count = (lessons: readonly Pick<Lesson, 'value'>[]): number =>
  lessons.filter(({ value }) => value !== undefined).length

/** Lists what a row says, in the form of lessons. */
const toLessons = (row: string, lessons: readonly RowLesson[]): Lesson[] =>
  lessons.map(({ name, value, by }) => ({ path: ['answers', row, name], value, by }))

/** The lessons about the rows of one preset. */
function decideRows(preset: AnswersPreset, pairs: readonly Pair[]): Lesson[] {
  const rows = failureNames.flatMap((failure) => {
    const own = pairs.filter(({ trigger }) => trigger.failure === failure && isGeneral(trigger))
    return own.length === 0 ? [] : [{ failure, lessons: decideRow(failure, preset, own) }]
  })
  // What each row says, or its parent for it.
  const decided = new Map<string, readonly RowLesson[]>(
    rows.map(({ failure, lessons }) => [failure, lessons]),
  )
  const names = new Set([...plantMistakes, ...(Object.keys(parents) as Mistake[])])
  const mistakes = [...names].flatMap((mistake) => {
    const own = pairs.filter(({ trigger }) => trigger.mistake === mistake)
    const [first] = own
    const lessons = decideRow(toFailure(mistake), preset, own)
    const general = decided.get(toParent(mistake)) ?? []
    const isSame = first === undefined || isCovered(lessons, general)
    decided.set(mistake, isSame ? general : lessons)
    if (isSame) return []
    const status: RowLesson = {
      name: 'status',
      value: readAnswer(first.real)?.status,
      by: first.trigger.title,
    }
    return [[mistake, count(lessons) === 0 ? [status] : lessons] as const]
  })
  const asIs = rows.filter(({ lessons }) => count(lessons) === 0)
  const by = asIs.length === 0 ? 'the nearest' : `as it is: ${asIs.map(({ failure }) => failure).join(', ')}`
  const all = [...rows.map(({ failure, lessons }) => [failure, lessons] as const), ...mistakes]
  const toRequired = (row: string): object => {
    const status = all.find(([name]) => name === row)?.[1].find(({ name }) => name === 'status')?.value
    const answers = { preset, ...(status !== undefined && { [row]: { status } }) }
    const { 'content-type': _type, ...headers } = createRefuse(answers)(row as FailureName).headers
    return headers
  }
  return [
    { path: ['answers', 'preset'], value: preset, by },
    ...shareRows(all, toRequired).flatMap(([row, lessons]) => toLessons(row, lessons)),
  ]
}

/** Learns the rows of the table of answers with the preset that needs the fewest lessons. */
export async function learnRows(
  rows: readonly Row[],
  options: PlantStoreOptions,
  session: Session,
): Promise<Lesson[]> {
  async function tryPreset(preset: AnswersPreset): Promise<Lesson[]> {
    await using fake = await startFake({ ...options, answers: preset }, session)
    const chosen = rows.filter((row) => row.trigger.failure !== undefined && isForTable(row, options))
    const pairs = chosen.map(async ({ trigger, exchange, again }): Promise<Pair> => {
      return { trigger, real: exchange, ...(again && { again }), fake: await fake.send(exchange.ask) }
    })
    return decideRows(preset, await Promise.all(pairs))
  }
  const [http, documented] = [await tryPreset('http'), await tryPreset('documented')]
  return count(documented) < count(http) ? documented : http
}
