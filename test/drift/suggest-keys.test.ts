import { expect, test } from 'vitest'
import type { SeenAnswer } from '../../src/drift/read-answer.ts'
import { type Refused, suggestKeys } from '../../src/drift/suggest-keys.ts'

const answer = (status: number, error?: number, body = ''): SeenAnswer =>
  error === undefined
    ? { status, headers: {}, body, isError: false }
    : { status, headers: {}, body, isError: true, members: { error, message: 'no' } }

const refusals = (...pairs: [ours: SeenAnswer, theirs?: SeenAnswer][]): Refused[] =>
  pairs.map(([ours, theirs]) => ({ failure: 'duplicate-id', ours, theirs }))

const own = answer(409, 1)

test.each<[title: string, refused: Refused[], keys: string | undefined]>([
  [
    'another status and number',
    refusals([own, answer(422, 7)]),
    'answers.duplicate-id.status to 422 and answers.duplicate-id.error to 7',
  ],
  [
    'another number',
    refusals([own, answer(409, 7)], [own, answer(409, 7)]),
    'answers.duplicate-id.error to 7',
  ],
  ['another status', refusals([own, answer(422, 1)]), 'answers.duplicate-id.status to 422'],
  ['a status without a number', refusals([own, answer(422)]), 'answers.duplicate-id.status to 422'],
  ['a 400 that is no Error', refusals([own, answer(400)]), undefined],
  ['a 400 that is an Error', refusals([own, answer(400, 1)]), 'answers.duplicate-id.status to 400'],
  [
    'several numbers',
    refusals([own, answer(422, 7)], [own, answer(422, 8)]),
    'answers.duplicate-id.status to 422',
  ],
  ['several statuses', refusals([own, answer(422, 7)], [own, answer(423, 7)]), undefined],
  [
    'several statuses of the fake',
    refusals([own, answer(422, 7)], [answer(400, 1), answer(422, 7)]),
    undefined,
  ],
  [
    'an answer to HEAD',
    refusals([answer(409), answer(422)], [own, answer(422, 7)]),
    'answers.duplicate-id.status to 422 and answers.duplicate-id.error to 7',
  ],
  ['nothing but answers to HEAD', refusals([answer(409), answer(409)]), undefined],
  ['the same', refusals([own, own]), undefined],
  [
    'an Error only once',
    refusals([own, answer(422, 7)], [own, answer(422)]),
    'answers.duplicate-id.status to 422',
  ],
  ['a crash', refusals([own, answer(500, 7)]), undefined],
  ['the last status of a client', refusals([own, answer(499, 1)]), 'answers.duplicate-id.status to 499'],
  ['no answer', refusals([own]), undefined],
  ['a stored id that is taken', refusals([own, answer(200)]), 'onDuplicate to replace'],
  ['a stored id that is found', refusals([own, answer(303)]), undefined],
])('keys for %s', (_, refused, keys) => {
  const expected = keys === undefined ? [] : [['duplicate-id', `Set ${keys} in the configuration.`]]
  expect([...suggestKeys(refused)]).toEqual(expected)
})

test('each failure has keys of its own', () => {
  const refused = refusals([own, answer(422, 1)])
  const others = refusals([own, answer(200)], [own, answer(404, 9)]).map((one) => ({
    ...one,
    failure: 'unknown-path' as const,
  }))
  expect([...suggestKeys([...refused, ...others.slice(1)])].map(([failure]) => failure)).toEqual([
    'duplicate-id',
    'unknown-path',
  ])
  expect([...suggestKeys(others.slice(0, 1))]).toEqual([])
})
