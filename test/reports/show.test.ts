import { expect, test } from 'vitest'
import type { Exchange, ExchangeOutcome } from '../../src/http/exchange.ts'
import { type ShowOptions, showExchange, showExchanges } from '../../src/reports/show.ts'

const secret = 'c0ffee-secret'

const options: ShowOptions = {
  base: new URL('http://127.0.0.1:4010/api'),
  secrets: [secret],
  showToken: false,
}

const answer = (body: string): ExchangeOutcome => ({
  kind: 'answer',
  answer: {
    version: '1.1',
    status: 401,
    headers: [
      ['x-seen', `Bearer ${secret}`],
      ['set-cookie', 'session=1'],
    ],
    body: Buffer.from(body),
  },
})

const toExchange = (more: Partial<Exchange['request']> = {}, outcome = answer(`no ${secret}`)): Exchange => ({
  request: {
    method: 'POST',
    path: '/api/plants?a=1',
    headers: [
      { name: 'Host', value: '127.0.0.1:4010' },
      { name: 'Authorization', value: `Bearer ${secret}`, shell: 'Bearer $PLANT_STORE_TOKEN' },
      { name: 'X-Own', value: secret },
    ],
    pieces: [Buffer.from(`{"id":1,"name"`), Buffer.from(`:"${secret}"}`)],
    ...more,
  },
  outcome,
  startedAt: '2026-01-02T03:04:05.678Z',
  duration: 1.26,
})

test('an exchange is shown with its credentials masked', () => {
  expect(showExchange(toExchange(), options)).toEqual({
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4010/api/plants?a=1',
      headers: [
        ['Host', '127.0.0.1:4010'],
        ['Authorization', 'Bearer $PLANT_STORE_TOKEN'],
        ['X-Own', '***'],
      ],
      body: '{"id":1,"name":"***"}',
      curl: expect.stringMatching(/^curl .+"Authorization: Bearer \$PLANT_STORE_TOKEN" -H 'X-Own: \*\*\*' /),
    },
    answer: { status: 401, headers: ['x-seen', 'set-cookie'].map((name) => [name, '***']), body: 'no ***' },
    startedAt: '2026-01-02T03:04:05.678Z',
    duration: 1.3,
  })
})

test('a command names the variable of the token in an address and a body', () => {
  const exchange = toExchange({ path: `/api/plants?t=${secret}` })
  const { request } = showExchange(exchange, { ...options, token: secret })
  const variable = `'"$PLANT_STORE_TOKEN"'`
  expect(request.curl).toContain(`/api/plants?t=${variable}'`)
  expect(request.curl).toContain(`'{"id":1,"name":"${variable}"}'`)
  expect(JSON.stringify(request)).not.toContain(secret)
})

test('with showToken, nothing is masked', () => {
  const { request, answer } = showExchange(toExchange(), { ...options, showToken: true })
  expect(request.headers[1]).toEqual(['Authorization', `Bearer ${secret}`])
  expect(request.body + answer?.body).toBe(`{"id":1,"name":"${secret}"}no ${secret}`)
  expect(request.curl).toContain(`'Authorization: Bearer ${secret}'`)
  expect(answer?.headers[1]).toEqual(['set-cookie', 'session=1'])
})

test('other forms of the token that a request sent are masked, and so is the reason of a failure', () => {
  const headers = [{ name: 'Authorization', value: 'Bearer other-form', shell: 'Bearer x' }]
  const outcome: ExchangeOutcome = { kind: 'garbage', message: `got other-form and ${secret}`, reused: false }
  const shown = showExchange({ ...toExchange({ headers }, outcome), startedAt: undefined } as never, options)
  expect(shown).toEqual({ request: expect.anything(), failure: 'got *** and ***', duration: 1.3 })
})

test.each<[path: string, url: string]>([
  ['//plants', 'http://127.0.0.1:4010//plants'],
  ['http://plants.example/a', 'http://plants.example/a'],
  ['*', 'http://127.0.0.1:4010/*'],
])('the path %s stays on its host unless it is a whole URL', (path, url) => {
  const { request } = showExchange(toExchange({ path }), options)
  expect(request.url).toBe(url)
  expect(request.curl).toContain(`'${url}'`)
})

test('a body that is no text is shown in base64, too, and only a long answer is cut', () => {
  const toBytes = (size: number): Buffer => Buffer.alloc(size, 0xff)
  const show = (body: Buffer) => showExchange(toExchange({ pieces: [body] }), options).request
  expect(show(toBytes(1))).toMatchObject({ body: '\ufffd', bodyBase64: '/w==' })
  expect(show(toBytes(4001)).bodyBase64).toBe(toBytes(4001).toString('base64'))
  expect(show(Buffer.alloc(4001, 'x')).body).toBe('x'.repeat(4001))
  expect(showExchange(toExchange({}, answer('y'.repeat(5000))), options).answer?.body).toMatch(
    /^y{4000}… \(5000 characters\)$/,
  )
})

test('requests that follow each other on one connection have one command, unless two bodies need input', () => {
  const on = (connection: number, body: string | Buffer = '{}'): Exchange => ({
    ...toExchange({ pieces: [Buffer.from(body)] }),
    connection,
  })
  const showAll = (...exchanges: Exchange[]) =>
    showExchanges(exchanges, options).map(
      ({ request }) => request.curl.match(/printf|curl|--next/g)?.join(' ') ?? '',
    )
  expect(showAll(on(1), on(1))).toEqual(['curl --next', ''])
  expect(showAll(on(1), on(2), on(2), on(2))).toEqual(['curl', 'curl --next --next', '', ''])
  expect(showAll(on(1), on(2), toExchange(), toExchange())).toEqual(['curl', 'curl', 'curl', 'curl'])
  const odd = Buffer.from([0xff])
  expect(showAll(on(1), on(1, odd))).toEqual(['printf curl --next', ''])
  expect(showAll(on(1, odd), on(1, odd))).toEqual(['printf curl', 'printf curl'])
  expect(JSON.stringify(showExchanges([on(1), on(1)], options))).not.toContain(secret)
})
