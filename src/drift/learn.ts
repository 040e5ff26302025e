import { failureNames } from '../store/failures.ts'
import type { Habit } from '../store/habits.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { checkOptions } from '../verify/option-table.ts'
import { learnCors, learnCreated, learnHabits, learnLatency, learnUnknownMembers } from './learn-decisions.ts'
import { learnLimits } from './learn-limits.ts'
import { largestBody, learnMaxBody } from './learn-max-body.ts'
import { askRows, checkImitation, chooseRows, learnRows } from './learn-rows.ts'
import { createNotes } from './notes.ts'
import { serviceTable } from './option-table.ts'
import type { BrokenRule, ServiceOptions } from './options.ts'
import { origins } from './pages.ts'
import { createProbe } from './probe.ts'
import { isAccepted, openService } from './service.ts'
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
  const probe = createProbe(service, asked, notes)
  const tooLarge =
    maxBody.value === largestBody ? [] : [toLargeBody(maxBody.value), toLargeBody(maxBody.value + 1000)]
  const [limits, unknownMembers, habits, large] = await Promise.all([
    service.whileUsual(() => learnLimits(session, options.limits ?? {}, maxBody.value, probe)),
    service.whileUsual(() => learnUnknownMembers(service, probe.isInvalid, notes)),
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
  const rows = chooseRows([...asked, ...large], ignoresCoding, notes)
  const learnedRows = await learnRows(rows, toOptions(lessons), session)
  const { mask } = service
  const all = [...learnedRows, ...created, ...lessons].map((lesson) => maskLesson(lesson, mask))
  const learned = toOptions(all) as PlantStoreOptions
  for (const failure of failureNames) {
    const isShown = rows.some(({ trigger }) => trigger.failure === failure)
    if (!isShown && !(failure === 'duplicate-id' && isReplacing)) notTriggered.push(failure)
  }
  if (cors.length === 0) notTriggered.push(`cors (no page of ${origins.join(' or ')} may read answers)`)
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
