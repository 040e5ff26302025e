import type { Exchange, HttpRequest, Outcome } from '../../src/http/exchange.ts'
import { createRandom } from '../../src/probes/random.ts'
import { createLimited } from '../../src/verify/option-table.ts'
import { fullPlan } from '../../src/verify/plan.ts'
import type { Session } from '../../src/verify/trial.ts'

export const token = 'local-token'

/** Creates a session whose ids and letters are the same each time. */
export function createSession(): Session {
  let id = 1_000_000n
  const random = createRandom(1)
  return {
    base: new URL('http://plants.example/api/'),
    token,
    currentToken: () => token,
    ids: { take: () => ++id, takeFrom: (from: bigint) => from + (++id % 1000n), allows: () => true },
    inside: createLimited({}, 1),
    memory: { plan: fullPlan, style: 'plain' },
    latency: () => 1,
    random: { ...random, between: (from: bigint) => from },
    signal: new AbortController().signal,
  } as unknown as Session
}

/** What a service in a test responds. */
interface TestAnswer {
  status?: number
  body?: unknown
  duration?: number
}

/** Makes an exchange; a body that is no text is JSON. */
export function toExchange(request: HttpRequest, answer: TestAnswer): Exchange {
  const { status = 200, body = '', duration = 1 } = answer
  const isText = typeof body === 'string'
  const outcome: Outcome = {
    kind: 'answer',
    answer: {
      version: '1.1',
      status,
      headers: isText ? [] : [['content-type', 'application/json']],
      body: Buffer.from(isText ? body : JSON.stringify(body)),
    },
  }
  return { request, outcome, duration }
}
