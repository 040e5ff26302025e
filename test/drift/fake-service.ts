import { type Sent, sendAsk, toRequest } from '../../src/drift/ask.ts'
import { ServiceError } from '../../src/drift/options.ts'
import type { Service } from '../../src/drift/service.ts'
import { createMask } from '../../src/http/create-mask.ts'
import { type Exchange, type HttpRequest, joinPieces, type Outcome } from '../../src/http/exchange.ts'
import type { Ask } from '../../src/probes/ask.ts'
import { createRandom } from '../../src/probes/random.ts'
import { createLimited } from '../../src/verify/option-table.ts'
import { fullPlan } from '../../src/verify/plan.ts'
import type { Session } from '../../src/verify/trial.ts'

export const token = 'local-token'
export const base = new URL('http://plants.example/api/')

/** Creates a session whose ids and letters are the same each time. */
export function createSession(style: Session['memory']['style'] = 'plain'): Session {
  let id = 1_000_000n
  const random = createRandom(1)
  return {
    base,
    token,
    currentToken: () => token,
    ids: { take: () => ++id, takeFrom: (from: bigint) => from + (++id % 1000n), allows: () => true },
    inside: createLimited({}, 1),
    memory: { plan: fullPlan, style },
    latency: () => 1,
    random: { ...random, between: (from: bigint) => from },
    signal: new AbortController().signal,
  } as unknown as Session
}

/** What a service in a test answers; a text is why there is no answer. */
export interface TestAnswer {
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: unknown
  duration?: number
  failure?: string
}

/** Answers a request in a test. */
export type Answering = (
  request: HttpRequest & { text: string; field(name: string): string | undefined },
) => TestAnswer

/** Makes an exchange; a body that is no text is JSON. */
export function toExchange(request: HttpRequest, answer: TestAnswer): Exchange {
  const { status = 200, headers = {}, body = '', duration = 1, failure } = answer
  const json = { 'content-type': 'application/json' }
  const outcome: Outcome =
    failure !== undefined
      ? { kind: 'dropped', message: failure, reused: false }
      : {
          kind: 'answer',
          answer: {
            version: '1.1',
            status,
            headers: Object.entries(typeof body === 'string' ? headers : { ...json, ...headers }),
            body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
          },
        }
  return { request, outcome, duration }
}

/** Sends requests to a function that answers them. */
export const createSend =
  (answer: Answering) =>
  (ask: Ask): Promise<Sent> =>
    sendAsk(ask, async (one) => {
      const request = toRequest(one, base, token)
      const field = (name: string) =>
        request.headers.find((header) => header.name.toLowerCase() === name)?.value
      return toExchange(request, answer({ ...request, text: String(joinPieces(request)), field }))
    })

/** Creates a service that a function answers for. */
export function createService(answer: Answering): Service {
  const session = createSession()
  const send = createSend(answer)
  const service: Partial<Service> = {
    session,
    run: { base, token: { all: [token] } } as unknown as Service['run'],
    mask: createMask([token]),
    send: (ask) => send(typeof ask === 'function' ? ask(session) : ask),
    forEach: (items, part) => Promise.all(items.map(part)),
    whileUsual: (part) => part(),
    fail(kind, message) {
      throw new ServiceError(kind, message, 0)
    },
  }
  return service as Service
}
