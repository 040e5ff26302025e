import type { Overrides } from '../create-backend.ts'
import { type Answer, correct, type Exchange, type Parts, Refusal, validToken } from '../parts.ts'
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

const withoutFifth = (token: string): string => token.slice(0, 4) + token.slice(5)

/** Makes a backend that needs no credentials for some requests. */
const trustRequests = (isTrusted: (request: Exchange['request']) => boolean): Overrides => ({
  handle: (exchange, parts) =>
    correct.handle(exchange, isTrusted(exchange.request) ? { ...parts, isAuthorized: () => true } : parts),
})

/** Makes a backend that takes some other paths for its own, and checks no credentials for them. */
const trustPaths = (isTrusted: (path: string) => boolean): Overrides => ({
  async handle(exchange, parts) {
    const [path = ''] = (exchange.request.url ?? '').split('?')
    return correct.handle(
      exchange,
      isTrusted(path) ? { ...parts, route: () => {}, isAuthorized: () => true } : parts,
    )
  },
})

/** Makes a backend that creates plants with other methods, too, and checks no credentials for them. */
const trustMethods = (toAnswer: (answer: Answer) => Answer): Overrides => ({
  async handle(exchange, parts) {
    if (!/^(?:PUT|PATCH)$/.test(exchange.request.method ?? '')) return correct.handle(exchange, parts)
    return toAnswer(await correct.handle(exchange, { ...parts, route: () => {}, isAuthorized: () => true }))
  },
})

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
    backend: crashOn((authorization) => authorization === undefined),
  },
  {
    title: 'another scheme is answered 500',
    backend: crashOn((authorization = '') => authorization !== '' && schemeOf(authorization) !== 'bearer'),
  },
  {
    title: 'a wrong token is answered 500',
    backend: crashOn(
      (authorization) => !correct.isAuthorized(authorization) && schemeOf(authorization) === 'bearer',
    ),
  },
  {
    title: 'a very long token is answered 500',
    backend: crashOn((authorization = '') => authorization.length > 1000),
  },
  {
    title: 'a token with letters outside ASCII is answered 500',
    backend: crashOn((authorization = '') => Buffer.byteLength(authorization) > authorization.length),
  },
  {
    title: 'a plant without credentials is refused and stored',
    backend: storeBeforeRefusing((authorization) => authorization === undefined),
  },
  {
    title: 'a plant with a wrong token is refused and stored',
    backend: storeBeforeRefusing((authorization) => schemeOf(authorization) === 'bearer'),
  },
  {
    title: 'a 401 has no challenge',
    backend: {
      refuse(...args) {
        const { headers, ...answer } = correct.refuse(...args)
        const { 'WWW-Authenticate': _, ...others } = headers
        return { ...answer, headers: others }
      },
    },
  },
  {
    title: 'a request without credentials gets an error in its challenge',
    backend: {
      refuse(...args) {
        const answer = correct.refuse(...args)
        if (answer.status === 401) answer.headers['WWW-Authenticate'] = 'Bearer error="invalid_token"'
        return answer
      },
    },
  },
  {
    title: 'a challenge never has an error',
    backend: {
      refuse(...args) {
        const answer = correct.refuse(...args)
        if (answer.status === 401) answer.headers['WWW-Authenticate'] = 'Bearer realm="plants"'
        return answer
      },
    },
  },
  {
    title: 'wrong credentials are redirected to a page',
    backend: {
      refuse(...args) {
        const answer = correct.refuse(...args)
        return answer.status === 401 ? { status: 302, headers: { Location: '/login' }, body: '' } : answer
      },
    },
  },
  {
    title: 'a 401 asks for Basic',
    backend: {
      refuse(...args) {
        const answer = correct.refuse(...args)
        if (answer.status === 401) answer.headers['WWW-Authenticate'] = 'Basic realm="plants"'
        return answer
      },
    },
  },
  {
    title: 'the last character of the token is not compared',
    backend: alsoAuthorize((_, token) => token?.slice(0, -1) === validToken.slice(0, -1)),
  },
  {
    title: 'the fifth character of the token is not compared',
    backend: alsoAuthorize(
      (_, token = '') =>
        token.length === validToken.length && withoutFifth(token) === withoutFifth(validToken),
    ),
  },
  {
    title: 'a token is decoded from base64',
    backend: alsoAuthorize((_, token = '') => Buffer.from(token, 'base64').toString() === validToken),
  },
  {
    title: 'escapes in a token are decoded',
    backend: alsoAuthorize((_, token = '') => token.replace(/%6c/i, 'l') === validToken),
  },
  {
    title: 'the scheme may come twice',
    backend: alsoAuthorize((authorization = '') => authorization === `Bearer Bearer ${validToken}`),
  },
  {
    title: 'the token may be in the query',
    backend: trustRequests(({ url = '' }) => url.includes(`access_token=${validToken}`)),
  },
  {
    title: 'the token may be in a cookie',
    backend: trustRequests(({ headers: { cookie = '' } }) => cookie.includes(`session=${validToken}`)),
  },
  {
    title: 'a gateway is trusted to have checked the credentials',
    backend: trustRequests(({ headers }) => headers['x-forwarded-user'] !== undefined),
  },
  {
    title: 'a cookie of an earlier answer counts as credentials',
    backend: {
      ...trustRequests(({ headers: { cookie = '' } }) => cookie === 'plants=1'),
      send: (answer, exchange) =>
        correct.send(
          { ...answer, headers: { ...answer.headers, 'Set-Cookie': 'plants=1; Path=/' } },
          exchange,
        ),
    },
  },
  {
    title: 'only POST needs credentials',
    backend: trustMethods((answer) => answer),
  },
  {
    title: 'other methods store plants without credentials, and answer 204',
    backend: trustMethods(() => ({ status: 204, headers: {}, body: '' })),
  },
  {
    title: 'a path with a slash at its end needs no credentials',
    backend: trustPaths((path) => path === '/plants/'),
  },
  {
    title: 'a path with an escaped letter needs no credentials',
    backend: trustPaths(
      (path) => path !== '/plants' && /^\/[\w%]+$/.test(path) && decodeURI(path) === '/plants',
    ),
  },
]
