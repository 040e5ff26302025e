import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { parseExactJson } from '../../src/contract/exact-json.ts'
import { validateNewPlant } from '../../src/contract/generated/validators.ts'
import type { NewPlant } from '../../src/contract/schemas.ts'
import { findBroken } from './find-broken.ts'
import type { SmallBackend } from './small-backend.ts'

const echo = ({ name, tag }: NewPlant) => ({ status: 200, body: { name, tag } })
const change = (map: (text: string) => unknown) => (plant: NewPlant) => ({
  status: 200,
  body: { name: map(plant.name), tag: plant.tag === undefined ? undefined : map(plant.tag) },
})
const refuseWith = (body: unknown, headers?: Record<string, string>): SmallBackend => ({
  refuse: (reason) =>
    reason === 'body' ? { status: 400, body, ...(headers && { headers }) } : { status: 401 },
})
const idIn = (value: unknown): number | bigint => (value as NewPlant).id
const isValidAnd = (accepts: (id: number | bigint, plant: NewPlant) => boolean): SmallBackend => ({
  isValid: (value) => validateNewPlant(value) && accepts(idIn(value), value as NewPlant),
})
const loosely = (repair: (plant: Record<string, unknown>) => Record<string, unknown>): SmallBackend => ({
  isValid: (value) =>
    typeof value === 'object' && value !== null && validateNewPlant(repair({ ...(value as object) })),
})

function drop(response: ServerResponse): 'handled' {
  response.destroy()
  return 'handled'
}
function endWithGarbage({ socket }: ServerResponse): 'handled' {
  socket?.end('no HTTP\r\n\r\n')
  return 'handled'
}

let shared: unknown

