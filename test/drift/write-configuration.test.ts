import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { codePoint } from '../../src/arbitraries/code-point.ts'
import {
  type Lesson,
  maskLesson,
  toOptions,
  writeConfiguration,
} from '../../src/drift/write-configuration.ts'
import { createMask } from '../../src/http/create-mask.ts'

const hardNames = [
  '@id',
  'a: b',
  '#x',
  'a\u202eb',
  'a #b',
  'a\nport: 1',
  'null',
  'Yes',
  'n',
  '1',
  '1e3',
  '~',
  '<<',
  '',
  '-',
  '? a',
  '\u2028',
  '\uffff',
  '__proto__',
  'constructor',
  'a'.repeat(1500),
]
const names = fc.oneof(fc.constantFrom(...hardNames), fc.string({ unit: codePoint }))
const values = fc.oneof(fc.string({ unit: codePoint }), fc.integer(), fc.constant(null))

test('members of any names and values survive the file', () => {
  const members = fc.uniqueArray(fc.tuple(names, values, names), { selector: ([name]) => name, minLength: 1 })
  fc.assert(
    fc.property(members, (list) => {
      const lessons = list.map(([name, value, by]): Lesson => {
        return { path: ['answers', 'created', 'members', name], value, by }
      })
      const differences = list.map(([name]) => ({
        difference: name,
        request: name,
        cases: Object.fromEntries([
          [name, [name, 'b']],
          ['a', list.map(([title]) => title)],
        ]),
      }))
      const remark = { path: ['answers', 'created', 'members', '\u2028: \n'], by: 'varies' }
      const yaml = writeConfiguration(['head'], [...lessons, remark], differences, {
        Rest: list.map(([name]) => name),
      })
      const expected = Object.fromEntries(list.map(([name, value]) => [name, value]))
      const { differences: read, ...rest } = parse(yaml)
      expect(read).toEqual(differences)
      // Characters that steer text are escapes.
      expect(yaml).not.toMatch(/\p{Cf}/u)
      for (const options of [toOptions(lessons), rest] as Record<string, never>[]) {
        expect(Object.keys(options)).toEqual(['answers'])
        const own = options['answers']?.['created']?.['members'] ?? {}
        expect(new Map(Object.entries(own))).toEqual(new Map(Object.entries(expected)))
      }
    }),
  )
})

test.each<[path: string[], value: unknown, masked: unknown]>([
  [['maxBody'], 1048576, 1048576],
  [['onDuplicate'], 'reject', 'reject'],
  [['answers', 'preset'], 'http', 'http'],
  [['answers', 'invalid-body', 'error'], 1048, 1048],
  [['answers', 'invalid-body', 'message'], 'not 1048', 'not ***'],
  [['answers', 'invalid-body', 'headers'], { reject: 'http' }, { reject: '***' }],
  [
    ['answers', 'invalid-body', 'body'],
    [{ a1048: 2n ** 62n, b: ['1048'] }],
    [{ 'a***': 2n ** 62n, b: ['***'] }],
  ],
])('a lesson about %j is masked only where it repeats an answer', (path, value, masked) => {
  const mask = createMask(['1048', 'reject', 'http'])
  expect(maskLesson({ path, value, by: '' }, mask)).toEqual({ path, value: masked, by: '' })
})
