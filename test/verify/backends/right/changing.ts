import type { UnjudgedKind, VerifyOptions } from '../../../../src/verify/verify.ts'
import type { Overrides } from '../create-backend.ts'
import { type Answer, correct, type Exchange, Refusal, toJsonAnswer, validToken } from '../parts.ts'

/** A backend that accepts plain plants at first, but later refuses them or slows down. */
export interface ChangingBackend {
  title: string
  /** Makes a new backend with its own counters; `close` ends it. */
  create(close: () => void): { backend: Overrides; options?: Partial<VerifyOptions> }
  /** The end of a run that can't be completed. */
  unjudged?: { kind: UnjudgedKind; message: RegExp }
  /** Whether that is the service's own mistake, which breaks the rule that it still answers. */
  isBroken?: boolean
}

/** Makes a backend that answers some requests before it reads them. */
function answerFirst(toAnswer: (exchange: Exchange) => Answer | undefined): Overrides {
  return {
    async handle(exchange, parts) {
      const answer = toAnswer(exchange)
      if (answer === undefined) return correct.handle(exchange, parts)
      exchange.request.resume()
      return answer
    },
  }
}

const page = (status: number, title: string): Answer => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<html><head><title>${status} ${title}</title></head><body><center>nginx</center></body></html>\r\n`,
})

const unavailable = page(503, 'Service Temporarily Unavailable')

/** Accepts a request if the last accepted one is long enough ago, as nginx's `limit_req` does without a burst. */
function limitSpacing(perSecond: number): Overrides {
  let next = 0
  return answerFirst(() => {
    const now = performance.now()
    if (now < next) return unavailable
    next = Math.max(next, now) + 1000 / perSecond
    return undefined
  })
}

/** Makes a backend whose tokens are each valid for so many plants, and a function that returns the next token. */
function expireTokens(lifetime: number): { backend: Overrides; getToken: () => string } {
  let issued = 0
  let used = 0
  const toToken = (): string => `${validToken}-${issued}`
  return {
    backend: {
      isAuthorized(authorization = '') {
        const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization) ?? []
        return token === toToken() && used < lifetime
      },
      save(...args) {
        used++
        return correct.save(...args)
      },
    },
    getToken() {
      issued++
      used = 0
      return toToken()
    },
  }
}

/** Backends that change during a run. */
export const changingBackends: readonly ChangingBackend[] = [
  {
    title: 'the token expires',
    create() {
      const { backend, getToken } = expireTokens(40)
      return { backend, options: { token: getToken() } }
    },
    unjudged: {
      kind: 'unauthorized',
      message:
        /^the token was accepted until request \d+ \(\d+\.\d s\); after that, a plain plant was answered with 401\. Pass --token-command to renew the token$/,
    },
  },
  {
    title: 'the token expires again and again, and is renewed',
    create() {
      const { backend, getToken } = expireTokens(200)
      return { backend, options: { token: async () => getToken() } }
    },
  },
  {
    title: 'the token expires, and the new one is refused, too',
    create() {
      const { backend, getToken } = expireTokens(60)
      const token = getToken()
      return { backend, options: { token: () => token } }
    },
    unjudged: { kind: 'unauthorized', message: /answered with 401\. A new token was refused, too$/ },
  },
  {
    title: 'a quota of 60 plants, then 403',
    create: () => ({
      backend: {
        save(...args) {
          if (args[2].state.accepted >= 60) throw new Refusal('credentials', 'the quota is used up')
          return correct.save(...args)
        },
        toStatus: (kind) => (kind === 'credentials' ? 403 : correct.toStatus(kind)),
      },
    }),
    unjudged: {
      kind: 'changed',
      message:
        /^plain plants were accepted until request \d+ \(\d+\.\d s\); after that, a plain plant was answered with 403\. If that is a quota or a lockout/,
    },
  },
  {
    title: 'a lockout with 403 after ten failed logins',
    create() {
      let failed = 0
      return {
        backend: {
          isAuthorized(authorization) {
            const isValid = correct.isAuthorized(authorization)
            if (!isValid) failed++
            if (failed >= 10) throw new Refusal('path', 'too many failed logins')
            return isValid
          },
          toStatus: (kind) => (kind === 'path' ? 403 : correct.toStatus(kind)),
        },
      }
    },
    unjudged: {
      kind: 'changed',
      message: /after that, a plain plant was answered with 403\. If that is a quota/,
    },
  },
  {
    title: 'it stops in the middle of the run',
    create(close) {
      let count = 0
      return {
        backend: answerFirst(() => {
          if (++count === 90) setImmediate(close)
          return undefined
        }),
      }
    },
    unjudged: { kind: 'unreachable', message: /^no answer after request \d+ \(\d+\.\d s\): .*ECONNREFUSED/ },
    isBroken: true,
  },
  ...(
    [
      ['it fails permanently', 500],
      ['its buffer keeps the end of a longer body', 400],
    ] as const
  ).map(
    ([title, status]): ChangingBackend => ({
      title: `${title} after 60 plants`,
      create: () => ({
        backend: answerFirst(({ state }) =>
          state.accepted < 60 ? undefined : toJsonAnswer(status, '{"error":1,"message":"out of order"}'),
        ),
      }),
      unjudged: {
        kind: 'changed',
        message: new RegExp(`after that, a plain plant was answered with ${status}`),
      },
      isBroken: true,
    }),
  ),
  {
    title: 'five wrong tokens lock the valid one out',
    create() {
      let failed = 0
      return {
        backend: {
          isAuthorized(authorization) {
            const isValid = correct.isAuthorized(authorization)
            if (!isValid) failed++
            return isValid && failed < 5
          },
        },
      }
    },
    unjudged: { kind: 'unauthorized', message: /after that, a plain plant was answered with 401/ },
    isBroken: true,
  },
  {
    title: 'more than 400 requests in a second get 503 with an HTML page, as from nginx',
    create: () => ({ backend: limitSpacing(400) }),
  },
  {
    title: 'it answers 503 with Retry-After while it starts',
    create() {
      let count = 0
      return {
        backend: answerFirst(() =>
          ++count > 5 ? undefined : { ...unavailable, headers: { 'Retry-After': '0' } },
        ),
      }
    },
  },
  {
    title: 'more than ten requests at once drop their connections',
    create: () => ({
      backend: answerFirst(({ request, state }) => {
        if (state.open > 10) request.socket.destroy()
        return undefined
      }),
    }),
  },
  {
    title: 'a stored id is answered with the stored plant, and an earlier run stored some',
    create: () => ({
      backend: {
        save(plant, parts, { state: { plants } }) {
          for (const id of plants.size === 0 ? [0, -1, 2147483647, 2147483648, 4294967296] : [])
            plants.set(parts.toKey(id), { id, name: 'Moss' })
          const key = parts.toKey(plant.id)
          plants.set(key, plants.get(key) ?? plant)
        },
        toBody: (plant, exchange) =>
          correct.toBody(exchange.state.plants.get(String(plant.id)) ?? plant, exchange),
      },
    }),
  },
]
