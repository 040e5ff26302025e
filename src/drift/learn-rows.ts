import { type Exchange, readStatus } from '../http/exchange.ts'
import type { AnswersPreset } from '../store/answers.ts'
import { type FailureName, failureNames } from '../store/failures.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { Session } from '../verify/trial.ts'
import { compareAnswers } from './compare.ts'
import { decideRow, type Pair } from './decide-row.ts'
import type { Notes } from './notes.ts'
import { readAnswer } from './read-answer.ts'
import { isAboutLoad, isAccepted, type Service, startFake } from './service.ts'
import type { Trigger } from './triggers.ts'
import type { Lesson } from './write-configuration.ts'

export interface Row {
  trigger: Trigger
  exchange: Exchange
}

const knownOf = ({ failure, isForHttpLayer = false }: Trigger) => ({
  isForHttpLayer,
  ...(failure === 'invalid-token' && { isTokenInvalid: true }),
  ...(failure === 'duplicate-id' && { id: 'stored' as const }),
})

/** Asks for the refusals of every row that requests can trigger. */
export const askRows = ({ send, forEach }: Service, asked: readonly Trigger[]): Promise<Row[]> =>
  forEach(asked, async (trigger) => ({
    trigger,
    exchange: await send((session) => ({ ...trigger.toAsk(session), title: trigger.title })),
  }))

/** Chooses the answers to learn from: refusals that break no must rule. Notes what else was answered. */
export const chooseRows = (rows: readonly Row[], ignoresCoding: boolean, notes: Notes): Row[] =>
  rows.filter(({ trigger, exchange }) => {
    const shown = { title: trigger.title, exchange }
    const isRight = notes.judge(shown, knownOf(trigger))
    const answer = readAnswer(exchange)
    const isIgnored = trigger.failure === 'unsupported-encoding' && ignoresCoding
    const isUsual = trigger.failure === 'duplicate-id' || isIgnored
    if (isAccepted(exchange) && isRight && !isUsual)
      notes.cannot(shown, `${trigger.title} is answered ${readStatus(exchange)}`)
    if (answer === undefined || isAboutLoad(exchange) || isAccepted(exchange) || answer.status < 400)
      return false
    if (isIgnored) return false
    // A server in front of the service may answer a 400 of its own, but a fake's 400 is an Error.
    if (trigger.isForHttpLayer && answer.status === 400 && !answer.isError) {
      notes.cannot(shown, `${trigger.title} is answered with a 400 that is no Error`)
      return false
    }
    return isRight
  })

/** Learns the rows of the table of answers with the preset that needs the fewest lessons. */
export async function learnRows(
  rows: readonly Row[],
  options: PlantStoreOptions,
  session: Session,
): Promise<Lesson[]> {
  async function tryPreset(preset: AnswersPreset): Promise<Lesson[]> {
    await using fake = await startFake({ ...options, answers: preset }, session)
    const pairs = await Promise.all(
      rows.map(async ({ trigger, exchange }): Promise<[FailureName, Pair]> => {
        const { title, toAsk } = trigger
        return [
          trigger.failure,
          { title, real: exchange, fake: await fake.send({ ...toAsk(session), title }) },
        ]
      }),
    )
    const usual = failureNames.flatMap((failure) => {
      const own = pairs.filter(([name]) => name === failure).map(([, pair]) => pair)
      return decideRow(failure, preset, own).map(({ name, ...lesson }) => ({
        path: ['answers', failure, name],
        ...lesson,
      }))
    })
    const asIs = failureNames.filter(
      (name) =>
        pairs.some(([failure]) => failure === name) &&
        !usual.some(({ path, value }) => path[1] === name && value !== undefined),
    )
    const shown = asIs.map((name) => {
      const [, pair] = pairs.find(([failure]) => failure === name) ?? []
      return `${name} (request ${pair?.real.number})`
    })
    const by = shown.length === 0 ? 'the nearest' : `as it is: ${shown.join(', ')}`
    return [{ path: ['answers', 'preset'], value: preset, by }, ...usual]
  }
  const [http, documented] = [await tryPreset('http'), await tryPreset('documented')]
  const weigh = (lessons: readonly Lesson[]): number =>
    lessons.filter(({ value }) => value !== undefined).length
  return weigh(documented) < weigh(http) ? documented : http
}

/** Notes how a fake with the learned options still differs. */
export async function checkImitation(
  rows: readonly Row[],
  options: PlantStoreOptions,
  { session, mask }: Service,
  notes: Notes,
): Promise<void> {
  await using fake = await startFake(options, session)
  await Promise.all(
    rows.map(async ({ trigger: { title, toAsk }, exchange }) => {
      const [problem] = compareAnswers(await fake.send({ ...toAsk(session), title }), exchange, {
        pinned: new Set(),
        mask,
      })
      if (problem !== undefined) notes.cannot({ title, exchange }, `${title}: ${problem}`)
    }),
  )
}
