import type { Overrides } from '../create-backend.ts'
import { type Answer, correct, type Members, type State, toJsonAnswer, validToken } from '../parts.ts'
import { alsoAuthorize, changeTag, changeTexts, type Mistake } from './mistake.ts'

/** Makes a backend that crashes on some names. */
function crashOnNames(isFatal: (name: string) => boolean): Overrides {
  return {
    readName(members) {
      const name = correct.readName(members)
      if (isFatal(name)) throw new Error('invalid byte sequence')
      return name
    },
  }
}

const kept = new WeakMap<State, Map<string, Answer>>()

/** Backends with typical mistakes of databases, languages and frameworks. */
export const habitMistakes: readonly Mistake[] = [
  {
    title: 'NUL in a name is answered 500, as with PostgreSQL',
    backend: crashOnNames((name) => name.includes('\0')),
  },
  {
    title: 'names with letters of four bytes are answered 500, as with a database of three-byte letters',
    backend: crashOnNames((name) => /[\u{10000}-\u{10ffff}]/u.test(name)),
  },
  {
    title: 'a body over a million bytes is answered 500',
    backend: {
      async readBody(exchange) {
        const bytes = await correct.readBody(exchange)
        if (bytes.length > 1_000_000) throw new Error('max_allowed_packet')
        return bytes
      },
    },
  },
  {
    title: 'names are cut to 65,535 letters, as with MySQL',
    backend: changeTexts((text) => text.slice(0, 65_535)),
  },
  {
    title: 'times in texts are reformatted, as with Newtonsoft',
    backend: changeTexts((text) =>
      /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString().replace('.000', '') : text,
    ),
  },
  {
    title: 'the tag None is read as no tag',
    backend: changeTag((tag) => (/^(?:none|null|nil)$/i.test(tag) ? undefined : tag)),
  },
  {
    title: 'typographic quotes and dashes are replaced',
    backend: changeTexts((text) =>
      text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll('–', '-'),
    ),
  },
  {
    title: 'javascript: URLs are stripped',
    backend: changeTexts((text) => text.replaceAll('javascript:', '')),
  },
  {
    title: 'an empty object creates a plant',
    backend: {
      toPlant: (value, parts, exchange) =>
        value instanceof Object && !Array.isArray(value) && Object.keys(value).length === 0
          ? { id: -1 - exchange.state.accepted, name: '' }
          : correct.toPlant(value, parts, exchange),
    },
  },
  {
    title: 'a name in the prototype is accepted',
    backend: {
      readName(members) {
        const copy: Members = {}
        // Assigns __proto__, like code that merges objects.
        for (const [name, value] of Object.entries(members)) copy[name] = value
        return correct.readName(copy)
      },
    },
  },
  {
    title: 'ids are kept in 32 bits',
    backend: { toKey: (id) => String(BigInt.asIntN(32, BigInt(id))) },
  },
  {
    title: 'ids are kept without their sign',
    backend: { toKey: (id) => String(id).replace('-', '') },
  },
  {
    title: 'a stored id gets a 200 with an Error',
    backend: { toStatus: (kind) => (kind === 'stored-id' ? 200 : correct.toStatus(kind)) },
  },
  {
    title: 'an answer is cached by body, whoever sends it',
    backend: {
      async handle(exchange, parts) {
        const answers = kept.get(exchange.state) ?? new Map<string, Answer>()
        kept.set(exchange.state, answers)
        const bytes = await correct.readBody(exchange)
        const known = answers.get(bytes.toString())
        if (known !== undefined) return known
        const answer = await correct.handle(exchange, { ...parts, readBody: async () => bytes })
        if (answer.status === 200) answers.set(bytes.toString(), answer)
        return answer
      },
    },
  },
  {
    title: 'a body that is not JSON makes the next request fail',
    backend: {
      async handle(exchange, parts) {
        if (exchange.state.isBroken) {
          exchange.state.isBroken = false
          return toJsonAnswer(400, '{"error":400,"message":"stale"}')
        }
        return correct.handle(exchange, {
          ...parts,
          parse(text) {
            exchange.state.isBroken = true
            const value = correct.parse(text)
            exchange.state.isBroken = false
            return value
          },
        })
      },
    },
  },
  {
    title: 'an answer claims to be compressed but is not',
    backend: {
      accept(...args) {
        const { headers, ...answer } = correct.accept(...args)
        return { ...answer, headers: { ...headers, 'Content-Encoding': 'gzip' } }
      },
    },
  },
  {
    title: 'the token is not checked if the scheme is in lower case',
    backend: alsoAuthorize((authorization) => /^bearer \S/.test(authorization ?? '')),
  },
  {
    title: 'the token in quotes is accepted',
    backend: alsoAuthorize((_, token) => token === `"${validToken}"`),
  },
  {
    title: 'the token is accepted as the user of Basic',
    backend: alsoAuthorize(
      (authorization) => authorization === `Basic ${Buffer.from(`${validToken}:`).toString('base64')}`,
    ),
  },
  {
    title: 'a token is used as a pattern',
    backend: alsoAuthorize((_, token) => token === '%' || token === '.*'),
  },
]
