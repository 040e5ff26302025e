import { expect, test } from 'vitest'
import { createPattern } from '../../src/contract/pattern.ts'

test.each<[pattern: string, matching: string[], other: string[]]>([
  ['^[a-z0-9]+(-[a-z0-9]+)*$', ['abc', 'abc-def-1'], ['-a', 'a--b', '']],
  ['^(a|b)+c\\1$', ['abcb'], ['abca', '']],
  ['^(?<x>a+)\\k<x>+$', ['aa', 'aaaa'], ['a', 'b']],
  ['^(?=.*\\d)(?=.*[a-z]).{4,8}$', ['abc1'], ['abcd', '12345678a']],
  ['(?<!x)y', ['ay', 'y'], ['xy']],
  ['(?<=x+)y', ['xxy'], ['ay']],
  ['^\\p{L}+$', ['äö'], ['1']],
  ['^(\\u0041|\\x42)$', ['A', 'B'], ['C']],
  ['^.$', ['😀'], ['ab', '']],
  ['^([a-c]{2,3}?){2}$', ['abab', 'abcabc'], ['ab']],
  ['^{[a-f]{2}}$', ['{ab}'], ['ab']],
])('%s', (source, matching, other) => {
  const pattern = createPattern(source)
  for (const text of matching) expect([text, pattern?.test(text)]).toEqual([text, true])
  for (const text of other) expect([text, pattern?.test(text)]).toEqual([text, false])
  expect(matching.every((text) => new RegExp(source, pattern?.flags).test(text))).toBe(true)
})

test.each([
  '(',
  '[a',
  '(?i)abc',
  '\\Aabc',
  'abc\\z',
  '\\p{XDigit}',
  'a++',
  '(?>a)',
  '[[:alpha:]]',
  '(?P<x>a)',
  '*',
])('%s is no pattern of JavaScript', (source) => {
  expect(createPattern(source)).toBeUndefined()
})

test.each(['\\\\A', '[*+]+', '[a+*]', '\\d{2}', '(?:a|b)?', 'a{2}'])('%s is a pattern', (source) => {
  expect(createPattern(source)).toBeDefined()
})

test.each<[pattern: string, text: string]>([
  ['^(a+)+$', `${'a'.repeat(50)}!`],
  ['^([a-z]+)*@$', 'a'.repeat(100_000)],
  ['\\s+$', `${' '.repeat(100_000)}x`],
  ['^(?:a?){40}a{40}$', 'a'.repeat(39)],
  ['(x+x+)+y', 'x'.repeat(1000)],
])('%s takes no time with any text', (source, text) => {
  expect(createPattern(source)?.test(text)).toBe(false)
})
