import { expect, test } from 'vitest'
import { groupCases } from '../../src/drift/group-cases.ts'
import type { Case } from '../../src/reports/report.ts'

const toCase = (title: string, stable: string, length = 10): Case => ({
  title,
  origin: 'Topic',
  group: 'Topic',
  className: 'plant-store.diff',
  status: 'failed',
  word: 'different',
  findings: [
    {
      kind: 'error',
      place: '/response/status',
      problem: `${stable} in ${title}`,
      stable,
      exchanges: [
        {
          request: { method: 'POST', url: '/', headers: [], body: '', curl: 'x'.repeat(length) },
          duration: 1,
        },
      ],
    },
  ],
})

test('a difference is one case, whose example is a short request', () => {
  const cases = [
    toCase('a', 'one', 5000),
    toCase('b', 'one'),
    toCase('c', 'x'.repeat(999)),
    toCase('d', 'one'),
  ]
  const grouped = groupCases([{ ...toCase('e', 'one'), status: 'known' }, ...cases], (place, titles) =>
    [place, ...titles].join(),
  )
  expect(grouped).toMatchObject([
    { title: 'e', status: 'known', findings: [] },
    {
      title: 'one',
      aside: '3 cases',
      tries: 3,
      findings: [{ tried: 'b', alike: ['d', 'a'], problem: 'one in b', stable: 'one' }],
      hints: ['/response/status,b,d,a'],
    },
    { title: `${'x'.repeat(300)}…`, tries: 1, findings: [{ tried: 'c' }] },
  ])
  expect(grouped[2]).not.toHaveProperty('aside')
})

test('differences of one cause are one case, with each of them', () => {
  const toOne = (title: string, place: string, expected: string, actual: string): Case => {
    const one = toCase(title, `${actual} for ${expected}`)
    return { ...one, findings: one.findings.map((finding) => ({ ...finding, place, expected, actual })) }
  }
  const grouped = groupCases(
    [
      toOne('a', '/response/status', '422', '400'),
      toOne('b', '/response/status', '200', '403'),
      toOne('c', '/response/status', '409', '400'),
      toOne('d', '/response/headers/content-type', '"a"', '"b"'),
      toOne('e', '/response/headers/content-type', '"c"', '"d"'),
    ],
    () => '',
  )
  expect(grouped.map(({ aside, findings }) => [aside, ...findings.map(({ stable }) => stable)])).toEqual([
    ['2 cases', '400 for 422', '400 for 409'],
    [undefined, '403 for 200'],
    ['2 cases', '"b" for "a"', '"d" for "c"'],
  ])
})
