import { describe, expect, test } from 'vitest'
import '../../src/adapters/vitest/vitest.ts'
import { toContract } from '../../src/mock/mock.ts'
import { bookings } from '../mock/bookings.ts'
import { catchError } from './catch-error.ts'

describe.each<[schema: string, right: unknown[], wrong: [unknown, string][]]>([
  [
    'Plant',
    [{ name: 'Fern' }, { name: '', tag: '' }, { name: 'Fern', id: 1 }],
    [
      [{}, 'name is missing'],
      [{ name: 5 }, 'name must be a string, got 5'],
      [{ name: 'Fern', tag: null }, 'tag must be a string, got null'],
      [null, 'the value must be an object, got null'],
      [undefined, 'the value must be an object, got nothing'],
      ['{"name":"Fern"}', 'the value must be an object, got "{\\"name\\":\\"Fern\\"}"'],
    ],
  ],
  [
    'Error',
    [
      { error: 1, message: 'no' },
      { error: -2147483648, message: '' },
    ],
    [
      [
        { error: 2147483648, message: 'no' },
        'error must be an integer from -2147483648 to 2147483647, got 2147483648',
      ],
      [{ error: 1.5, message: 'no' }, 'error must be an integer from -2147483648 to 2147483647, got 1.5'],
      [{ message: 'no' }, 'error is missing'],
      [{ error: 1 }, 'message is missing'],
    ],
  ],
])('toMatchSchema of %s', (schema, right, wrong) => {
  test.each(right.map((value) => [value]))('passes for %o', (value) => {
    expect(value).toMatchSchema(schema)
  })

  test.each(wrong)('fails for %o and says: %s', async (value, problem) => {
    expect(value).not.toMatchSchema(schema)
    const { message } = await catchError(() => expect(value).toMatchSchema(schema))
    expect(message).toContain(problem)
  })
})

describe('toMatchSchema', () => {
  const contract = toContract(bookings)
  const room = { id: 9007199254740993n, name: 'Blue', kind: 'single', createdAt: '2026-01-01T00:00:00Z' }

  test('passes for a value of the named schema, also as a part of an expected value', async () => {
    expect(room).toMatchSchema('Room', contract)
    expect({ name: 'Fern' }).toMatchSchema('Plant')
    expect([room]).toEqual([expect.toMatchSchema('Room', contract)])
    const { message } = await catchError(() => expect(room).not.toMatchSchema('Room', contract))
    expect(message).toMatch(
      /^expect\(received\)\.not\.toMatchSchema\(\)\n\nExpected: not the schema Room\nReceived: /,
    )
  })

  test('fails for another value, as a response has it, and says why', async () => {
    expect({ ...room, secret: 'x' }).not.toMatchSchema('Room', contract)
    const { message } = await catchError(() =>
      expect({ ...room, name: '', kind: 'triple' }).toMatchSchema('Room', contract),
    )
    expect(message).toMatch(/name must be a string of 1 to 40 characters, got ""; kind must be/)
  })

  test('rejects the name of an unknown schema', async () => {
    for (const assertion of [expect(room), expect(room).not]) {
      const { name, message } = await catchError(() => assertion.toMatchSchema('Rooms', contract))
      expect(name).toBe('OptionsError')
      expect(message).toContain('schema is no schema, got "Rooms"; the schemas are Room, RoomPatch, ')
    }
  })
})
