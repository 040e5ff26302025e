import { expect, test } from 'vitest'
import { normalizeHeader, readAnswer } from '../../src/drift/read-answer.ts'

test('headers that mean the same are equal, however long they are', () => {
  expect(normalizeHeader('content-type', 'Text/HTML ; charset=UTF-8')).toBe('text/html;charset=utf-8')
  const long = `a${' '.repeat(400_000)}b`
  expect(normalizeHeader('content-type', `${long} ; c`)).toBe(`${long};c`)
})

test.each([
  [100, 'object'],
  [101, 'string'],
  [50_000, 'string'],
])('JSON with %i levels is read as an %s', (levels, type) => {
  const body = Buffer.from('['.repeat(levels) + ']'.repeat(levels))
  const request = { method: 'POST', path: '/plants', headers: [], pieces: [] }
  const outcome = { kind: 'answer', answer: { version: '1.1', status: 200, headers: [], body } } as const
  expect(typeof readAnswer({ request, outcome, duration: 1 })?.body).toBe(type)
})
