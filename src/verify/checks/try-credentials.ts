import { isSuccess, type RequestHeader, wasTaken } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { createPlainPlant, writePlant } from '../../probes/plain-plant.ts'
import { createRequest, type RequestOptions } from '../create-request.ts'
import { judgeRefused } from '../judge-trial.ts'
import type { Check, Session, Trial } from '../trial.ts'
import { tryRefused } from './trials.ts'

export type Authorization = Omit<RequestHeader, 'name'>
/** Makes the value of Authorization; null leaves it out. */
export type ToAuthorization = (session: Session) => Authorization | null
type CredentialsCase = readonly [title: string, toAuthorization: ToAuthorization, isForHttpLayer?: boolean]

/** The rule that a 5xx breaks. */
export const serverErrorRule = 'refused-credentials-no-5xx'

/** Makes a trial of a valid plant with invalid credentials. */
export const tryCredentials = (
  rule: RuleId,
  [title, toAuthorization, isForHttpLayer = false]: CredentialsCase,
  options: RequestOptions = {},
): Trial => ({
  kind: rule === 'refuses-unissued-token' ? 'a token' : title,
  ...tryRefused(
    title,
    {
      rule,
      serverErrorRule,
      openRule:
        rule === 'refuses-missing-credentials'
          ? 'status-for-missing-credentials'
          : 'status-for-invalid-token',
      isForHttpLayer,
    },
    (session) => writePlant(createPlainPlant(session)),
    (session) => ({ ...options, authorization: toAuthorization(session) }),
  ),
})

/** Makes a check whose trials each send credentials that the service must refuse. */
export const refuse = (rule: RuleId, toCases: (session: Session) => readonly CredentialsCase[]): Check => ({
  rule,
  trials: (session) => toCases(session).map((one) => tryCredentials(rule, one)),
})

/** Makes a trial that sends the same bytes with valid and then with wrong credentials, and then another plant with the wrong ones. It finds services that cache an answer, or that cache a refused token as accepted. */
export const tryAgain = (rule: RuleId, title: string, toAuthorization: ToAuthorization): Trial => ({
  title,
  async run(session) {
    const body = writePlant(createPlainPlant(session))
    if (!wasTaken(await session.send(createRequest(session, body)))) return []
    const authorization = toAuthorization(session)
    const again = await session.send(createRequest(session, body, { authorization }))
    const other = writePlant(createPlainPlant(session))
    const second = await session.send(createRequest(session, other, { authorization }))
    return [again, second].flatMap((exchange) =>
      judgeRefused(session, exchange, { rule, serverErrorRule, title }),
    )
  },
})

/** Makes a trial that compares the statuses for wrong credentials with a valid body and with other bodies. */
export const tryOrder = (title: string, toAuthorization: ToAuthorization): Trial => ({
  title,
  async run(session) {
    const authorization = toAuthorization(session)
    const bodies = [writePlant(createPlainPlant(session)), '{"id":"one"}', '{"id":']
    const exchanges = await Promise.all(
      bodies.map((body) => session.send(createRequest(session, body, { authorization }))),
    )
    const rule = 'refuses-unissued-token'
    const verdicts = exchanges
      .flatMap((exchange) => judgeRefused(session, exchange, { rule, serverErrorRule }))
      .filter((verdict) => verdict.rule !== rule)
    const statuses = exchanges.map(({ outcome }) => (outcome.kind === 'answer' ? outcome.answer.status : 429))
    const [valid = 429, ...others] = statuses
    const odd = exchanges[statuses.findIndex((status) => status !== valid)]
    // An answer that asks for fewer requests says nothing about the credentials.
    if (isSuccess(valid) || statuses.some((status) => status === 429 || status === 503)) return verdicts
    const observed = { rule: 'credentials-before-body', exchanges: odd ? [odd] : exchanges } as const
    const problem = `the status must not depend on the body, got ${valid} for a valid body, ${others[0]} for an invalid one, and ${others[1]} for one that is not JSON`
    return [...verdicts, odd ? { ...observed, problem } : observed]
  },
})
