import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Overrides } from '../create-backend.ts'
import { correct, type Exchange, type NewPlant } from '../parts.ts'
import { type Mistake, waitForever } from './mistake.ts'

/** Makes a backend that handles deeply nested bodies differently. */
function onDeepNesting(fail: (exchange: Exchange) => Promise<void>): Overrides {
  return {
    async readBody(exchange) {
      const bytes = await correct.readBody(exchange)
      if (bytes.filter((byte) => byte === 0x5b || byte === 0x7b).length > 5000) await fail(exchange)
      return bytes
    },
  }
}

/** Makes a backend that crashes, and answers 500, when it stores some plants. */
function crashOnSave(isTooMuch: (exchange: Exchange) => boolean): Overrides {
  return {
    save(plant, parts, exchange) {
      if (isTooMuch(exchange)) throw new Error('no connection to the database')
      return correct.save(plant, parts, exchange)
    },
  }
}

/** Resolves when the last body so far is read. */
let reading: Promise<unknown> = Promise.resolve()

function crash(): Promise<never> {
  return Promise.reject(new RangeError('too much recursion'))
}

const firstOn = new WeakMap<object, NewPlant>()
const answeredOtherwise = new WeakMap<NewPlant, NewPlant>()

const manyMistakes: readonly Mistake[] = [
  {
    title: 'each connection has a worker of its own, even if it is idle, and there are eight',
    backend: {
      async handle(exchange, parts) {
        const { socket } = exchange.request
        const { server } = socket as unknown as { server: Server }
        const count = promisify(server.getConnections.bind(server))
        while ((await count()) > 8 && !socket.destroyed) await sleep(10)
        return correct.handle(exchange, parts)
      },
    },
  },
  {
    title: 'every tenth request of a connection fails',
    backend: crashOnSave(({ onConnection }) => onConnection % 10 === 0),
  },
  {
    title: 'every fiftieth plant fails',
    backend: crashOnSave(({ state }) => {
      const isFiftieth = state.accepted % 50 === 49
      if (isFiftieth) state.accepted++
      return isFiftieth
    }),
  },
  {
    title: 'the second request of a connection gets the first plant',
    backend: {
      toBody(plant, exchange) {
        const first = firstOn.get(exchange.request.socket) ?? plant
        firstOn.set(exchange.request.socket, first)
        return correct.toBody(first, exchange)
      },
    },
  },
  {
    title: 'requests at the same time get the name of the last one',
    backend: {
      async save(...args) {
        await correct.save(...args)
        await sleep(3)
      },
      toBody: (plant, exchange) => correct.toBody(exchange.state.latest ?? plant, exchange),
    },
  },
  {
    title: 'bodies are read one after another',
    backend: {
      async readBody(exchange) {
        const body = reading.catch(() => {}).then(() => correct.readBody(exchange))
        reading = body
        return body
      },
    },
  },
  {
    title: 'more than ten requests at once fail',
    backend: {
      async save(plant, parts, exchange) {
        if (exchange.state.open > 10) throw new Error('no connection to the database')
        await sleep(3)
        return correct.save(plant, parts, exchange)
      },
    },
  },
]

const holdMistakes: readonly Mistake[] = [
  {
    title: 'a stored id is answered 500',
    backend: { toStatus: (kind) => (kind === 'stored-id' ? 500 : correct.toStatus(kind)) },
  },
  {
    title: 'a stored id is answered with the plant of another id',
    backend: {
      save(plant, parts, exchange) {
        const { plants } = exchange.state
        const isStored = plants.has(parts.toKey(plant.id))
        if (isStored) answeredOtherwise.set(plant, [...plants.values()][0] ?? plant)
        else correct.save(plant, parts, exchange)
      },
      toBody: (plant, exchange) => correct.toBody(answeredOtherwise.get(plant) ?? plant, exchange),
    },
  },
  {
    title: 'a stored id is never answered',
    backend: {
      send: (answer, exchange) => (answer.status === 409 ? undefined : correct.send(answer, exchange)),
    },
  },
  {
    title: 'an id that is sent several times at once fails with 500',
    backend: {
      async save(plant, parts, exchange) {
        const key = parts.toKey(plant.id)
        const isKnown = exchange.state.plants.has(key)
        // Long enough for requests that are sent at once to meet here on a busy machine.
        await sleep(exchange.state.open > 1 ? 40 : 15)
        if (!isKnown && exchange.state.plants.has(key)) throw new Error('duplicate key')
        return correct.save(plant, parts, exchange)
      },
    },
  },
  {
    title: 'deep nesting is answered 500',
    backend: onDeepNesting(crash),
  },
  {
    title: 'deep nesting drops the connection',
    backend: onDeepNesting(async ({ request }) => void request.socket.destroy()),
  },
  {
    title: 'deep nesting is never answered',
    backend: onDeepNesting(waitForever),
  },
  {
    title: 'a truncated body is put before the next one',
    backend: {
      async readBody({ request, state }) {
        const pieces: Buffer[] = [state.leftover]
        state.leftover = Buffer.alloc(0)
        try {
          for await (const piece of request) pieces.push(piece as Buffer)
        } catch (error) {
          state.leftover = Buffer.concat(pieces)
          throw error
        }
        return Buffer.concat(pieces)
      },
    },
  },
  {
    title: 'a truncated request makes the next one fail',
    backend: {
      async readBody(exchange) {
        if (exchange.state.isBroken) {
          exchange.state.isBroken = false
          throw new Error('unexpected end of the stream')
        }
        try {
          return await correct.readBody(exchange)
        } catch (error) {
          exchange.state.isBroken = true
          throw error
        }
      },
    },
  },
  {
    title: 'a body over a million bytes uses up the memory for good',
    backend: {
      async readBody(exchange) {
        const bytes = await correct.readBody(exchange)
        exchange.state.isBroken ||= bytes.length > 1_000_000
        if (exchange.state.isBroken) throw new Error('out of memory')
        return bytes
      },
    },
  },
]

/** Backends that aren't robust. */
export const loadMistakes: readonly Mistake[] = [...manyMistakes, ...holdMistakes]
