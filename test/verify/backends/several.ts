import type { RuleId } from '../../../src/judge/generated/rules.ts'
import type { Overrides } from './create-backend.ts'
import { correct, type Parts, Refusal } from './parts.ts'

/** A backend with several mistakes, or with one that has several causes. */
interface Several {
  title: string
  broken: readonly RuleId[]
  backend: Overrides
}

const crash = (): never => {
  throw new Error('something went wrong')
}
const lower: Parts['toBody'] = ({ name, tag }) => ({ name: name.toLowerCase(), tag })
const answer =
  (status: number): Parts['accept'] =>
  (...args) => ({ ...correct.accept(...args), status })
const crashOnLargeId: Parts['readId'] = (members) =>
  Number(members['id']) > 2 ** 63 ? crash() : correct.readId(members)
const makeId = () => Math.floor(Math.random() * 2 ** 50)

export const severalBackends: readonly Several[] = [
  {
    title: 'a crash by a large id and by a NUL',
    broken: ['refused-body-no-5xx'],
    backend: {
      readId: crashOnLargeId,
      readName: (members) => {
        const name = correct.readName(members)
        return name.includes('\0') ? crash() : name
      },
    },
  },
  {
    title: 'ids that are strings, true and null',
    broken: ['refuses-id-of-wrong-type'],
    backend: {
      readId({ id }) {
        if (id === true || id === null) return makeId()
        return typeof id === 'string' && /^\d+$/.test(id) ? BigInt(id) : correct.readId({ id })
      },
    },
  },
  {
    title: 'composed letters and lost emoji',
    broken: ['text-keeps-unicode'],
    backend: {
      toBody: ({ name, tag }) => ({
        name: name.normalize('NFC').replaceAll('🌱', ''),
        ...(tag !== undefined && { tag: tag.normalize('NFC') }),
      }),
    },
  },
  {
    title: 'wrong statuses with a tag and without one',
    broken: ['created-status'],
    backend: { accept: (plant, ...rest) => answer(plant.tag ? 201 : 202)(plant, ...rest) },
  },
  {
    title: 'a wrong status and lower case',
    broken: ['created-status', 'plant-echoes-name'],
    backend: { accept: answer(201), toBody: lower },
  },
  {
    title: 'lower case and lost white space',
    broken: ['plant-echoes-name'],
    backend: { toBody: ({ name, tag }) => ({ name: name.toLowerCase().trim(), tag }) },
  },
  {
    title: 'a wrong status, lost white space, and tags in upper case',
    broken: ['created-status', 'plant-echoes-tag'],
    backend: {
      accept: answer(201),
      toBody: ({ name, tag }) => ({ name: name.trim(), tag: tag?.toUpperCase() }),
    },
  },
  {
    title: 'the largest int32 and unsafe ids are refused',
    broken: ['id-over-int32'],
    backend: {
      readId(members) {
        const id = correct.readId(members)
        if (id === 2147483647 || id > Number.MAX_SAFE_INTEGER) throw new Refusal('body', 'id is out of range')
        return id
      },
    },
  },
  {
    title: 'a 400 that is no JSON for one reason, and no Error for others',
    broken: ['error-is-json'],
    backend: {
      refuse(refusal, parts, exchange) {
        const refused = correct.refuse(refusal, parts, exchange)
        const isText = refusal.message === 'the body is not JSON'
        return refused.status === 400 && isText
          ? { ...refused, body: 'no', headers: { 'Content-Length': 2, 'Content-Type': 'application/json' } }
          : refused
      },
      toError: (error, { message }) => (error === 400 ? { message } : { error, message }),
    },
  },
  {
    title: 'words for a missing token, and the valid token without its last character',
    broken: ['refuses-unissued-token'],
    backend: {
      isAuthorized: (authorization = '') =>
        correct.isAuthorized(authorization) || /^Bearer (?:undefined|null|local-toke)$/.test(authorization),
    },
  },
  {
    title: 'a crash by a large id and by deep nesting',
    broken: ['refused-body-no-5xx'],
    backend: {
      readId: crashOnLargeId,
      parse: (text) => (text.includes('['.repeat(1000)) ? crash() : correct.parse(text)),
    },
  },
  {
    title: 'a crash by a tag that is already stored',
    broken: ['refused-body-no-5xx'],
    backend: {
      save(plant, parts, exchange) {
        const isRepeated = [...exchange.state.plants.values()].some(({ tag }) => tag === plant.tag)
        return isRepeated && plant.tag !== undefined ? crash() : correct.save(plant, parts, exchange)
      },
    },
  },
  {
    title: 'a crash by a long tag',
    broken: ['refused-body-no-5xx'],
    backend: {
      readTag(members) {
        const tag = correct.readTag(members)
        return (tag?.length ?? 0) > 5000 ? crash() : tag
      },
    },
  },
  {
    title: 'the id comes back, and fractions that no number holds are accepted',
    broken: ['plant-has-no-id', 'refuses-fractional-id'],
    backend: {
      toBody: ({ id, name, tag }) => ({ id, name, tag }),
      readId: (members) => (Number.isNaN(members['id']) ? makeId() : correct.readId(members)),
    },
  },
]
