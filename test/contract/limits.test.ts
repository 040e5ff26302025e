import { expect, test } from 'vitest'
import { newPlantMembers } from '../../src/contract/generated/operation.ts'
import { createLimitsCheck } from '../../src/contract/limits.ts'
import { usableLimits } from '../../src/contract/usable-limits.ts'
import { check } from '../../src/options/check.ts'
import { OptionsError } from '../../src/options/options-error.ts'

const bounds = 'an integer from -9223372036854775808 to 9223372036854775807'
const texts = 'the members are minLength, maxLength, pattern, enum'

test.each<[value: unknown, path: string, message: string]>([
  [[], '', 'the limits must be an object, got an array'],
  [{ size: {} }, 'size', `there is no member size; the members are ${newPlantMembers.join(', ')}`],
  [
    { id: { minLength: 1 } },
    'id.minLength',
    'there is no member id.minLength; the members are minimum, maximum, enum',
  ],
  [{ name: { type: 'string' } }, 'name.type', `there is no member name.type; ${texts}`],
  [{ id: { minimum: 1.5 } }, 'id.minimum', `id.minimum must be ${bounds}, got 1.5`],
  [
    { id: { minimum: -(2n ** 63n) - 1n } },
    'id.minimum',
    `id.minimum must be ${bounds}, got -9223372036854775809`,
  ],
  [{ id: { maximum: 2n ** 63n } }, 'id.maximum', `id.maximum must be ${bounds}, got 9223372036854775808`],
  [{ id: { enum: [] } }, 'id.enum', 'id.enum must be an array of 1 or more items'],
  [
    { tag: { minLength: '1' } },
    'tag.minLength',
    'tag.minLength must be an integer from 0 to 9007199254740991, got "1"',
  ],
  [
    { name: { maxLength: -1 } },
    'name.maxLength',
    'name.maxLength must be an integer from 0 to 9007199254740991, got -1',
  ],
  [{ tag: { pattern: '(' } }, 'tag.pattern', 'tag.pattern must be a regular expression, got "("'],
  [{ tag: { pattern: '\\-' } }, 'tag.pattern', 'tag.pattern must be a regular expression, got "\\\\-"'],
  [{ tag: { pattern: 5 } }, 'tag.pattern', 'tag.pattern must be a regular expression, got 5'],
  [{ tag: { enum: [] } }, 'tag.enum', 'tag.enum must be an array of 1 or more items'],
  [
    { id: { minimum: 2, maximum: 1 } },
    'id.minimum',
    'id.minimum must be at most 1, which is the maximum, got 2',
  ],
  [
    { name: { minLength: 2, maxLength: 1 } },
    'name.minLength',
    'name.minLength must be at most 1, which is the maxLength, got 2',
  ],
  [
    { tag: { enum: ['a'], minLength: 2 } },
    'tag.enum',
    'tag.enum must be an array with a value that fits the other keywords',
  ],
])('the limits %o are refused, with the key that is wrong', (value, path, message) => {
  const parse = () => check(value, usableLimits, 'the limits')
  expect(parse).toThrow(OptionsError)
  expect(parse).toThrow(expect.objectContaining({ message, path: path.split('.').filter(Boolean) }))
})

const plant = { id: 1, name: 'Fern', tag: 'leaf' }

test.each<[limits: object, sent: object, problem?: string]>([
  [{}, { id: -1, name: '' }],
  [{ tag: { enum: ['herb'] } }, { tag: undefined }],
  [{ tag: { enum: ['herb', 'a'], minLength: 2 } }, { tag: 'herb' }],
  [{ id: { minimum: 1, maximum: 1 }, name: { minLength: 4, maxLength: 4 } }, {}],
  [{ id: { minimum: 1 } }, { id: 0 }, 'id must be at least 1, got 0'],
  [{ id: { minimum: 1n, maximum: 2n ** 62n } }, { id: 2n ** 62n }],
  [
    { id: { maximum: 2n ** 53n } },
    { id: 2n ** 53n + 1n },
    'id must be at most 9007199254740992, got 9007199254740993',
  ],
  [{ id: { enum: [1n, 2] } }, {}],
  [{ id: { enum: [2, 3] } }, {}, 'id must be one of 2, 3, got 1'],
  [{ name: { maxLength: 2 } }, { name: '🌱🌱' }],
  [{ name: { maxLength: 1 } }, { name: '🌱🌱' }, 'name must have at most 1 characters, got "🌱🌱"'],
  [{ name: { minLength: 3 } }, { name: '🌱🌱' }, 'name must have at least 3 characters, got "🌱🌱"'],
  [{ name: { minLength: 2 } }, { name: '🌱a' }],
  [{ name: { pattern: '^[A-Z]' } }, {}],
  [{ tag: { pattern: '^\\p{Lu}' } }, {}, 'tag must match ^\\p{Lu}, got "leaf"'],
  [{ tag: { enum: ['herb', 'tree'] } }, {}, 'tag must be one of herb, tree, got "leaf"'],
])('limits of %o, a plant with %o: %s', (limits, sent, problem) => {
  expect(createLimitsCheck(limits)({ ...plant, ...sent })).toBe(problem)
})
