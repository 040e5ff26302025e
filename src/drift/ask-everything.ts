import type { Limits } from '../contract/generated/limits.ts'
import { listCases } from './cases.ts'
import { learnCreated } from './learn-created.ts'
import {
  learnAccepted,
  learnCors,
  learnHabits,
  learnLatency,
  learnOnDuplicate,
  learnUnknownMembers,
} from './learn-decisions.ts'
import { learnLimits } from './learn-limits.ts'
import { largestBody, learnMaxBody } from './learn-max-body.ts'
import { learnOrder } from './learn-order.ts'
import { ambiguous, learnRefused } from './learn-refused.ts'
import { askRows, type Row } from './learn-rows.ts'
import { createLimitFinder } from './limit-finder.ts'
import type { Notes } from './notes.ts'
import { toOutside } from './outside.ts'
import type { Service } from './service.ts'
import { listTriggers, type Trigger, toLargeBodies } from './triggers.ts'
import { type Lesson, toOptions } from './write-configuration.ts'

/** What a service answered. */
export interface Asked {
  /** The answers to the triggers, from which the table of answers is learned. */
  rows: readonly Row[]
  /** What a 200 has besides a Plant. */
  created: readonly Lesson[]
  /** The options besides the table of answers. */
  decisions: readonly Lesson[]
}

/** Sends all requests; those that depend on the answers to others come after them. */
export async function askEverything(service: Service, declared: Limits, notes: Notes): Promise<Asked> {
  const { session } = service
  const triggers = listTriggers(session)
  const shown = new Set(triggers.map(({ title }) => title))
  const readings = listCases({}).flatMap(({ title, toAsk }): Trigger[] =>
    title in ambiguous && !shown.has(title) ? [{ title, toAsk: (from) => toAsk(from) ?? {} }] : [],
  )
  const [first, created, cors, maxBody] = await Promise.all([
    askRows(service, [...triggers, ...readings]),
    service.whileUsual(() => learnCreated(service, notes)),
    service.whileUsual(() => learnCors(service)),
    service.whileUsual(() => learnMaxBody(service)),
  ])
  const tooLarge = maxBody.value === largestBody ? [] : toLargeBodies(maxBody.value)
  const finder = await service.whileUsual(() => createLimitFinder(service, first, notes))
  const [limits, large] = await Promise.all([
    service.whileUsual(() => learnLimits(session, declared, maxBody.value, finder)),
    askRows(service, tooLarge),
  ])
  const { limits: learned = {} } = toOptions(limits)
  const outside = await askRows(service, toOutside(session, learned as Limits))
  const refused = await service.whileUsual(() => learnRefused(service, [...first, ...outside]))
  const latency = await service.whileUsual(() => learnLatency(service))
  return {
    rows: [...first, ...large, ...outside],
    created,
    decisions: [
      ...learnOnDuplicate(first),
      { path: ['maxBody'], ...maxBody },
      ...learnUnknownMembers(first),
      ...learnOrder([...first, ...large]),
      ...learnAccepted(first),
      ...refused,
      ...learnHabits(first),
      ...limits,
      ...cors,
      ...latency,
    ],
  }
}
