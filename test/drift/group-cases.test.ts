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
