import { expect, test } from 'vitest'
import '../../src/adapters/vitest/vitest.ts'
import { toContract } from '../../src/mock/mock.ts'
import { bookings } from '../mock/bookings.ts'
import { catchError, expectFailures } from './catch-error.ts'

const contract = toContract(bookings)
const room = { id: 9007199254740993n, name: 'Blue', kind: 'single', createdAt: '2026-01-01T00:00:00Z' }

test.each([
  ['Plant', { name: 'Fern' }],
  ['Plant', { name: '', tag: '' }],
  ['Plant', { name: 'Fern', id: 1 }],
  ['Error', { error: 1, message: 'no' }],
  ['Error', { error: -2147483648, message: '' }],
])('toMatchSchema of %s passes for %o', (schema, value) => {
  expect(value).toMatchSchema(schema)
})

test('toMatchSchema passes for a value of another description, also as a part of an expected value', () => {
  expect(room).toMatchSchema('Room', contract)
  expect({ name: 'Fern' }).toMatchSchema('Plant')
  expect([room]).toEqual([expect.toMatchSchema('Room', contract)])
})

test('toMatchSchema fails for another value, as a response has it, and says why', async () => {
  const wrong: readonly (readonly [schema: string, value: unknown])[] = [
    ...[{}, { name: 5 }, { name: 'Fern', tag: null }, null, undefined, '{"name":"Fern"}'].map(
      (value) => ['Plant', value] as const,
    ),
    ...[
      { error: 2147483648, message: 'no' },
      { error: 1.5, message: 'no' },
      { message: 'no' },
      { error: 1 },
    ].map((value) => ['Error', value] as const),
  ]
  for (const [schema, value] of wrong) expect(value).not.toMatchSchema(schema)
  expect({ ...room, secret: 'x' }).not.toMatchSchema('Room', contract)
  await expectFailures('schemas', {
    ...Object.fromEntries(
      wrong.map(([schema, value], at) => [`${at} ${schema}`, () => expect(value).toMatchSchema(schema)]),
    ),
    'a room with two mistakes': () =>
      expect({ ...room, name: '', kind: 'triple' }).toMatchSchema('Room', contract),
    'a value of the schema': () => expect(room).not.toMatchSchema('Room', contract),
  })
})

test('toMatchSchema rejects the name of an unknown schema', async () => {
  for (const assertion of [expect(room), expect(room).not]) {
    const { name, message } = await catchError(() => assertion.toMatchSchema('Rooms', contract))
    expect(name).toBe('OptionsError')
    expect(message).toContain('schema is no schema, got "Rooms"; the schemas are Room, RoomPatch, ')
  }
})
