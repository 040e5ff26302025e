import { expect, test } from 'vitest'
import { createFilter, findUnknown, setKind } from '../../src/adapters/page/filter.ts'

const common = { time: '', method: 'POST', path: '/plants' }
const requests = [
  { ...common, number: 1, status: 200, operation: 'createPlant', key: 9007199254740993n as never },
  { ...common, number: 2, status: 400, failure: 'invalid-body', message: 'name is missing' },
  { ...common, number: 3, status: 200, fault: 'cut-off-body', headers: { 'x-test': 'Boston fern' } },
  { ...common, number: 4, path: '/health', status: 204, upstream: true as const },
  { ...common, number: 5 },
]

test.each<[query: string, found: number[]]>([
  ['', [1, 2, 3, 4, 5]],
  ['FERN', [3]],
  ['key:9007199254740993', [1]],
  ['failure:invalid-body', [2]],
  ['9007199254740992', []],
  ['status:4xx', [2]],
  ['status:200 -is:fault', [1]],
  ['"boston fern"', [3]],
  ['"fern boston"', []],
  ['"name is', [2]],
  ['x-test:boston', [3]],
  ['-path:/health', [1, 2, 3, 5]],
  ['waiting', [5]],
  ['is:accepted', [1, 3]],
  ['is:upstream', [4]],
  ['-', [2, 3]],
])('the filter %j finds %j', (query, found) => {
  expect(requests.filter(createFilter(query)).map(({ number }) => number)).toEqual(found)
})

test.each([
  ['', 'fault', 'is:fault'],
  ['fern is:rejected x', 'fault', 'fern x is:fault'],
  ['fern is:rejected', '', 'fern'],
])('in %j, the kind becomes %j: %j', (query, kind, changed) => {
  expect(setKind(query, kind)).toBe(changed)
})

test.each([
  ['', undefined],
  ['fern status:4xx -is:fault x-test:fern', undefined],
  ['"http://localhost"', undefined],
  ['12:30', '12'],
  ['statsu:400', 'statsu'],
  ['-x-other:fern', 'x-other'],
])('of the filter %j, the unknown field is %j', (query, field) => {
  const found = findUnknown(query, requests, ['createRoom', 'readRoom'])
  if (field === undefined) expect(found).toBe(undefined)
  else expect(found).toContain(`There is no field ${field}. The fields are operation, status, method, path`)
})

test.each([
  ['operation:readroom -operation:create is:re', undefined],
  ['operation:"create', undefined],
  ['operation:room', 'Nothing is called operation:room. It can be createRoom, readRoom.'],
  ['-is:refused', 'Nothing is called is:refused. It can be accepted, rejected, fault, waiting, upstream.'],
])('of the filter %j, the unknown value is named: %j', (query, message) => {
  expect(findUnknown(query, requests, ['createRoom', 'readRoom'])).toBe(message)
})
