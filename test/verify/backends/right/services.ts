import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Overrides } from '../create-backend.ts'
import { correct, Refusal, type RefusalKind, type State } from '../parts.ts'
import type { RightBackend } from './right-backend.ts'

/** Makes a backend that is interrupted once in the middle. */
function once(act: (state: State) => Promise<void>, isInterrupted: (state: State) => boolean): Overrides {
  return {
    async handle(exchange, parts) {
      const { state, request } = exchange
      if (state.accepted === 200 && !happened.has(state)) {
        happened.add(state)
        void act(state)
      }
      if (isInterrupted(state)) request.socket.destroy()
      return correct.handle(exchange, parts)
    },
  }
}

const happened = new WeakSet<State>()

/** Makes a backend that accepts a limited number of requests in a second. */
function limitRate(perSecond: number): Overrides {
  let since = 0
  let count = 0
  return {
    async handle(exchange, parts) {
      if (Date.now() - since > 1000) {
        since = Date.now()
        count = 0
      }
      if (++count <= perSecond) return correct.handle(exchange, parts)
      exchange.request.resume()
      return { status: 503, headers: { 'Retry-After': 1 }, body: '' }
    },
  }
}

const writtenAt = new WeakMap<State, Map<string, number>>()

/** Stores plants a moment after their answers. */
const writeBehind: Overrides = {
  save(plant, parts, exchange) {
    const written = writtenAt.get(exchange.state) ?? new Map<string, number>()
    writtenAt.set(exchange.state, written)
    const key = parts.toKey(plant.id)
    const at = written.get(key) ?? performance.now() + 150
    written.set(key, at)
    if (!exchange.state.plants.has(key) || performance.now() > at) return correct.save(plant, parts, exchange)
  },
}

const names = new WeakMap<State, Set<string>>()
const toStatus = (kind: RefusalKind): number => (kind === 'stored-id' ? 422 : correct.toStatus(kind))

/** Correct backends with rate limits, restarts or business rules. */
export const rightServices: readonly RightBackend[] = [
  { title: 'a stored id is accepted again for 150 milliseconds', backend: writeBehind },
  {
    title: 'an Error with the time and a number of the request, and 422 for a stored id',
    backend: {
      toStatus,
      toError: (error, { message }) => ({
        error,
        message: `${message} (${randomUUID()})`,
        timestamp: new Date().toISOString(),
      }),
    },
  },
  { title: 'more than 500 requests in a second get 503 with Retry-After', backend: limitRate(500) },
  {
    title: 'connections are dropped for 300 milliseconds, as during a restart behind a load balancer',
    backend: once(
      async (state) => {
        state.isBroken = true
        await sleep(300)
        state.isBroken = false
      },
      (state) => state.isBroken,
    ),
  },
  {
    title: 'names are unique',
    backend: {
      save(plant, parts, exchange) {
        const taken = names.get(exchange.state) ?? new Set<string>()
        names.set(exchange.state, taken)
        if (taken.has(plant.name)) throw new Refusal('body', 'a plant with this name is stored')
        correct.save(plant, parts, exchange)
        taken.add(plant.name)
      },
    },
  },
  {
    title: 'more than five connections are dropped',
    backend: {
      handle(exchange, parts) {
        const { server } = exchange.request.socket as Socket & { server: Server }
        server.maxConnections = 5
        return correct.handle(exchange, parts)
      },
    },
  },
]
