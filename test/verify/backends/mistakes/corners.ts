import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Overrides } from '../create-backend.ts'
import { type Answer, correct, type Members, type NewPlant, Refusal, toJsonAnswer } from '../parts.ts'
import { alsoAuthorize, changeName, type Mistake } from './mistake.ts'

const seen = new Set<string>()
const firstOfName = new Map<string, NewPlant>()
const firstAnswers = new Map<string, Answer>()
const unread = new WeakSet<Socket>()

/** Makes a backend that fails on a text that another plant has. */
const failOnRepeated = (member: 'name' | 'tag', toError: () => Error): Overrides => ({
  save(plant, parts, exchange) {
    const { plants } = exchange.state
    const isRepeated = [...plants.values()].some(({ [member]: text }) => text === plant[member])
    if (isRepeated && plant[member] !== undefined && !plants.has(parts.toKey(plant.id))) throw toError()
    return correct.save(plant, parts, exchange)
  },
})

/** Backends with mistakes that only an earlier request, or an unusual form of a request, shows. */
export const cornerMistakes: readonly Mistake[] = [
  {
    title: 'the form of a token is checked, but not the token',
    backend: alsoAuthorize((_authorization, token = '') => /^local-[a-z]{5}$/.test(token)),
  },
  {
    title: 'a token that was refused is accepted the second time',
    backend: alsoAuthorize(
      (_authorization, token = '') => token !== '' && (seen.has(token) || !seen.add(token)),
    ),
  },
  {
    title: 'credentials are not checked if the path has a query',
    backend: {
      handle: (exchange, parts) =>
        correct.handle(
          exchange,
          exchange.request.url === '/plants' ? parts : { ...parts, isAuthorized: () => true },
        ),
    },
  },
  {
    title: 'an answer is cached by the name',
    backend: {
      toBody(plant, exchange) {
        const first = firstOfName.get(plant.name) ?? plant
        firstOfName.set(plant.name, first)
        return correct.toBody(first, exchange)
      },
    },
  },
  {
    title: 'an answer is cached by the first bytes of the body',
    backend: {
      async handle(exchange, parts) {
        const bytes = await correct.readBody(exchange)
        const key = bytes.subarray(0, 48).toString('latin1')
        const cached = bytes.length > 200 ? firstAnswers.get(key) : undefined
        const answer = cached ?? (await correct.handle(exchange, { ...parts, readBody: async () => bytes }))
        firstAnswers.set(key, answer)
        return answer
      },
    },
  },
  {
    title: 'a list of names needs no credentials',
    backend: {
      async handle(exchange, parts) {
        const names = [...exchange.state.plants.values()].map(({ name }) => name.toLowerCase())
        return exchange.request.method === 'GET'
          ? toJsonAnswer(200, JSON.stringify(names))
          : correct.handle(exchange, parts)
      },
    },
  },
  {
    title: 'a refusal names the plant of another request',
    backend: {
      toError: (status, { message }, { state }) => ({
        error: status,
        message: status === 401 ? message : `${message}, unlike ${[...state.plants.values()].at(-1)?.name}`,
      }),
    },
  },
  {
    title: 'a parameter of the query asks for a script',
    backend: {
      send(answer, exchange) {
        const [, name] = /[?&]callback=(\w+)/.exec(exchange.request.url ?? '') ?? []
        const isScript = name !== undefined && answer.status === 200
        correct.send(
          isScript
            ? { ...answer, headers: { 'Content-Type': 'text/javascript' }, body: `${name}(${answer.body})` }
            : answer,
          exchange,
        )
      },
    },
  },
  {
    title: 'a second plant with a name is answered 500, as with a unique column',
    backend: failOnRepeated('name', () => new Error('duplicate key')),
  },
  {
    title: 'a second plant with a tag is answered 500, as with a unique column',
    backend: failOnRepeated('tag', () => new Error('duplicate key')),
  },
  {
    title: 'names are trimmed and unique',
    backend: {
      ...failOnRepeated('name', () => new Refusal('stored-id', 'the name is taken')),
      ...changeName((name) => name.trim()),
    },
  },
  {
    title: 'tags over 64 letters are answered 500, as with a column of that length',
    backend: {
      save(plant, parts, exchange) {
        if ((plant.tag?.length ?? 0) > 64) throw new Error('value too long')
        return correct.save(plant, parts, exchange)
      },
    },
  },
  {
    title: 'a message repeats an id without escapes',
    backend: {
      readId(members) {
        if (typeof members['id'] === 'string') throw new Refusal('body', members['id'])
        return correct.readId(members)
      },
      stringify: (value) =>
        typeof value === 'object' && value !== null && 'message' in value
          ? `{"error":400,"message":"${value.message}"}`
          : correct.stringify(value),
    },
  },
  {
    title: 'a plant is stored before the text after it is refused',
    backend: {
      async readBody(exchange) {
        const bytes = await correct.readBody(exchange)
        const [, plant] = /^(\{"id":\d+,"name":"\w+"\})\S/.exec(bytes.toString()) ?? []
        const members = plant === undefined ? undefined : (correct.parse(plant) as Members)
        if (members !== undefined)
          exchange.state.plants.set(String(members['id']), correct.toPlant(members, correct, exchange))
        return bytes
      },
    },
  },
  {
    title: 'escaped slashes stay escaped',
    backend: { parse: (text) => correct.parse(text.replaceAll('\\/', '\\\\/')) },
  },
  {
    title: 'escapes with digits in upper case are refused',
    backend: {
      parse(text) {
        if (/\\u[\da-f]{0,3}[A-F]/.test(text)) throw new Refusal('body', 'an escape is not valid')
        return correct.parse(text)
      },
    },
  },
  {
    title: 'a number beyond all types in an extra member is answered 500',
    backend: {
      parse(text) {
        if (/"height":1e400/.test(text)) throw new RangeError('out of range')
        return correct.parse(text)
      },
    },
  },
  {
    title: 'more than 20 members are answered 500',
    backend: {
      parse(text) {
        const body = correct.parse(text)
        if (Object.keys(body ?? {}).length > 20) throw new RangeError('too many members')
        return body
      },
    },
  },
  {
    title: 'a member that an object of the framework has is answered 500',
    backend: {
      parse(text) {
        if (/"type":"/.test(text)) throw new TypeError('there is no such class')
        return correct.parse(text)
      },
    },
  },
  {
    title: 'the body of a request without credentials is read as the next request',
    backend: {
      async handle(exchange, parts) {
        const { socket, headers } = exchange.request
        if (unread.delete(socket)) throw new Refusal('body', 'this is not a request')
        if (headers.authorization === undefined) unread.add(socket)
        return correct.handle(exchange, parts)
      },
    },
  },
  {
    title: 'a client that disconnects brings the service down',
    backend: {
      async readBody(exchange) {
        const { server } = exchange.request.socket as Socket & { server: Server }
        try {
          return await correct.readBody(exchange)
        } catch (error) {
          server.close()
          server.closeAllConnections()
          throw error
        }
      },
    },
  },
]
