import type { Overrides } from '../create-backend.ts'
import { correct, type Exchange, type Parts, Refusal } from '../parts.ts'
import type { Mistake } from './mistake.ts'

/** Makes a backend that crashes, and answers 500, on some Authorization headers. */
function crashOn(isTooMuch: (authorization: string | undefined) => boolean): Overrides {
  return {
    isAuthorized(authorization) {
      if (isTooMuch(authorization)) throw new TypeError('cannot read properties')
      return correct.isAuthorized(authorization)
    },
  }
}

async function createWithoutCheck(exchange: Exchange, parts: Parts): Promise<void> {
  await correct.handle(exchange, { ...parts, isAuthorized: () => true })
}

/** Makes a backend that stores a plant before it refuses some Authorization headers. */
function storeBeforeRefusing(isStored: (authorization: string | undefined) => boolean): Overrides {
  return {
    async handle(exchange, parts) {
      const authorization = parts.getHeader(exchange, 'Authorization')
      if (parts.isAuthorized(authorization) || !isStored(authorization))
        return correct.handle(exchange, parts)
      // The answer is always the refusal of the credentials, whatever the body.
      await createWithoutCheck(exchange, parts).catch(() => {})
      throw new Refusal('credentials', 'the token is missing or not valid')
    },
  }
}

const schemeOf = (authorization: string | undefined) => authorization?.split(' ')[0]?.toLowerCase()

/** Backends that refuse wrong credentials in a wrong way. */
export const credentialMistakes: readonly Mistake[] = [
  {
    title: 'missing credentials are answered 500',
    rule: 'refused-credentials-no-5xx',
    check: 'refuses-missing-credentials',
    backend: crashOn((authorization) => authorization === undefined),
  },
  {
    title: 'another scheme is answered 500',
    rule: 'refused-credentials-no-5xx',
    backend: crashOn((authorization = '') => authorization !== '' && schemeOf(authorization) !== 'bearer'),
  },
  {
    title: 'a wrong token is answered 500',
    rule: 'refused-credentials-no-5xx',
    backend: crashOn(
      (authorization) => !correct.isAuthorized(authorization) && schemeOf(authorization) === 'bearer',
    ),
  },
  {
    title: 'a very long token is answered 500',
    rule: 'refused-credentials-no-5xx',
    backend: crashOn((authorization = '') => authorization.length > 1000),
  },
  {
    title: 'a token with letters outside ASCII is answered 500',
    rule: 'refused-credentials-no-5xx',
    check: 'refuses-malformed-token',
    backend: crashOn((authorization = '') => Buffer.byteLength(authorization) > authorization.length),
  },
  {
    title: 'a plant without credentials is refused and stored',
    rule: 'refused-credentials-store-nothing',
    backend: storeBeforeRefusing((authorization) => authorization === undefined),
  },
  {
    title: 'a plant with a wrong token is refused and stored',
    rule: 'refused-credentials-store-nothing',
    backend: storeBeforeRefusing((authorization) => schemeOf(authorization) === 'bearer'),
  },
  {
    title: 'the body is checked before the credentials',
    rule: 'credentials-before-body',
    backend: {
      async handle(exchange, parts) {
        parts.route(exchange)
        const bytes = await parts.readBody(exchange)
        parts.toPlant(parts.parse(parts.decode(bytes)), parts, exchange)
        return correct.handle(exchange, { ...parts, readBody: () => Promise.resolve(bytes) })
      },
    },
  },
  {
    title: 'malformed JSON is refused before the credentials are checked',
    rule: 'credentials-before-body',
    backend: {
      async handle(exchange, parts) {
        parts.route(exchange)
        const bytes = await parts.readBody(exchange)
        parts.parse(parts.decode(bytes))
        return correct.handle(exchange, { ...parts, readBody: () => Promise.resolve(bytes) })
      },
    },
  },
  {
    title: 'a 401 has no challenge',
    rule: 'challenge-on-401',
    backend: {
      refuse(...args) {
        const { headers, ...answer } = correct.refuse(...args)
        const { 'WWW-Authenticate': _, ...others } = headers
        return { ...answer, headers: others }
      },
    },
  },
  {
    title: 'a 401 asks for Basic',
    rule: 'challenge-on-401',
    backend: {
      refuse(...args) {
        const answer = correct.refuse(...args)
        if (answer.status === 401) answer.headers['WWW-Authenticate'] = 'Basic realm="plants"'
        return answer
      },
    },
  },
]
