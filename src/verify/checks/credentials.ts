import { isSuccess, wasTaken } from '../../http/exchange.ts'
import { toVerdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { toServerErrorRule } from '../../judge/rules.ts'
import { toHttpRequest } from '../../probes/ask.ts'
import { clientHeadersWithoutCredentials } from '../../probes/client-headers.ts'
import {
  missing,
  missingInOtherWays,
  schemesInAnyCase,
  textAfterToken,
  unissuedTokens,
  withoutCredentials,
  withRandomToken,
  wrongCredentials,
} from '../../probes/credentials.ts'
import { aliasesWithoutCredentials } from '../../probes/paths.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import type { ToAsk } from '../../probes/probe.ts'
import { refusedCredentials } from '../../probes/state.ts'
import { otherForms, tokenForms, tokenPlaces, tokenPositions } from '../../probes/token-forms.ts'
import { judgeRefused } from '../judge-trial.ts'
import type { Check, Trial } from '../trial.ts'
import { toCheck } from './try-probe.ts'

const serverErrorRule = toServerErrorRule('refuses-unissued-token')

/** Makes a trial that sends the same bytes with valid and then with wrong credentials, and then another plant with the wrong ones. It finds services that cache an answer, or that cache a refused token as accepted. */
const tryAgain = (rule: RuleId, title: string, toAsk: ToAsk): Trial => ({
  title,
  async run(session) {
    const plant = createPlainPlant(session)
    const first = await session.send(toHttpRequest({ plant }, session))
    if (!wasTaken(first)) return []
    const wrong = toAsk(session)
    const again = await session.send(toHttpRequest({ ...wrong, plant }, session))
    const second = await session.send(toHttpRequest({ ...wrong }, session))
    return [again, second].flatMap((exchange) =>
      judgeRefused(session, exchange, { rule, serverErrorRule, title }).map((verdict) => ({
        ...verdict,
        // Without the first request, nothing is cached.
        exchanges: exchange === again ? [first, again] : [first, second],
      })),
    )
  },
})

/** Sends the cookies that the answer to a plain plant has set, in the place of credentials. */
const tryCookies: Trial = {
  title: 'no Authorization, with the cookies of an earlier answer',
  async run(session) {
    const first = await session.send(toHttpRequest({ plant: createPlainPlant(session) }, session))
    if (!wasTaken(first) || first.outcome.kind !== 'answer') return []
    const cookies = first.outcome.answer.headers.flatMap(([name, value]) =>
      name === 'set-cookie' ? (value.split(';')[0] ?? []) : [],
    )
    if (cookies.length === 0) return []
    const headers = { Authorization: null, Cookie: cookies.join('; ') }
    const exchange = await session.send(toHttpRequest({ plant: createPlainPlant(session), headers }, session))
    return judgeRefused(session, exchange, { rule: missing.rule, serverErrorRule, title: tryCookies.title })
  },
}

/** Makes a trial that compares the statuses for wrong credentials with a valid body and with other bodies. */
const tryOrder = (title: string, toAsk: ToAsk): Trial => ({
  title,
  async run(session) {
    const wrong = { ...toAsk(session) }
    const bodies = [{}, { body: '{"id":"one"}' }, { body: '{"id":' }]
    const exchanges = await Promise.all(
      bodies.map((body) => session.send(toHttpRequest({ ...wrong, ...body }, session))),
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
    const problem = `the status must not depend on the body, got ${valid} for a valid body, ${others[0]} for an invalid one, and ${others[1]} for one that is not JSON`
    const verdict = toVerdict('credentials-before-body', '/response/status', odd && problem)
    return [...verdicts, ...withExchanges([verdict], ...(odd ? [odd] : exchanges))]
  },
})

/** All kinds of wrong credentials, and valid ones in another spelling. */
export const credentials: readonly Check[] = [
  toCheck(missing),
  {
    rule: missing.rule,
    trials: (session) => [
      tryAgain(
        missing.rule,
        'a created plant and then a new one, both without credentials',
        withoutCredentials,
      ),
      ...toCheck(missingInOtherWays).trials(session),
    ],
  },
  toCheck(unissuedTokens),
  {
    rule: unissuedTokens.rule,
    trials: () => [
      tryAgain(
        unissuedTokens.rule,
        'a created plant and then a new one, both with a random token',
        withRandomToken,
      ),
    ],
  },
  ...[...wrongCredentials, refusedCredentials, textAfterToken].map(toCheck),
  ...[...tokenPositions, ...tokenForms, ...otherForms, tokenPlaces].map(toCheck),
  ...[aliasesWithoutCredentials, clientHeadersWithoutCredentials].map(toCheck),
  { rule: missing.rule, trials: () => [tryCookies] },
  {
    rule: 'credentials-before-body',
    trials: () => [
      tryOrder('no credentials with three bodies', withoutCredentials),
      tryOrder('a random token with three bodies', withRandomToken),
    ],
  },
  toCheck(schemesInAnyCase),
]
