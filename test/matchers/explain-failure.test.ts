import { expect, test } from 'vitest'
import { withRequests } from '../../src/adapters/matchers/explain-failure.ts'
import { createMock, toContract } from '../../src/mock/mock.ts'
import { bookings } from '../mock/bookings.ts'

const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
const title = 'By the end of the test, the mock received:'
const rejected =
  'POST /rooms { "name": "Blue", "kind": "x" } got 422, invalid-body: /kind must be single or double, got "x"'

/** Runs a test that sends rooms of some kinds and fails with an error; returns the error. */
async function fail(error: unknown, ...kinds: string[]): Promise<unknown> {
  const mock = createMock({ contract: toContract(bookings) })
  const run = withRequests(mock, async () => {
    for (const kind of kinds) {
      const body = JSON.stringify({ name: 'Blue', kind }, null, 2)
      await mock.handle({ method: 'POST', path: '/rooms', headers, body })
    }
    throw error
  })
  return run().catch((thrown: unknown) => thrown)
}

const failWith = async (message: string, ...kinds: string[]): Promise<string> =>
  ((await fail(new Error(message), ...kinds)) as Error).message

test('a short message has the requests at its end, each in a line', async () => {
  const error = (await fail(new Error('expected $& to be 201'), 'x')) as Error
  expect(error.message).toBe(`expected $& to be 201\n\n${title}\n  1. ${rejected}`)
  expect(error.stack).toContain(error.message)
})

test.each([
  ['a dump after a paragraph', `Unable to find it\nin the page\n\n${'<div>\n'.repeat(30)}`, 2],
  ['nothing but a dump', '<div>\n'.repeat(30), 1],
  ['a late paragraph', `${'<div>\n'.repeat(9)}\n<div>`, 1],
])('a message with %s has them before it', async (_title, message, head) => {
  const lines = message.split('\n')
  const rest = lines.slice(lines[head] === '' ? head + 1 : head)
  const expected = [...lines.slice(0, head), '', title, `  1. ${rejected}`, '', ...rest].join('\n')
  expect(await failWith(message, 'x')).toBe(expected)
})

test('with many requests, the rejected ones come first, and the message has at most 15 lines', async () => {
  const message = await failWith(
    'one\ntwo\nthree',
    ...Array(5).fill('single'),
    'x',
    ...Array(20).fill('double'),
  )
  const lines = message.split('\n')
  expect(lines).toHaveLength(15)
  expect(lines.slice(3, 7)).toEqual(['', title, '  … 17 more', `  6. ${rejected}`])
  expect(lines.at(-1)).toMatch(/^ {2}26\. POST /)
})

test('what has no message stays, and so does a message without requests', async () => {
  expect(await fail('a string', 'x')).toBe('a string')
  expect(await failWith('nothing was sent')).toBe('nothing was sent')
})

test('an error that can not change stays', async () => {
  for (const error of [new DOMException('aborted', 'AbortError'), Object.freeze(new Error('frozen'))])
    expect(await fail(error, 'x')).toBe(error)
})
