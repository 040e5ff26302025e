import type { Exchange, HttpRequest, Outcome } from '../../src/http/exchange.ts'
import { createRandom } from '../../src/probes/random.ts'
import { createLimited } from '../../src/verify/option-table.ts'
import { fullPlan } from '../../src/verify/plan.ts'
import type { Session } from '../../src/verify/trial.ts'

export const token = 'local-token'

/** Creates a session whose ids and letters are the same each time. */
export function createSession(style: Session['memory']['style'] = 'plain'): Session {
  let id = 1_000_000n
  const random = createRandom(1)
  return {
    base: new URL('http://plants.example/api/'),
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

/** What a service in a test responds; a failure is why there is no response. */
export interface TestResponse {
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: unknown
  duration?: number
  failure?: string
}

/** Makes an exchange; a body that is no string is JSON. */
export function toExchange(request: HttpRequest, response: TestResponse): Exchange {
  const { status = 200, headers = {}, body = '', duration = 1, failure } = response
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
