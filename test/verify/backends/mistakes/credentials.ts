import type { Overrides } from '../create-backend.ts'
import { correct, type Exchange, type Parts, Refusal, validToken } from '../parts.ts'
import { alsoAuthorize, type Mistake } from './mistake.ts'

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
      // Whatever is wrong with the body, it is the credentials that are told.
      await createWithoutCheck(exchange, parts).catch(() => {})
      throw new Refusal('credentials', 'the token is missing or not valid')
    },
  }
}

const schemeOf = (authorization: string | undefined) => authorization?.split(' ')[0]?.toLowerCase()

const missingMistakes: readonly Mistake[] = [
  {
    title: 'a request without credentials is taken',
    rule: 'refuses-missing-credentials',
    backend: alsoAuthorize((authorization) => authorization === undefined),
  },
  {
    title: 'an empty Authorization header is taken',
    rule: 'refuses-missing-credentials',
    backend: alsoAuthorize((authorization) => authorization?.trim() === ''),
  },
  {
    title: 'a scheme without a token is taken',
    rule: 'refuses-empty-token',
    backend: alsoAuthorize((authorization) => /^bearer *$/i.test(authorization ?? '')),
  },
]

const tokenMistakes: readonly Mistake[] = [
  {
    title: 'every token is taken',
    rule: 'refuses-unissued-token',
    backend: alsoAuthorize((_, token) => /^[\w.~+/-]+=*$/.test(token ?? '')),
  },
  {
    title: 'every long token is taken',
    rule: 'refuses-unissued-token',
    backend: alsoAuthorize((_, token) => /^[\w.~+/-]{16,}=*$/.test(token ?? '')),
  },
  {
    title: 'every token of three parts is taken, as its signature is not checked',
    rule: 'refuses-unissued-token',
    backend: alsoAuthorize((_, token) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token ?? '')),
  },
  {
    title: 'the start of a token is enough',
    rule: 'refuses-altered-token',
    backend: alsoAuthorize((_, token) => token !== undefined && token !== '' && validToken.startsWith(token)),
  },
  {
    title: 'a token may go on',
    rule: 'refuses-altered-token',
    backend: alsoAuthorize((_, token) => /^local-token[\w.~+/-]*$/.test(token ?? '')),
  },
  {
    title: 'tokens are compared in small letters',
    rule: 'refuses-altered-token',
    backend: alsoAuthorize((_, token) => token?.toLowerCase() === validToken),
  },
  {
    title: 'tokens are compared by their first five letters',
    rule: 'refuses-altered-token',
    backend: alsoAuthorize((_, token) => /^local[\w.~+/-]*$/.test(token ?? '')),
  },
  {
    title: 'a token with a quote finds its way through SQL',
    rule: 'refuses-malformed-token',
    backend: alsoAuthorize((_, token) => token?.includes("'") ?? false),
  },
  {
    title: 'a token that is no token is not checked',
    rule: 'refuses-malformed-token',
    backend: alsoAuthorize((_, token) => !/^[\w.~+/=-]*( .*|,.*)?$/.test(token ?? '')),
  },
  {
    title: 'what follows the token is ignored',
    rule: 'refuses-text-after-token',
    backend: alsoAuthorize((_, token) => token?.split(/[ ,]/)[0] === validToken),
  },
  {
    title: 'parameters behind the token are ignored',
    rule: 'refuses-text-after-token',
    backend: alsoAuthorize((_, token) => /^local-token *,/.test(token ?? '')),
  },
]

const schemeMistakes: readonly Mistake[] = [
  {
    title: 'the token as the password of Basic is taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize(
      (authorization = '') =>
        schemeOf(authorization) === 'basic' &&
        Buffer.from(authorization.slice(6), 'base64').toString().split(':').includes(validToken),
    ),
  },
  {
    title: 'the token under any scheme is taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize((authorization) => /^\S+ +local-token$/.test(authorization ?? '')),
  },
  {
    title: 'the token under the scheme Token is taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize((authorization) => /^token +local-token$/i.test(authorization ?? '')),
  },
  {
    title: 'the token without a scheme is taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize((authorization) => authorization === validToken),
  },
  {
    title: 'Bearer and the token without a space are taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize((authorization) => /^[Bb]earer *local-token$/.test(authorization ?? '')),
  },
  {
    title: 'the scheme must be written Bearer',
    rule: 'scheme-in-any-case',
    backend: {
      isAuthorized: (authorization = '') =>
        authorization.startsWith('Bearer ') && correct.isAuthorized(authorization),
    },
  },
]

const refusalMistakes: readonly Mistake[] = [
  {
    title: 'missing credentials are answered 500',
    rule: 'refused-credentials-no-5xx',
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
    title: 'malformed JSON is answered before the credentials are checked',
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

/** Mistakes in which credentials are taken, and in how others are refused. */
export const credentialMistakes: readonly Mistake[] = [
  ...missingMistakes,
  ...tokenMistakes,
  ...schemeMistakes,
  ...refusalMistakes,
]