describe('a mistake breaks one rule', () => {
  test.each<[rule: string, title: string, backend: SmallBackend]>([
    ['created-is-200', '500 to all', { create: () => ({ status: 500 }) }],
    [
      'created-content-type',
      'text/plain',
      { create: (plant) => ({ ...echo(plant), headers: { 'content-type': 'text/plain' } }) },
    ],
    [
      'plant-echoes-name',
      'capitals',
      { create: ({ name, tag }) => ({ status: 200, body: { name: name.toUpperCase(), tag } }) },
    ],
    ['text-keeps-white-space', 'trimmed', { create: change((text) => text.trim()) }],
    ['text-keeps-unicode', 'normalized', { create: change((text) => text.normalize('NFC')) }],
    ['text-keeps-markup', 'escaped', { create: change((text) => text.replaceAll('&', '&amp;')) }],
    [
      'text-keeps-digits',
      'numbers',
      { create: change((text) => (/^\d{1,15}$/.test(text) ? Number(text) : text)) },
    ],
    ['text-keeps-length', 'cut off', { create: change((text) => text.slice(0, 255)) }],
    ['id-zero', 'falsy', isValidAnd((id) => id !== 0)],
    ['id-over-int32', 'int32', isValidAnd((id) => id >= -(2 ** 31) && id < 2 ** 31)],
    ['id-over-2-53', 'safe integers', isValidAnd((id) => typeof id === 'number')],
    [
      'id-int64-max',
      'off by one',
      {
        ...isValidAnd((id) => id < 2n ** 63n - 1n),
        refuse: (reason) => ({ status: 400, body: { error: 1, message: reason } }),
      },
    ],
    ['ids-beyond-2-53-differ', 'rounded', { toKey: Number }],
    [
      'refuses-fractional-id',
      'cut off',
      loosely((plant) =>
        Number.isFinite(plant['id']) && !Number.isInteger(plant['id']) ? { ...plant, id: 1 } : plant,
      ),
    ],
    [
      'refuses-name-of-wrong-type',
      'number',
      loosely((plant) => (typeof plant['name'] === 'number' ? { ...plant, name: '' } : plant)),
    ],
    [
      'refuses-trailing-content',
      'the first value',
      {
        parse: (text) =>
          parseExactJson(/^\{"id":-?\d+,"name":"Fern\w+","tag":"\w+"\}/.exec(text)?.[0] ?? text),
      },
    ],
    ['refuses-malformed-json', 'comma', { parse: (text) => parseExactJson(text.replace(/,}$/, '}')) }],
    [
      'refusal-is-not-200',
      '200 with an Error',
      { refuse: () => ({ status: 200, body: { error: 1, message: 'no' } }) },
    ],
    ['refused-body-no-5xx', '500', { refuse: (reason) => ({ status: reason === 'body' ? 500 : 401 }) }],
    ['error-has-error', 'a string', refuseWith({ error: 'Bad Request', message: 'no' })],
    [
      'refuses-missing-credentials',
      'none',
      { isAuthorized: (value) => value === undefined || value === 'Bearer local-token' },
    ],
    ['refuses-unissued-token', 'any', { isAuthorized: (value) => /^Bearer +\S/.test(value ?? '') }],
    [
      'refuses-other-scheme',
      'any scheme',
      { isAuthorized: (value) => /^\w+ local-token$/.test(value ?? '') },
    ],
    [
      'refused-credentials-no-5xx',
      '500',
      {
        refuse: (reason) =>
          reason === 'credentials'
            ? { status: 500 }
            : reason === 'body'
              ? { status: 400, body: { error: 1, message: '' } }
              : { status: 409 },
      },
    ],
    ['accepts-body-in-pieces', 'decoded one by one', { read: (chunks) => chunks.map(String).join('') }],
    [
      'stored-id-no-5xx',
      '500',
      {
        refuse: (reason) =>
          reason === 'stored'
            ? { status: 500 }
            : reason === 'body'
              ? { status: 400, body: { error: 1, message: '' } }
              : { status: 401 },
      },
    ],
    [
      'requests-in-a-row',
      'every 15th fails',
      { first: ({ count }) => (count % 15 === 14 ? { status: 500 } : undefined) },
    ],
    [
      'requests-in-a-row',
      'every 25th is dropped',
      { first: ({ count }, response) => (count % 25 === 24 ? drop(response) : undefined) },
    ],
    [
      'answers-every-request',
      'hangs on what is not JSON',
      { first: ({ value }) => (value === undefined ? 'handled' : undefined) },
    ],
    [
      'answers-every-request',
      'garbage',
      {
        first: ({ value }, response) => (value === null ? endWithGarbage(response) : undefined),
      },
    ],
    ['answers-every-request', 'drops everything', { first: (_request, response) => drop(response) }],
    [
      'requests-at-once',
      'a shared variable',
      {
        first: ({ headers, value }, response) => {
          if (!validateNewPlant(value) || headers.authorization !== 'Bearer local-token') return undefined
          shared = value
          setTimeout(() => {
            const { name, tag } = shared as NewPlant
            response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ name, tag }))
          }, 2)
          return 'handled'
        },
      },
    ],
    ['plant-has-name', 'an empty object', { create: () => ({ status: 200, body: {} }) }],
    ['error-is-json', 'a page', refuseWith('<h1>Bad Request</h1>', { 'content-type': 'text/html' })],
  ])('%s: %s', async (rule, _title, backend) => {
    expect((await findBroken(backend)).must).toEqual([rule])
  })

  test.each<[rule: string, backend: SmallBackend]>([
    [
      'plant-has-no-id',
      { create: ({ id, name, tag }) => ({ status: 200, body: { id: Number(id), name, tag } }) },
    ],
    ['scheme-in-any-case', {}],
    ['challenge-on-401', {}],
    ['refuses-other-content-type', {}],
    [
      'refusal-hides-internals',
      { refuse: (reason) => ({ status: 400, body: { error: 1, message: new Error(reason).stack } }) },
    ],
  ])('or one that is only good practice: %s', async (rule, backend) => {
    const { must, should } = await findBroken(backend)
    expect(should).toContain(rule)
    expect(must).toEqual([])
  })
})
