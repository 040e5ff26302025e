import type { Overrides } from '../create-backend.ts'
import { correct, isInteger, type Members, type Parts, Refusal } from '../parts.ts'
import { type Mistake, repairJson } from './mistake.ts'

let lastMadeId = 8_000_000_000_000

/** Makes a backend that replaces some values before it reads the plant. */
function changeValue(change: (value: unknown) => unknown): Overrides {
  return { toPlant: (value, ...rest) => correct.toPlant(change(value), ...rest) }
}

/** Makes a backend that stores the id of a body before it has checked the rest. */
function reserveId(hasFault: (members: Members, parts: Parts) => boolean): Overrides {
  return {
    toPlant(value, parts, exchange) {
      const members = value as Members
      if (typeof value === 'object' && value !== null && isInteger(members['id']) && hasFault(members, parts))
        exchange.state.plants.set(parts.toKey(members['id']), { id: members['id'], name: '' })
      return correct.toPlant(value, parts, exchange)
    },
  }
}

/** Makes a backend that accepts some content types besides application/json. */
function alsoTakeType(isTaken: (contentType: string) => boolean): Overrides {
  return { isJson: (contentType) => correct.isJson(contentType) || isTaken(contentType ?? '') }
}

/** Makes a backend that decodes bytes that aren't UTF-8 instead of refusing them. */
function decodeOther(decode: (bytes: Buffer) => string): Overrides {
  return {
    decode(bytes) {
      try {
        return correct.decode(bytes)
      } catch {
        return decode(bytes)
      }
    },
  }
}

function parseForm(text: string): string {
  const { id, ...others } = Object.fromEntries(new URLSearchParams(text))
  return JSON.stringify({ ...others, id: Number(id) })
}

function closeWhatIsOpen(text: string): string {
  const isInString = (text.replaceAll(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1
  return `${text}${isInString ? '"' : ''}}`
}

function cutBehindFirstObject(text: string): string {
  return text.slice(0, text.indexOf('}') + 1)
}

const wholeMistakes: readonly Mistake[] = [
  {
    title: 'a request without a body creates a plant with defaults',
    backend: repairJson((text) => (text === '' ? `{"id":${++lastMadeId},"name":"New plant"}` : text)),
  },
  {
    title: 'a body of white space creates a plant with defaults',
    backend: repairJson((text) =>
      text !== '' && text.trim() === '' ? `{"id":${++lastMadeId},"name":""}` : text,
    ),
  },
  {
    title: 'the first plant of an array is created',
    backend: changeValue((value) => (Array.isArray(value) ? value[0] : value)),
  },
  {
    title: 'a plant in a JSON string is created',
    backend: changeValue((value) => (typeof value === 'string' ? correct.parse(value) : value)),
  },
  {
    title: 'null creates a plant with defaults',
    backend: changeValue((value) => value ?? { id: ++lastMadeId, name: '' }),
  },
  {
    title: 'an empty array gets a 200 and creates nothing',
    backend: changeValue((value) =>
      Array.isArray(value) && value.length === 0 ? { id: ++lastMadeId, name: '' } : value,
    ),
  },
  {
    title: 'a number or a word creates a plant with that name',
    backend: changeValue((value) =>
      ['number', 'string', 'boolean'].includes(typeof value)
        ? { id: ++lastMadeId, name: String(value) }
        : value,
    ),
  },
  {
    title: 'trailing commas are accepted',
    backend: repairJson((text) => text.replaceAll(/,\s*}/g, '}')),
  },
  {
    title: 'single quotes are accepted',
    backend: repairJson((text) => text.replaceAll("'", '"')),
  },
  {
    title: 'names of members without quotes are accepted',
    backend: repairJson((text) => text.replaceAll(/([{,]\s*)([a-z]+)(\s*:)/g, '$1"$2"$3')),
  },
  {
    title: 'comments are accepted',
    backend: repairJson((text) => text.replaceAll(/\/\*.*?\*\/|\/\/.*|#.*/g, '')),
  },
  {
    title: 'leading zeros are accepted',
    backend: repairJson((text) => text.replaceAll(/(:\s*-?)0+(?=\d)/g, '$1')),
  },
  {
    title: 'line breaks and tabs in strings are accepted',
    backend: repairJson((text) =>
      text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t'),
    ),
  },
  {
    title: 'invalid escapes are read as their letter',
    backend: repairJson((text) => text.replaceAll(/\\([^"\\/bfnrtu])/g, '$1')),
  },
  {
    title: 'a missing comma is added',
    backend: repairJson((text) => text.replaceAll(/([\d"]) (?=")/g, '$1,')),
  },
  {
    title: 'form fields are accepted with any content type',
    backend: repairJson((text) => (/^\w+=/.test(text) ? parseForm(text) : text)),
  },
  {
    title: 'a missing bracket at the end is added',
    backend: repairJson((text) => `${text}}`),
  },
  {
    title: 'all open brackets and strings at the end are closed',
    backend: repairJson(closeWhatIsOpen),
  },
  {
    title: 'the parser stops after the first object',
    backend: repairJson(cutBehindFirstObject),
  },
  {
    title: 'extra brackets at the end are accepted',
    backend: repairJson((text) => text.replace(/}[}\]]+\s*$/, '}')),
  },
  {
    title: 'the last of several objects is created',
    backend: repairJson((text) => (/}\s*{/.test(text) ? text.slice(text.lastIndexOf('{')) : text)),
  },
]

const formMistakes: readonly Mistake[] = [
  {
    title: 'bytes that are not UTF-8 become replacement characters',
    backend: decodeOther((bytes) => bytes.toString()),
  },
  {
    title: 'bytes that are not UTF-8 are read as Latin-1',
    backend: decodeOther((bytes) => bytes.toString('latin1')),
  },
  {
    title: 'every content type is accepted',
    backend: alsoTakeType(() => true),
  },
  {
    title: 'a request without a content type is accepted',
    backend: alsoTakeType((contentType) => contentType === ''),
  },
  {
    title: 'JSON as text/plain is accepted',
    backend: alsoTakeType((contentType) => contentType.startsWith('text/plain')),
  },
  {
    title: 'JSON as form fields is accepted',
    backend: alsoTakeType((contentType) => contentType.startsWith('application/x-www-form-urlencoded')),
  },
  {
    title: 'a plant is stored before its name is checked',
    backend: reserveId(({ name }) => typeof name !== 'string'),
  },
  {
    title: 'a plant is stored before its tag is checked',
    backend: reserveId(({ tag }) => tag !== undefined && typeof tag !== 'string'),
  },
  {
    title: 'a plant is stored before its content type is refused',
    backend: {
      async handle(exchange, parts) {
        if (parts.isJson(parts.getHeader(exchange, 'Content-Type'))) return correct.handle(exchange, parts)
        await correct.handle(exchange, { ...parts, isJson: () => true }).catch(() => {})
        throw new Refusal('content-type', 'the content type must be application/json')
      },
    },
  },
]

/** Backends that accept bodies which they must refuse as a whole. */
export const bodyMistakes: readonly Mistake[] = [...wholeMistakes, ...formMistakes]
