import { correct, type Id, isInteger, type Members } from '../parts.ts'
import type { Mistake } from './mistake.ts'

/** Makes a backend that converts ids before it checks them. */
function changeId(change: (id: unknown, members: Members) => unknown): Mistake['backend'] {
  return { readId: (members) => correct.readId({ ...members, id: change(members['id'], members) }) }
}

/** Makes a backend that converts names before it checks them. */
function changeName(change: (name: unknown, members: Members) => unknown): Mistake['backend'] {
  return { readName: (members) => correct.readName({ ...members, name: change(members['name'], members) }) }
}

/** Makes a backend that converts tags before it checks them. */
function changeTag(change: (tag: unknown) => unknown): Mistake['backend'] {
  return { readTag: (members) => correct.readTag({ tag: change(members['tag']) }) }
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

let lastMadeId = 7_000_000_000_000

const idMistakes: readonly Mistake[] = [
  {
    title: 'NaN and Infinity are ids',
    backend: {
      parse: (text) => correct.parse(text.replace(/"id":-?(?:NaN|Infinity)/, () => `"id":${++lastMadeId}`)),
    },
  },
  {
    title: 'the service generates a missing id',
    backend: changeId((id) => (id === undefined ? ++lastMadeId : id)),
  },
  {
    title: 'a string of digits is read as an id',
    backend: changeId((id) => (typeof id === 'string' && /^-?\d+$/.test(id) ? Number(id) : id)),
  },
  {
    title: 'every id is converted with Number()',
    backend: changeId((id) => (typeof id === 'bigint' || id === undefined ? id : Number(id))),
  },
  {
    title: 'the service generates an id for null',
    backend: changeId((id) => (id === null ? ++lastMadeId : id)),
  },
  {
    title: 'the id true becomes 1',
    backend: changeId((id) => (typeof id === 'boolean' ? Number(id) : id)),
  },
  {
    title: 'only the digits at the start of an id are read',
    backend: changeId((id) => (typeof id === 'string' ? Number.parseInt(id, 10) : id)),
  },
  {
    title: 'a fraction of an id is cut off',
    backend: changeId((id) => (typeof id === 'number' && Number.isFinite(id) ? Math.trunc(id) : id)),
  },
  {
    title: 'an id with a fraction is rounded',
    backend: changeId((id) => (typeof id === 'number' && Number.isFinite(id) ? Math.round(id) : id)),
  },
  {
    title: 'an id with a fraction is stored unchanged',
    backend: {
      readId: (members) =>
        typeof members['id'] === 'number' && Number.isFinite(members['id'])
          ? members['id']
          : correct.readId(members),
    },
  },
  {
    title: 'a fraction that a number cannot hold is ignored',
    // The parser returns NaN if a fraction would be lost.
    backend: changeId((id) => (Number.isNaN(id) ? ++lastMadeId : id)),
  },
  {
    title: 'ids have no limits',
    backend: {
      readId: (members) => (isInteger(members['id']) ? members['id'] : correct.readId(members)),
    },
  },
  {
    title: 'ids beyond int64 wrap around',
    backend: changeId((id) => (typeof id === 'bigint' ? BigInt.asIntN(64, id) : id)),
  },
  {
    title: 'ids beyond int64 become the nearest int64',
    backend: changeId((id) => {
      if (typeof id !== 'bigint') return id
      if (id >= 2n ** 63n) return 2n ** 63n - 1n
      return id < -(2n ** 63n) ? -(2n ** 63n) : id
    }),
  },
  {
    title: 'ids are compared with the limit as numbers',
    backend: {
      readId: (members) =>
        typeof members['id'] === 'bigint' && Math.abs(Number(members['id'])) <= 2 ** 63
          ? members['id']
          : correct.readId(members),
    },
  },
  {
    title: 'positive ids are uint64',
    backend: {
      readId: ({ id }) =>
        typeof id === 'bigint' && id > 0 && id < 2n ** 64n ? (id as Id) : correct.readId({ id }),
    },
  },
]

const textMistakes: readonly Mistake[] = [
  {
    title: 'a missing name becomes empty',
    backend: changeName((name) => (name === undefined ? '' : name)),
  },
  {
    title: 'a missing name is taken from the tag',
    backend: changeName((name, { tag }) => (name === undefined ? tag : name)),
  },
  {
    title: 'a number as a name becomes its digits',
    backend: changeName((name) => (typeof name === 'number' ? String(name) : name)),
  },
  {
    title: 'null as a name is empty',
    backend: changeName((name) => (name === null ? '' : name)),
  },
  {
    title: 'true and false as names become words',
    backend: changeName((name) => (typeof name === 'boolean' ? String(name) : name)),
  },
  {
    title: 'a list as a name is joined',
    backend: changeName((name) => (isListOfTexts(name) ? name.join(', ') : name)),
  },
  {
    title: 'an object as a name becomes [object Object]',
    backend: changeName((name) => (name?.constructor === Object ? '[object Object]' : name)),
  },
  {
    title: 'null as a tag is read as no tag',
    backend: changeTag((tag) => tag ?? undefined),
  },
  {
    title: 'false and 0 as a tag are read as no tag',
    backend: changeTag((tag) => (tag === false || tag === 0 ? undefined : tag)),
  },
  {
    title: 'a number as a tag becomes its digits',
    backend: changeTag((tag) => (typeof tag === 'number' ? String(tag) : tag)),
  },
  {
    title: 'the first tag of a list is used',
    backend: changeTag((tag) => (Array.isArray(tag) ? tag[0] : tag)),
  },
  {
    title: 'a tag that is not a string is ignored',
    backend: changeTag((tag) => (typeof tag === 'string' ? tag : undefined)),
  },
]

/** Backends that accept missing or wrong properties. */
export const memberMistakes: readonly Mistake[] = [...idMistakes, ...textMistakes]
