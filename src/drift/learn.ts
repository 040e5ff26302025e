import { narrowLimits } from '../contract/narrow-limits.ts'
import { toPath } from '../http/exchange.ts'
import { checkOptions } from '../options/option-table.ts'
import { type ShownFinding, showFinding } from '../reports/report.ts'
import { failureNames } from '../store/failures.ts'
import type { LearnedDifference, PlantStoreOptions } from '../store/options.ts'
import { createIds } from '../verify/ids.ts'
import { checkCount, createLimited } from '../verify/option-table.ts'
import { askEverything } from './ask-everything.ts'
import { listCases } from './cases.ts'
import { compareCases } from './compare-case.ts'
import { toLearned } from './known-differences.ts'
import { isRefusable } from './learn-refused.ts'
import { askAgain, chooseRows, isForTable, learnRows, type Row } from './learn-rows.ts'
import { createNotes } from './notes.ts'
import { type ServiceOptions, serviceTable } from './options.ts'
import { origins } from './pages.ts'
import { openService, type Service } from './service.ts'
import { type Lesson, maskLesson, toOptions, writeConfiguration } from './write-configuration.ts'

/** What a real service showed. */
export interface Learned {
  /** The options of a fake that answers like it, for `createPlantStore` and `createHandlers`. */
  options: PlantStoreOptions
  /** The same as a configuration file, with a comment on each value. */
  yaml: string
  /** The must rules that it breaks; the fake imitates only a 401 without a challenge. */
  broken: readonly ShownFinding[]
  /** What else the fake can't imitate, and no request of `diff` shows. */
  notImitated: readonly string[]
  /** The differences that remain; they are also in `options`, so that `diff` knows them. */
  differences: readonly LearnedDifference[]
  /** What no request showed. */
  notTriggered: readonly string[]
  requests: number
  /** Milliseconds. */
  duration: number
}

/**
 * Finds out how a real service decides what the specification leaves open, with about 450 requests and those that must be
 * repeated, and writes a configuration that makes a fake decide the same. It leaves plants behind.
 *
 * @example
 * const { options, yaml } = await learn('https://staging.example', { token: 'local-token' })
 * const store = createPlantStore(options)
 *
 * @throws {OptionsError} if an option has a wrong value
 * @throws {ServiceError} if the service can't be reached, or changes during the run
 */
export async function learn(url: string | URL, options: ServiceOptions): Promise<Learned> {
  checkOptions(options, serviceTable)
  checkCount(options)
  using service = await openService(url, options)
  const { session, run, mask } = service
  const notes = createNotes(toPath(run.base, ''))
  const { rows, created, decisions } = await askEverything(service, options.limits ?? {}, notes)
  const { refuses = {} }: PlantStoreOptions = toOptions(decisions)
  // What only some services refuse, and this one doesn't, is refused for another reason, if at all.
  const own = rows.filter(({ trigger: { mistake } }) => !isRefusable(mistake) || mistake in refuses)
  const right = await askAgain(service, chooseRows(own, notes))
  const answers = await learnRows(right, toOptions(decisions), session)
  const lessons = [...answers, ...created, ...decisions].map((lesson) => maskLesson(lesson, mask))
  const learned: PlantStoreOptions = toOptions(lessons)
  // `diff` sends plants inside of the learned limits.
  if (learned.limits !== undefined)
    Object.assign(session, {
      inside: createLimited({ ...options, limits: learned.limits }),
      ...(learned.limits.id && { ids: createIds(undefined, narrowLimits(learned.limits).id) }),
    })
  const answered = new Map(rows.map(({ trigger, exchange }) => [trigger.title, exchange]))
  let differences: readonly LearnedDifference[] = []
  await compareCases(service, listCases(learned), learned, {
    answered,
    async onEnd(compared) {
      differences = await toLearned(compared, mask)
    },
  })
  const show = { base: run.base, secrets: run.token.all, showToken: options.showToken ?? false }
  const found = {
    broken: [...notes.broken.values()]
      .sort((one, other) => one.rule.localeCompare(other.rule))
      .map((one) => showFinding(one, show)),
    notImitated: [...notes.notImitated].map(mask).sort(),
    notTriggered: listNotTriggered(right, learned),
    differences,
  }
  return {
    options: {
      ...learned,
      // In the file, advice is a comment.
      ...(differences.length > 0 && { differences: differences.map(({ advice: _advice, ...one }) => one) }),
    },
    yaml: describeLearned(service, lessons, found),
    ...found,
    requests: run.sender.sent,
    duration: run.duration,
  }
}

type Found = Pick<Learned, 'broken' | 'notImitated' | 'notTriggered' | 'differences'>

function listNotTriggered(rows: readonly Row[], options: PlantStoreOptions): string[] {
  const { onDuplicate, cors } = options
  const shown = new Set(rows.filter((row) => isForTable(row, options)).map(({ trigger }) => trigger.failure))
  const missing = failureNames.filter(
    (failure) => !shown.has(failure) && !(failure === 'duplicate-key' && onDuplicate !== 'reject'),
  )
  const noCors = `cors (no page of ${origins.join(' or ')} may read answers)`
  return [...missing, ...(cors === undefined ? [noCors] : [])]
}

const describeLearned = (
  { run }: Service,
  lessons: readonly Lesson[],
  { broken, notImitated, notTriggered, differences }: Found,
): string =>
  writeConfiguration(
    [
      `Learned from ${run.base.href} by plant-store learn. A comment names the request that showed the value.`,
      'Start a fake that answers like it: plant-store start --config FILE',
      'Find out whether it still does: plant-store diff URL --config FILE',
    ],
    lessons,
    differences,
    {
      'Broken must rules:': broken.map(({ rule, problem, tried }) => `${rule}: ${problem} (${tried})`),
      "What the fake can't imitate:": notImitated,
      'What no request showed, so that the fake decides by itself:':
        notTriggered.length > 0 ? [notTriggered.join(', ')] : [],
    },
  )
