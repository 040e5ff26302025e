import { expect, test } from 'vitest'
import { createFilter, setKind } from '../../src/inspector/filter.ts'

const common = { time: '', method: 'POST', path: '/plants' }
const requests = [
  { ...common, number: 1, status: 200, plant: { id: 9007199254740993n, name: 'Boston fern', tag: 'fern' } },
  { ...common, number: 2, status: 400, failure: 'invalid-body', message: 'name is missing' },
  { ...common, number: 3, status: 200, fault: 'cut-off-body', headers: { 'x-test': 'Checkout' } },
  { ...common, number: 4, path: '/health', status: 204, upstream: true as const },
  { ...common, number: 5 },
]

test.each<[query: string, found: number[]]>([
  ['', [1, 2, 3, 4, 5]],
  ['FERN', [1]],
  ['tag:fern', [1]],
  ['id:9007199254740993', [1]],
  ['9007199254740992', []],
  ['status:4xx', [2]],
  ['status:200', [1, 3]],
  ['status:200 -is:fault', [1]],
  ['"boston fern"', [1]],
  ['"fern boston"', []],
  ['"name is', [2]],
  ['invalid-body', [2]],
  ['checkout', [3]],
  ['x-test:check', [3]],
  ['-path:/health', [1, 2, 3, 5]],
  ['waiting', [5]],
  ['is:accepted', [1, 3]],
  ['is:refused', [2]],
  ['is:upstream', [4]],
  ['-', [2, 3]],
])('the filter %j finds %j', (query, found) => {
  expect(requests.filter(createFilter(query)).map(({ number }) => number)).toEqual(found)
})

test.each([
  ['', 'fault', 'is:fault'],
  ['fern is:refused x', 'fault', 'fern x is:fault'],
  ['fern is:refused', '', 'fern'],
])('in %j, the kind becomes %j: %j', (query, kind, changed) => {
  expect(setKind(query, kind)).toBe(changed)
})
