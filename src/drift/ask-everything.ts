import type { Limits } from '../contract/generated/limits.ts'
import { learnCreated } from './learn-created.ts'
import {
  learnCors,
  learnHabits,
  learnLatency,
  learnOnDuplicate,
  learnUnknownMembers,
} from './learn-decisions.ts'
import { learnLimits } from './learn-limits.ts'
import { largestBody, learnMaxBody } from './learn-max-body.ts'
import { askRows, type Row } from './learn-rows.ts'
import { createLimitFinder } from './limit-finder.ts'
import type { Notes } from './notes.ts'
import { toOutside } from './outside.ts'
import type { Service } from './service.ts'
import { listTriggers, toLargeBody } from './triggers.ts'
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
  const [first, created, cors, maxBody] = await Promise.all([
    askRows(service, listTriggers(session)),
    service.whileUsual(() => learnCreated(service, notes)),
    service.whileUsual(() => learnCors(service)),
    service.whileUsual(() => learnMaxBody(service)),
  ])
  const tooLarge =
    maxBody.value === largestBody ? [] : [toLargeBody(maxBody.value), toLargeBody(maxBody.value + 1000)]
  const finder = await service.whileUsual(() => createLimitFinder(service, first, notes))
  const [limits, habits, large] = await Promise.all([
    service.whileUsual(() => learnLimits(session, declared, maxBody.value, finder)),
    service.whileUsual(() => learnHabits(service, first)),
    askRows(service, tooLarge),
  ])
  const { limits: learned = {} } = toOptions(limits)
  const outside = await askRows(service, toOutside(session, learned as Limits))
  const latency = await service.whileUsual(() => learnLatency(service))
  return {
    rows: [...first, ...large, ...outside],
    created,
    decisions: [
      ...learnOnDuplicate(first),
      { path: ['maxBody'], ...maxBody },
      ...learnUnknownMembers(first),
      ...habits,
      ...limits,
      ...cors,
      ...latency,
    ],
  }
}
