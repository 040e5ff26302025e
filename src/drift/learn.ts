import type { Limits } from '../contract/limits.ts'
import { type Exchange, readStatus } from '../http/exchange.ts'
import { type FailureName, failureNames } from '../store/failure-names.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { Habit } from '../store/read-new-plant.ts'
import { checkOptions } from '../verify/option-table.ts'
import { learnCors, learnCreated, learnHabits, learnLatency, learnUnknownMembers } from './learn-decisions.ts'
import { askRows, checkImitation, knownOf, learnRows } from './learn-rows.ts'
import { largestBody, learnIds, learnMaxBody, learnTexts } from './limits.ts'
import { createNotes } from './notes.ts'
import { serviceTable } from './option-table.ts'
import type { BrokenRule, ServiceOptions } from './options.ts'
import { readAnswer, toForm } from './read-answer.ts'
import { isAboutLoad, isAccepted, openService } from './service.ts'
import { toLargeBody, triggers } from './triggers.ts'
import { type Lesson, maskLesson, toOptions, writeConfiguration } from './write-configuration.ts'

/** What a real service showed. */
export interface Learned {
  /** The options of a fake that answers like it, for `createPlantStore` and `createHandlers`. */
  options: PlantStoreOptions
  /** The same as a configuration file, with a comment on each value. */
  yaml: string
  /** The must rules that it breaks, which the fake doesn't imitate. */
  broken: readonly BrokenRule[]
  /** What else the fake can't imitate. */
  notImitated: readonly string[]
  /** What no request showed. */
  notTriggered: readonly string[]
  requests: number
  /** Milliseconds. */
  duration: number
}

/**
 * Finds out how a real service decides what the specification leaves open, with up to 400 requests and those that must be
 * repeated, and writes a configuration with which a fake decides the same. It leaves plants behind.
 *
 * @example
 * const { options, yaml } = await learn('https://staging.example', { token: 'local-token' })
 * const store = createPlantStore(options)
 *
 * @throws {VerifyOptionsError} if an option has a wrong value
 * @throws {ServiceError} if the service can't be reached, or changes in the middle
 */
