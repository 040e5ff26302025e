import { wasTaken } from '../http/exchange.ts'
import type { AnswersPreset } from '../store/answers.ts'
import { type FailureName, failureNames, plantMistakes } from '../store/failures.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { Session } from '../verify/trial.ts'
import type { Sent } from './ask.ts'
import { decideRow, isCovered, type Pair, type RowLesson } from './decide-row.ts'
import type { Notes } from './notes.ts'
import { isAboutLoad, readAnswer, toForm } from './read-answer.ts'
import type { Service } from './service.ts'
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
  ...(failure === 'invalid-token' && { isTokenInvalid: true }),
  ...(failure === 'duplicate-id' && { id: 'stored' as const }),
})

/** Asks for the refusals of every row that requests can trigger, and the first time for one twice. */
export function askRows({ send, forEach }: Service, asked: readonly Trigger[]): Promise<Row[]> {
  const isFirst = ({ failure, mistake }: Trigger, index: number): boolean =>
    failure !== undefined &&
    index === asked.findIndex((one) => one.failure === failure && one.mistake === mistake)
  return forEach([...asked.entries()], async ([index, trigger]) => {
    const exchange = await send(trigger.toAsk)
    const isAgain = isFirst(trigger, index) && !isAboutLoad(exchange)
    return { trigger, exchange, ...(isAgain && { again: await send(trigger.toAsk) }) }
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
    const isRight = notes.judge(trigger.title, exchange, knownOf(trigger))
    return isRight && readAnswer(exchange) !== undefined && !isAboutLoad(exchange)
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
    const own = pairs.filter(({ trigger }) => trigger.failure === failure)
    return own.length === 0 ? [] : [{ failure, lessons: decideRow(failure, preset, own) }]
  })
  const general = rows.find(({ failure }) => failure === 'invalid-plant')?.lessons ?? []
  const mistakes = plantMistakes.flatMap((mistake) => {
    const own = pairs.filter(({ trigger }) => trigger.mistake === mistake)
    const [first] = own
    const lessons = decideRow('invalid-plant', preset, own)
    if (first === undefined || isCovered(lessons, general)) return []
    const status: RowLesson = {
      name: 'status',
      value: readAnswer(first.real)?.status,
      by: first.trigger.title,
    }
    return toLessons(mistake, count(lessons) === 0 ? [status] : lessons)
  })
  const asIs = rows.filter(({ lessons }) => count(lessons) === 0)
  const by = asIs.length === 0 ? 'the nearest' : `as it is: ${asIs.map(({ failure }) => failure).join(', ')}`
  return [
    { path: ['answers', 'preset'], value: preset, by },
    ...rows.flatMap(({ failure, lessons }) => toLessons(failure, lessons)),
    ...mistakes,
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
    const chosen = rows.filter((row) => isForTable(row, options))
    const pairs = chosen.map(async ({ trigger, exchange, again }): Promise<Pair> => {
      return { trigger, real: exchange, ...(again && { again }), fake: await fake.send(exchange.ask) }
    })
    return decideRows(preset, await Promise.all(pairs))
  }
  const [http, documented] = [await tryPreset('http'), await tryPreset('documented')]
  return count(documented) < count(http) ? documented : http
}
