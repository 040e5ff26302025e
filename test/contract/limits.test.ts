import { describe, expect, test } from 'vitest'
import { createLimitsCheck, type Limits, LimitsError, parseLimits } from '../../src/contract/limits.ts'

describe('limits are refused with the key that is wrong', () => {
  test.each<[value: unknown, message: string, path: string[]]>([
    [[], 'the limits must be an object, got an array', []],
    [{ size: {} }, 'there is no member size; the members are id, name, tag', ['size']],
    [
      { id: { minimun: 1 } },
      'there is no member id.minimun; the members are minimum, maximum, enum',
      ['id', 'minimun'],
    ],
    [
      { name: { type: 'string' } },
      'there is no member name.type; the members are minLength, maxLength, pattern, enum',
      ['name', 'type'],
    ],
    [
      { id: { minLength: 1 } },
      expect.stringContaining('there is no member id.minLength') as never,
      ['id', 'minLength'],
    ],
    [
      { id: { minimum: 1.5 } },
      'id.minimum must be an integer from -9223372036854775808 to 9223372036854775807, got 1.5',
      ['id', 'minimum'],
    ],
    [
      { id: { maximum: 2n ** 63n } },
      expect.stringContaining('must be an integer from') as never,
      ['id', 'maximum'],
    ],
    [
      { name: { maxLength: -1 } },
      'name.maxLength must be an integer from 0 to 9007199254740991, got -1',
      ['name', 'maxLength'],
    ],
    [{ tag: { pattern: '(' } }, 'tag.pattern must be a regular expression, got "("', ['tag', 'pattern']],
    [{ tag: { enum: [] } }, 'tag.enum must be an array of 1 or more items', ['tag', 'enum']],
    [{ id: { minimum: 2, maximum: 1 } }, 'id has a minimum of 2 over its maximum of 1', ['id']],
    [{ name: { minLength: 2, maxLength: 1 } }, 'name has a minLength of 2 over its maxLength of 1', ['name']],
    [
      { tag: { enum: ['a'], minLength: 2 } },
      'tag has an enum without a value that fits the other keywords',
      ['tag'],
    ],
  ])('%o', (value, message, path) => {
    let error: unknown
    try {
      parseLimits(value)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(LimitsError)
    expect(error).toMatchObject({ message, path })
  })
})

describe('a plant is inside of limits, or the first member outside is named', () => {
  const plant = { id: 1, name: 'Fern', tag: 'leaf' }
  test.each<[limits: Limits, plant: { id: number | bigint; name: string; tag?: string }, problem?: string]>([
    [{}, { id: -1, name: '' }],
    [{ tag: { enum: ['herb'] } }, { id: 1, name: 'Fern' }],
    [{ id: { minimum: 1 } }, { ...plant, id: 0 }, 'id must be at least 1, got 0'],
    [{ id: { minimum: 1n, maximum: 2n ** 62n } }, { ...plant, id: 2n ** 62n }],
    [
      { id: { maximum: 9007199254740992n } },
      { ...plant, id: 9007199254740993n },
      'id must be at most 9007199254740992, got 9007199254740993',
    ],
    [{ id: { enum: [1n, 2] } }, plant],
    [{ id: { enum: [2, 3] } }, plant, 'id must be one of 2, 3, got 1'],
    [{ name: { maxLength: 2 } }, { ...plant, name: '🌱🌱' }],
    [
      { name: { maxLength: 1 } },
      { ...plant, name: '🌱🌱' },
      'name must have at most 1 characters, got "🌱🌱"',
    ],
    [
      { name: { minLength: 3 } },
      { ...plant, name: '🌱🌱' },
      'name must have at least 3 characters, got "🌱🌱"',
    ],
    [{ name: { pattern: '^[A-Z]' } }, plant],
    [{ tag: { pattern: '^\\p{Lu}' } }, plant, 'tag must match ^\\p{Lu}, got "leaf"'],
    [{ tag: { enum: ['herb', 'tree'] } }, plant, 'tag must be one of herb, tree, got "leaf"'],
  ])('%o, %o', (limits, sent, problem) => {
    expect(createLimitsCheck(parseLimits(limits))(sent)).toBe(problem)
  })
})
