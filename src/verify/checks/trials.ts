import { type HttpRequest, wasTaken } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { createPlainPlant, writePlant } from '../../probes/plain-plant.ts'
import type { SentPlant } from '../../probes/source.ts'
import { createRequest, type RequestOptions } from '../create-request.ts'
import {
  type CreatedExpectation,
  judgeCreated,
  judgeRefused,
  type RefusedExpectation,
} from '../judge-trial.ts'
import type { Session, Trial, Verdict } from '../trial.ts'

/** How many ids to try, since ids of a range that the user chose may be stored. */
export const triesInRange = 8

/** Says that a rule isn't tried, since no allowed plant can test it. */
export const toMoot = (rule: RuleId, { hasIdRange }: Session): Verdict => ({
  rule,
  moot: hasIdRange ? 'no id in the range can test this' : 'the limits leave no plant that can test this',
  exchanges: [],
})

/** Makes a trial that sends a valid plant and expects the service to create it; undefined means that no plant can be sent. */
export const tryCreated = (
  title: string,
  expectation: CreatedExpectation,
  toPlant: (session: Session) => SentPlant | undefined = createPlainPlant,
  toOptions: (session: Session, plant: SentPlant) => RequestOptions & { body?: string | Buffer } = () => ({}),
): Trial => ({
  title,
  async run(session) {
    for (let left = session.ids.areFew ? triesInRange : 1; ; left--) {
      const plant = toPlant(session)
      const { rule = 'created-is-200' } = expectation
      if (plant === undefined || !session.inside.allows(plant)) return [toMoot(rule, session)]
      const { body = writePlant(plant), ...options } = toOptions(session, plant)
      const exchange = await session.send(createRequest(session, body, options))
      const verdicts = judgeCreated(session, exchange, plant, { title, ...expectation })
      const isJudged = verdicts.some((verdict) => verdict.rule === rule)
      if (isJudged || left === 1) return verdicts
    }
  },
})

/** Makes a trial that sends a request that the service must refuse; an undefined body means that no allowed id makes one possible. */
export const tryRefused = (
  title: string,
  expectation: RefusedExpectation,
  toBody: (session: Session) => string | Buffer | undefined,
  toOptions: (session: Session) => RequestOptions = () => ({}),
): Trial => ({
  title,
  async run(session) {
    const body = toBody(session)
    if (body === undefined) return [toMoot(expectation.rule, session)]
    const exchange = await session.send(createRequest(session, body, toOptions(session)))
    return judgeRefused(session, exchange, { title, ...expectation })
  },
})

/** Makes a trial that sends a plant in a way that is refused, then correctly: the first request must not store it. */
export const tryStoredNothing = (
  rule: RuleId,
  title: string,
  toRefused: (session: Session, plant: SentPlant) => HttpRequest,
): Trial => ({
  title,
  async run(session) {
    const plant = createPlainPlant(session)
    const refused = await session.send(toRefused(session, plant))
    if (refused.outcome.kind !== 'answer' || wasTaken(refused)) return []
    const after = await session.send(createRequest(session, writePlant(plant)))
    return judgeCreated(session, after, plant, { rule }).map((verdict) =>
      verdict.rule === rule ? { ...verdict, exchanges: [refused, after] } : verdict,
    )
  },
})
