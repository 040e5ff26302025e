import { expect, test } from 'vitest'
import { shareRows } from '../../src/drift/share-rows.ts'

const row = (members: object, headers: object, status = 400) =>
  [
    { name: 'status', value: status, by: 'a' },
    { name: 'members', value: members, by: 'a' },
    { name: 'headers', value: headers, by: 'a' },
  ] as const

test('what all rows with an Error share is in a row of its own, and no status gets its usual headers back', () => {
  const body = [{ name: 'body', value: '', by: 'b' }] as const
  const rows = [
    ['malformed-body', row({ ok: false }, { 'x-id': '1' })],
    ['invalid-body', row({ ok: false, field: 'id' }, { 'x-id': '1', 'x-more': '2' })],
    ['invalid-credentials', row({ ok: false }, { 'x-id': '1' }, 401)],
    ['unknown-path', body],
  ] as const
  const toRequired = (name: string) =>
    name === 'invalid-credentials' ? { 'www-authenticate': 'Bearer' } : {}
  const shown = shareRows(rows, toRequired).map(([name, lessons]) => [
    name,
    Object.fromEntries(lessons.map((lesson) => [lesson.name, lesson.value])),
  ])
  expect(shown).toEqual([
    ['refused', { members: { ok: false }, headers: { 'x-id': '1' } }],
    ['malformed-body', { status: 400 }],
    ['invalid-body', { status: 400, members: { field: 'id' }, headers: { 'x-more': '2' } }],
    ['invalid-credentials', { status: 401, headers: {} }],
    ['unknown-path', { body: '', headers: {} }],
  ])
  const [first] = rows
  expect(shareRows([first], toRequired)).toEqual([first])
})

test('headers that most rows with a body of their own share are in a row of their own', () => {
  const row = (headers: object) =>
    [
      { name: 'body', value: {}, by: 'a' },
      { name: 'headers', value: headers, by: 'a' },
    ] as const
  const rows = [
    ['unknown-path', row({ 'x-id': '1' })],
    ['missing-body', row({ 'x-id': '1' })],
    ['method-not-allowed', row({ 'x-id': '1', allow: 'POST' })],
    ['headers-too-large', row({}).slice(0, 1)],
    ['invalid-credentials', row({ 'x-id': '1' })],
  ] as const
  expect(
    shareRows(rows, (name) =>
      name === 'headers-too-large'
        ? { 'x-more': '3' }
        : name === 'invalid-credentials'
          ? { 'www-authenticate': 'Bearer' }
          : {},
    ).map(([name, lessons]) => [name, lessons.find((one) => one.name === 'headers')?.value]),
  ).toEqual([
    ['refused', { 'x-id': '1' }],
    ['unknown-path', undefined],
    ['missing-body', undefined],
    ['method-not-allowed', { 'x-id': '1', allow: 'POST' }],
    ['headers-too-large', { 'x-more': '3' }],
    // Without them, its headers are those that it must have.
    ['invalid-credentials', { 'x-id': '1' }],
  ])
})