export async function learn(url: string | URL, options: ServiceOptions): Promise<Learned> {
  checkOptions(options, serviceTable)
  using service = await openService(url, options)
  const { session, run } = service
  const notes = createNotes(run.base.pathname.replace(/\/$/, ''))
  const notTriggered: string[] = []

  const [asked, created, cors, maxBody] = await Promise.all([
    askRows(service, triggers),
    service.whileUsual(() => learnCreated(service, notes)),
    service.whileUsual(() => learnCors(service)),
    service.whileUsual(() => learnMaxBody(service)),
  ])
  const formsOf = (failure: FailureName, hasMessage: boolean): Set<string> =>
    new Set(
      asked
        .filter(({ trigger, exchange }) => trigger.failure === failure && !isAccepted(exchange))
        .map(({ exchange }) => toForm(exchange, hasMessage)),
    )
  const invalidForms = formsOf('invalid-plant', true)
  const invalidStatuses = formsOf('invalid-plant', false)
  const storedForms = new Set([...formsOf('duplicate-id', true)].filter((form) => !invalidForms.has(form)))
  const isInvalid = (exchange: Exchange): boolean => invalidStatuses.has(toForm(exchange, false))
  const numbers = new Map<string, number | undefined>()
  async function isInside(title: string, body: string, isOneKind = true): Promise<boolean> {
    const exchange = await service.send({ title, body })
    numbers.set(title, exchange.number)
    if (isAccepted(exchange) || isAboutLoad(exchange) || storedForms.has(toForm(exchange))) return true
    notes.judge({ title, exchange })
    if (isInvalid(exchange) || !isOneKind) return false
    notes.cannot({ title, exchange }, `${title} is answered ${readStatus(exchange) ?? 'with nothing'}`)
    return true
  }
  const probe = {
    isInside,
    cite: (title: string) => (numbers.has(title) ? `request ${numbers.get(title)}` : 'a plain plant'),
  }
  const declared: Limits = options.limits ?? {}
  const learnLimits = async (): Promise<Lesson[]> => {
    const found = await Promise.all([
      declared.id ? undefined : learnIds(session, probe),
      declared.name ? undefined : learnTexts(session, 'name', maxBody.value, probe),
      declared.tag ? undefined : learnTexts(session, 'tag', maxBody.value, probe),
    ])
    return (['id', 'name', 'tag'] as const).flatMap((member, index): Lesson[] => {
      const own = declared[member]
      const shown = own ? { value: own, by: 'declared for this run' } : found[index]
      return shown === undefined ? [] : [{ path: ['limits', member], ...shown }]
    })
  }
  const tooLarge =
    maxBody.value === largestBody ? [] : [toLargeBody(maxBody.value), toLargeBody(maxBody.value + 1000)]
  const [limits, unknownMembers, habits, large] = await Promise.all([
    service.whileUsual(learnLimits),
    service.whileUsual(() => learnUnknownMembers(service, isInvalid, notes)),
    service.whileUsual(() => learnHabits(service, asked)),
    askRows(service, tooLarge),
  ])
  const latency = await service.whileUsual(() => learnLatency(service))

  const isReplacing = asked.some(
    ({ trigger, exchange }) => trigger.failure === 'duplicate-id' && isAccepted(exchange),
  )
  const duplicate = asked.find(({ trigger }) => trigger.failure === 'duplicate-id')
  const lessons: Lesson[] = [
    {
      path: ['onDuplicate'],
      value: isReplacing ? 'replace' : 'reject',
      by: `request ${duplicate?.exchange.number}: a stored id`,
    },
    { path: ['maxBody'], ...maxBody },
    ...unknownMembers,
    ...habits,
    ...limits,
    ...cors,
    ...latency,
  ]
  const ignoresCoding = habits.some(({ value }) => (value as Habit[]).includes('ignores-content-encoding'))
  const rows = [...asked, ...large].filter(({ trigger, exchange }) => {
    const shown = { title: trigger.title, exchange }
    const isRight = notes.judge(shown, knownOf(trigger))
    const answer = readAnswer(exchange)
    const isUsual =
      trigger.failure === 'duplicate-id' || (trigger.failure === 'unsupported-encoding' && ignoresCoding)
    if (isAccepted(exchange) && isRight && !isUsual)
      notes.cannot(shown, `${trigger.title} is answered ${readStatus(exchange)}`)
    if (answer === undefined || isAboutLoad(exchange) || isAccepted(exchange) || answer.status < 400)
      return false
    if (trigger.failure === 'unsupported-encoding' && ignoresCoding) return false
    // A server in front of the service may answer a 400 of its own, but a fake's 400 is an Error.
    if (trigger.isForHttpLayer && answer.status === 400 && !answer.isError) {
      notes.cannot(shown, `${trigger.title} is answered with a 400 that is no Error`)
      return false
    }
    return isRight
  })
  const learnedRows = await learnRows(rows, toOptions(lessons), session)
  const { mask } = service
  const all = [...learnedRows, ...created, ...lessons].map((lesson) => maskLesson(lesson, mask))
  const learned = toOptions(all) as PlantStoreOptions
  for (const failure of failureNames) {
    const isShown = rows.some(({ trigger }) => trigger.failure === failure)
    if (!isShown && !(failure === 'duplicate-id' && isReplacing)) notTriggered.push(failure)
  }
  await checkImitation(rows, learned, service, notes)
  const broken = [...notes.broken.values()].map((one) => ({ ...one, problem: mask(one.problem) }))
  const notImitated = [...new Set(notes.notImitated)].map(mask)
  return {
    options: learned,
    yaml: writeConfiguration(
      [
        `Learned from ${run.base.href} on ${run.startedAt.slice(0, 10)} with ${run.sender.sent} requests.`,
        'Start a fake that answers like it: plant-store start --config FILE',
        'Find out whether it still does: plant-store diff URL --config FILE',
      ],
      all,
      {
        'Broken must rules, which the fake keeps:': broken.map(
          ({ rule, problem, by }) => `${rule}: ${problem} (${by})`,
        ),
        "What the fake can't imitate:": notImitated,
        'What no request showed, so that the fake decides by itself:': notTriggered,
      },
    ),
    broken,
    notImitated,
    notTriggered,
    requests: run.sender.sent,
    duration: run.duration,
  }
}
