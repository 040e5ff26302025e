import { expect, test } from 'vitest'
import { describeUnhandled } from '../../../src/mock/adapter/describe-unhandled.ts'
import { contracts } from '../contracts.ts'

const advice = { handle: 'handle them', address: 'pass the address' }
const [toHandle, toAddress] = ['Handle them.', 'Pass the address, or handle them.']

test.each<[title: string, url: string, baseUrl: string | undefined, difference: string, advice: string]>([
  [
    'the origin',
    'http://a.example/api/rooms',
    'http://b.example/api',
    'the origin is http://a.example, not http://b.example',
    toAddress,
  ],
  [
    'a slash',
    'http://b.example/api/rooms/',
    'http://b.example/api',
    'the path has a trailing slash',
    toHandle,
  ],
  [
    'the base path',
    'http://b.example/rooms',
    'http://b.example/api',
    "the path /rooms doesn't begin with /api",
    toAddress,
  ],
  [
    'origin and path',
    'http://a.example/rooms',
    'http://b.example/api',
    "the origin is http://a.example, not http://b.example; the path /rooms doesn't begin with /api",
    toAddress,
  ],
  [
    'the path below the base path',
    'http://b.example/api/rates',
    'http://b.example/api',
    'no operation has the path /rates. Did you mean POST /rooms?',
    toHandle,
  ],
  ['the path at any origin', 'http://a.example/x', undefined, 'no operation has the path /x', toHandle],
  [
    'a segment after a key',
    'http://a.example/rooms/7/booking',
    undefined,
    'no operation has the path /rooms/7/booking. Did you mean POST /rooms/7/bookings?',
    toHandle,
  ],
  [
    'what is before the path',
    'http://a.example/api/rooms',
    undefined,
    'no operation has the path /api/rooms. Did you mean POST /rooms?',
    toAddress,
  ],
])('says that a request differs in %s', (_title, url, baseUrl, difference, then) => {
  const [target, where, prefix] =
    baseUrl === undefined
      ? [{ path: '' }, 'every origin (no baseUrl is set)', '']
      : [{ origin: 'http://b.example', path: '/api' }, `http://b.example (baseUrl is "${baseUrl}")`, '/api']
  const paths = [
    'GET /rooms',
    'POST /rooms',
    'GET /rooms/{roomId}',
    'PUT /rooms/{roomId}',
    'DELETE /rooms/{roomId}',
  ]
  const listed = paths.map((path) => path.replace(' ', ` ${prefix}`)).join(', ')
  const more = contracts.bookings.operations.length - paths.length
  expect(describeUnhandled([{ method: 'POST', url }], contracts.bookings, target, baseUrl, advice)).toBe(
    `The test sent requests that nothing handles:
  POST ${url}: ${difference}
The mock responds at ${where} to ${listed}, and ${more} more.
${then}`,
  )
})

test('an operation of a mock with few is listed alone', () => {
  const request = { method: 'POST', url: 'http://a.example/plant' }
  expect(describeUnhandled([request], contracts.plants, { path: '' }, undefined, advice)).toContain(
    'to POST /plants.\n',
  )
})
