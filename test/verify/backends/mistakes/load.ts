import { setTimeout as sleep } from 'node:timers/promises'
import type { NewPlant } from '../../../../src/contract/schemas.ts'
import type { Overrides } from '../create-backend.ts'
import { type Answer, correct, type Exchange } from '../parts.ts'
import type { Mistake } from './mistake.ts'

/** Makes a backend that does not answer as it should where a body is refused for some reasons. */
function sendRefusals(
  isHere: (message: string) => boolean,
  send: (answer: Answer, exchange: Exchange) => void,
): Overrides {
  return {
    send(answer, exchange) {
      const { message } = answer.status === 400 ? JSON.parse(String(answer.body)) : { message: '' }
      return answer.status === 400 && isHere(message)
        ? send(answer, exchange)
        : correct.send(answer, exchange)
    },
  }
}

const firstOn = new WeakMap<object, NewPlant>()
const always = () => true
const drop = (_: Answer, { request }: Exchange) => void request.socket.destroy()
const hang = () => {}
const isNotJson = (message: string) => message.includes('JSON')

/** Makes a backend that does something else with bodies that are nested deeply. */
function onDeepNesting(fail: (exchange: Exchange) => Promise<void>): Overrides {
  return {
    async readBody(exchange) {
      const bytes = await correct.readBody(exchange)
      if (bytes.filter((byte) => byte === 0x5b || byte === 0x7b).length > 5000) await fail(exchange)
      return bytes
    },
  }
}

/** Makes a backend that crashes, and answers 500, on some plants that it is to store. */
function crashOnSave(isTooMuch: (exchange: Exchange) => boolean): Overrides {
  return {
    save(plant, parts, exchange) {
      if (isTooMuch(exchange)) throw new Error('no connection to the database')
      return correct.save(plant, parts, exchange)
    },
  }
}

function crash(): Promise<never> {
  return Promise.reject(new RangeError('too much recursion'))
}

/** Waits for an answer that never comes, until the client has gone. */
function waitForever({ request }: Exchange): Promise<never> {
  return new Promise((_, reject) => request.socket.once('close', () => reject(new Error('gone'))))
}

const answerMistakes: readonly Mistake[] = [
  {
    title: 'malformed JSON drops the connection',
    rule: 'answers-every-request',
    backend: sendRefusals(isNotJson, drop),
  },
  {
    title: 'malformed JSON is never answered',
    rule: 'answers-every-request',
    backend: sendRefusals(isNotJson, hang),
  },
  {
    title: 'a body that is no object drops the connection',
    rule: 'answers-every-request',
    backend: sendRefusals((message) => message.includes('object'), drop),
  },
  {
    title: 'a 400 stops in the middle of its body',
    rule: 'answers-every-request',
    backend: sendRefusals(always, ({ status, headers, body }, { response }) => {
      response.writeHead(status, headers)
      response.write(String(body).slice(0, 9), () => response.destroy())
    }),
  },
  {
    title: 'a 400 promises more bytes than it has',
    rule: 'answers-every-request',
    backend: sendRefusals(always, ({ status, headers, body }, { response }) => {
      response.writeHead(status, { ...headers, 'Content-Length': String(body).length + 10 })
      response.write(body)
    }),
  },
  {
    title: 'a 400 is bare JSON without HTTP',
    rule: 'answers-every-request',
    backend: sendRefusals(always, ({ body }, { request }) => void request.socket.end(body)),
  },
  {
    title: 'the header of a 400 has a line that is none',
    rule: 'answers-every-request',
    backend: sendRefusals(always, ({ body }, { request }) => {
      request.socket.end(`HTTP/1.1 400 Bad Request\r\nWarning deprecated\r\n\r\n${body}`)
    }),
  },
  {
    title: 'a request without a body is waited on for ever',
    rule: 'answers-every-request',
    backend: {
      async readBody(exchange) {
        const bytes = await correct.readBody(exchange)
        return bytes.length > 0 ? bytes : waitForever(exchange)
      },
    },
  },
  {
    title: 'wrong credentials drop the connection',
    rule: 'answers-every-request',
    backend: {
      send: (answer, exchange) =>
        answer.status === 401 ? drop(answer, exchange) : correct.send(answer, exchange),
    },
  },
]

const manyMistakes: readonly Mistake[] = [
  {
    title: 'every tenth request of a connection fails',
    rule: 'requests-in-a-row',
    backend: crashOnSave(({ onConnection }) => onConnection % 10 === 0),
  },
  {
    title: 'every fiftieth plant fails',
    rule: 'requests-in-a-row',
    backend: crashOnSave(({ state }) => {
      const isFiftieth = state.accepted % 50 === 49
      if (isFiftieth) state.accepted++
      return isFiftieth
    }),
  },
  {
    title: 'the second request of a connection is answered with the first plant',
    rule: 'requests-in-a-row',
    backend: {
      toBody(plant, exchange) {
        const first = firstOn.get(exchange.request.socket) ?? plant
        firstOn.set(exchange.request.socket, first)
        return correct.toBody(first, exchange)
      },
    },
  },
  {
    title: 'requests at once get the name of the one that was read last',
    rule: 'requests-at-once',
    backend: {
      async save(...args) {
        await correct.save(...args)
        await sleep(3)
      },
      toBody: (plant, exchange) => correct.toBody(exchange.state.latest ?? plant, exchange),
    },
  },
  {
    title: 'more than ten requests at once fail',
    rule: 'requests-at-once',
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
    title: 'an id that is stored is answered 500',
    rule: 'stored-id-no-5xx',
    backend: { toStatus: (kind) => (kind === 'stored-id' ? 500 : correct.toStatus(kind)) },
  },
  {
    title: 'an id that is stored is never answered',
    rule: 'stored-id-no-5xx',
    backend: {
      send: (answer, exchange) => (answer.status === 409 ? undefined : correct.send(answer, exchange)),
    },
  },
  {
    title: 'one id at once is looked for twice and then fails',
    rule: 'stored-id-no-5xx',
    backend: {
      async save(plant, parts, exchange) {
        const key = parts.toKey(plant.id)
        const isKnown = exchange.state.plants.has(key)
        await sleep(3)
        if (!isKnown && exchange.state.plants.has(key)) throw new Error('duplicate key')
        return correct.save(plant, parts, exchange)
      },
    },
  },
  {
    title: 'deep nesting is answered 500',
    rule: 'survives-deep-nesting',
    backend: onDeepNesting(crash),
  },
  {
    title: 'deep nesting drops the connection',
    rule: 'survives-deep-nesting',
    backend: onDeepNesting(async ({ request }) => void request.socket.destroy()),
  },
  {
    title: 'deep nesting is never answered',
    rule: 'survives-deep-nesting',
    backend: onDeepNesting(waitForever),
  },
  {
    title: 'a body that was cut off is put before the next one',
    rule: 'survives-cut-off-request',
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
    title: 'a request that was cut off makes the next one fail',
    rule: 'survives-cut-off-request',
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
    title: 'a body over a million bytes uses up the memory for ever',
    rule: 'still-answers',
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

/** Mistakes in how a backend holds up. */
export const loadMistakes: readonly Mistake[] = [...answerMistakes, ...manyMistakes, ...holdMistakes]
