import { expect, test } from 'vitest'
import { acceptsMediaType, checkRequest, type SentRequest } from '../../src/contract/check-request.ts'
import { contracts } from '../mock/contracts.ts'

const contract = contracts.bookings
const room = '{"name":"Blue","kind":"single"}'

const send = (method: string, path: string, body = '', headers: object = {}): SentRequest => ({
  method,
  path: `/v1${path}`,
  headers: { 'x-api-key': 'a', ...(body && { 'content-type': 'application/json' }), ...headers },
  body,
})

test.each<[request: SentRequest, places: string[]]>([
  [send('GET', '/rooms?limit=5'), []],
  [send('GET', '/rooms?limit=0&offset=x'), ['/query/limit minimum', '/query/offset type']],
  [send('GET', '/rooms/x'), ['/path/roomId type']],
  [send('GET', '/rooms', '', { 'x-api-key': undefined }), ['/headers/x-api-key security']],
  [send('GET', '/rooms', '', { accept: 'text/html' }), ['/headers/accept content']],
  [send('GET', '/rooms', '', { accept: 'text/html, */*;q=0.1' }), []],
  [send('POST', '/rooms', room), []],
  [send('POST', '/rooms'), ['/body required']],
  [send('POST', '/rooms', '{'), ['/body parse']],
  [send('POST', '/rooms', '{"name":5,"kind":"single"}'), ['/body/name type']],
  [send('POST', '/rooms', room, { 'content-type': 'text/plain' }), ['/headers/content-type content']],
])('%j is wrong at %j', (request, places) => {
  const checked = checkRequest(contract, request)
  const problems = checked.kind === 'operation' ? checked.problems : []
  expect(problems.map(({ place, keyword }) => `${place} ${keyword}`)).toEqual(places)
})

test('query parameters that are not described, and other operations', () => {
  expect(checkRequest(contract, send('GET', '/rooms?limit=5&color=red'))).toMatchObject({
    kind: 'operation',
    basePath: '/v1',
    unknown: ['color'],
  })
  expect(checkRequest(contract, send('GET', '/beds'))).toMatchObject({ kind: 'unknown-path' })
  expect(checkRequest(contract, send('TRACE', '/rooms'))).toMatchObject({ kind: 'method-not-allowed' })
})

test.each([
  [undefined, true],
  ['application/json', true],
  ['APPLICATION/*', true],
  ['text/html', false],
  ['application/json;q=0, */*', false],
])('Accept: %s allows JSON: %s', (accept, isAllowed) => {
  expect(acceptsMediaType(accept, ['application/json'])).toBe(isAllowed)
})
