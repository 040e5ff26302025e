import { describe, expect, test } from 'vitest'
import { describeHandshake } from '../../src/adapters/server/connections.ts'
import { Failure, toDetail } from '../../src/mock/failure.ts'
import type { FailureName } from '../../src/mock/failures.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { sendPlant } from '../tools/send.ts'
import { share } from './start.ts'

const toError = (code: string | undefined) => Object.assign(new Error(), code !== undefined && { code })

test.each([
  ['ECONNRESET', undefined],
  ['ERR_SSL_HTTP_REQUEST', 'the client speaks http, but this mock speaks https'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'the client rejected the certificate (unknown ca)'],
  ['EPROTO', 'the TLS handshake failed (EPROTO)'],
  [undefined, 'the TLS handshake failed ()'],
])('the TLS error %s is described as: %s', (code, text) =>
  expect(describeHandshake(toError(code))).toBe(text),
)

const server = await share()

const chunked = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }
const large = 'x'.repeat(20_000)
const tunnel = toRequestText({ method: 'CONNECT', target: 'plants.example:80', body: '' })
/** What a message says besides its kind. */
const details: Record<string, string> = {
  'an unknown method': 'the method "BREW" is none that Node knows',
  'headers-too-large':
    'the head of the request must have at most 16384 bytes; start with --max-header-size to allow more',
}
test.each<[what: string, text: string, failure?: FailureName]>([
  ['no request line', 'hello\r\n\r\n'],
  ['an unknown method', 'BREW /plants HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a header without a colon', 'GET /plants HTTP/1.1\r\nHost localhost\r\n\r\n'],
  ['a length that is not a number', toRequestText({ headers: { 'Content-Length': 'ten' } })],
  ['a malformed chunk', toRequestText({ headers: chunked, body: 'zz\r\n' })],
  ['two lengths', toRequestText({ headers: { 'Transfer-Encoding': 'chunked' } })],
  ['headers too large', toRequestText({ headers: { 'X-Large': large } }), 'headers-too-large'],
  ['a target too large', toRequestText({ target: `/plants?${large}` }), 'headers-too-large'],
  [
    'headers that are still sent',
    toRequestText({ headers: { 'X-Large': large.repeat(250) } }),
    'headers-too-large',
  ],
  ['a tunnel', tunnel, 'method-not-allowed'],
])(
  'a request with invalid HTTP, or for a tunnel, is rejected and logged once with an Error: %s',
  async (what, text, failure = 'malformed-request') => {
    const [method, path] = what === 'a tunnel' ? ['CONNECT', 'plants.example:80'] : ['?', '?']
    const message = details[what] ?? details[failure] ?? toDetail(failure)
    const { status, headers, body } = server.mock.reject({ method, path: '/' }, new Failure(failure, message))
    const allowed = { 'access-control-allow-origin': '*' }
    const rejection = { status, body, headers: { ...headers, ...allowed, connection: 'close' } }
    expect(await sendRaw(server.url, text)).toMatchObject([rejection])
    expect(server.log).toEqual([{ method, path, status, duration: 0, failure, message }])
    expect(server.mock.records('plants').count()).toBe(0)
    expect((await sendPlant(server.url)).status).toBe(200)
  },
)

describe('the response to a request before', () => {
  const headers = { Connection: 'keep-alive' }
  test.each<[what: string, delay: number, headers: object, next: string, statuses: number[]]>([
    ['invalid HTTP', 0, {}, 'hello\r\n\r\n', [200, 400]],
    ['a malformed chunk', 50, {}, toRequestText({ headers: chunked, body: 'zz\r\n' }), [200, 400]],
    ['a tunnel', 50, {}, tunnel, [200, 405]],
  ])('%s comes first', async (_what, delay, more, next, statuses) => {
    server.mock.faults.next({ delay })
    const responses = await sendRaw(server.url, toRequestText({ headers: { ...headers, ...more } }) + next)
    expect(responses.map(({ status }) => status)).toEqual(statuses)
  })
})
