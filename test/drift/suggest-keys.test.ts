import { expect, test } from 'vitest'
import type { SeenAnswer } from '../../src/drift/read-answer.ts'
import { type Refused, suggestKeys } from '../../src/drift/suggest-keys.ts'

/** Reads an answer from its status and, if it is an Error, its number. */
function toAnswer(text: string): SeenAnswer {
  const [status = 0, error] = text.split(' ').map(Number)
  const common = { status, headers: {}, body: '' }
  return error === undefined
    ? { ...common, isError: false }
    : { ...common, isError: true, members: { error, message: 'no' } }
}

/** Reads what the fake and the service answered, as in `409 1 / 422 7`, once or several times. */
const toRefused = (text: string, failure: Refused['failure'] = 'duplicate-id'): Refused[] =>
  text.split('; ').map((pair) => {
    const [ours, theirs] = pair.split(' / ').map(toAnswer)
    return { failure, ours: ours as SeenAnswer, theirs }
  })

test.each<[title: string, refused: string, keys?: string]>([
  ['another status and number', '409 1 / 422 7', 'status to 422 and answers.duplicate-id.error to 7'],
  ['another number', '409 1 / 409 7; 409 1 / 409 7', 'error to 7'],
  ['another status', '409 1 / 422 1', 'status to 422'],
  ['a status without a number', '409 1 / 422', 'status to 422'],
  ['a 400 that is no Error', '409 1 / 400'],
  ['a 400 that is an Error', '409 1 / 400 1', 'status to 400'],
  ['several numbers', '409 1 / 422 7; 409 1 / 422 8', 'status to 422'],
  ['several statuses', '409 1 / 422 7; 409 1 / 423 7'],
  ['several statuses of the fake', '409 1 / 422 7; 400 1 / 422 7'],
  ['an answer to HEAD', '409 / 422; 409 1 / 422 7', 'status to 422 and answers.duplicate-id.error to 7'],
  ['nothing but answers to HEAD', '409 / 409'],
  ['the same', '409 1 / 409 1'],
  ['an Error only once', '409 1 / 422 7; 409 1 / 422', 'status to 422'],
  ['a crash', '409 1 / 500 7'],
  ['the last status of a client', '409 1 / 499 1', 'status to 499'],
  ['no answer', '409 1'],
  ['a stored id that is taken', '409 1 / 200', 'onDuplicate to replace'],
  ['a stored id that is found', '409 1 / 303'],
])('keys for %s', (_, refused, keys) => {
  const key = keys?.startsWith('on') ? keys : `answers.duplicate-id.${keys}`
  const expected = keys === undefined ? [] : [['duplicate-id', `Set ${key} in the configuration.`]]
  expect([...suggestKeys(toRefused(refused))]).toEqual(expected)
})

test('each failure has keys of its own', () => {
  const refused = [...toRefused('409 1 / 422 1'), ...toRefused('409 1 / 404 9', 'unknown-path')]
  expect([...suggestKeys(refused).keys()]).toEqual(['duplicate-id', 'unknown-path'])
  expect([...suggestKeys(toRefused('409 1 / 200', 'unknown-path'))]).toEqual([])
})
