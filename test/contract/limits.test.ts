import { expect, test } from 'vitest'
import { createLimitsCheck } from '../../src/contract/limits.ts'
import { usableLimits } from '../../src/contract/usable-limits.ts'
import { check } from '../../src/options/check.ts'
import { expectRefused } from '../tools/refused.ts'

test('limits that are not valid are refused, with the key that is wrong, and the messages of the recording', () => {
  const ofText = [{ type: 'string' }, { maxLength: -1 }, { minLength: '1' }, { minLength: 2, maxLength: 1 }]
  const patterns = ['(', '\\-', 5].map((pattern) => ({ pattern }))
  const enums = [{ enum: [] }, { enum: ['a'], minLength: 2 }]
  const ofId = [
    { minLength: 1 },
    { minimum: 1.5 },
    { minimum: -(2n ** 63n) - 1n },
    { maximum: 2n ** 63n },
    { enum: [] },
    { minimum: 2, maximum: 1 },
  ]
  const refused = [
    [],
    { size: {} },
    ...ofId.map((id) => ({ id })),
    ...[...ofText, ...patterns, ...enums].map((name) => ({ name })),
  ]
  return expectRefused('refused-limits', refused, (limits) => check(limits, usableLimits, 'the limits'))
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
