import { execFile } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { toBurst, toCurl } from '../../src/http/curl.ts'
import type { HttpRequest, RequestHeader } from '../../src/http/exchange.ts'
import { listen } from '../tools/listen.ts'
import { has } from '../tools/optional-tools.ts'

const run = promisify(execFile)
const token = `o'local"$token\`-1`

let received: { method: string | undefined; headers: Record<string, unknown>; body: Buffer }
const server = await listen(async (request, response) => {
  received = { method: request.method, headers: request.headers, body: await buffer(request) }
  response.setHeader('content-length', request.method === 'HEAD' ? 5 : 0).end()
})
afterAll(() => server[Symbol.asyncDispose]())

const toRequest = (body: string | Buffer, headers: RequestHeader[] = []): HttpRequest => ({
  method: 'POST',
  path: '/plants',
  headers: [
    { name: 'Host', value: '127.0.0.1' },
    { name: 'Content-Type', value: 'application/json' },
    ...headers,
  ],
  pieces: [Buffer.from(body)],
})

async function paste(request: HttpRequest, showToken = false): Promise<void> {
  const url = `${server.url}/plants`
  await run('sh', ['-c', toCurl(request, url, showToken)], {
    env: { ...process.env, PLANT_STORE_TOKEN: token },
  })
}

test('a command for a request without Host sends none', () => {
  expect(toCurl({ ...toRequest('{}'), headers: [] }, 'http://127.0.0.1/plants', false)).toContain(
    " -H 'Host:' ",
  )
  expect(toCurl(toRequest('{}'), 'http://127.0.0.1/plants', false)).not.toContain('Host')
})

test('a command for a body in pieces sends them with pauses', () => {
  const request = { ...toRequest(''), headers: [], pieces: ['{"id"', ':1', '}'].map(Buffer.from), pause: 15 }
  expect(toCurl(request, 'http://127.0.0.1/plants', false)).toBe(
    String.raw`{ printf 'POST /plants HTTP/1.1\015\012\015\012{"id"'; sleep 0.1; printf ':1'; sleep 0.1; printf '}'; sleep 2; } | curl -sN telnet://127.0.0.1:80`,
  )
})

test('a command for bytes that curl cannot write sends them as they are', () => {
  const value = `Bearer ${token}`
  const raw = Buffer.from(`POST / HTTP/1.1\r\nAuthorization:${value}\r\n\r\n100%`)
  const request = {
    ...toRequest('', [{ name: 'Authorization', value, shell: 'Bearer $PLANT_STORE_TOKEN' }]),
    raw,
  }
  expect(toCurl(request, 'http://127.0.0.1/plants', false)).toBe(
    String.raw`{ printf 'POST / HTTP/1.1\015\012Authorization:%s\015\012\015\012100%%' "Bearer $PLANT_STORE_TOKEN"; sleep 2; } | curl -sN telnet://127.0.0.1:80`,
  )
  // A cut inside of a secret would show its parts.
  expect(toCurl({ ...request, cuts: [4, 40] }, 'http://127.0.0.1/plants', false)).toMatch(
    /^\{ printf 'POST'; sleep 0\.1; printf ' \/ [^;]*Authorization:%s[^;]* "Bearer \$PLANT_STORE_TOKEN"; sleep 2; \}/,
  )
  expect(toCurl({ ...request, raw: Buffer.alloc(0) }, 'http://127.0.0.1/plants', false)).toBe('')
  expect(toCurl(request, 'https://127.0.0.1/plants', false)).toMatch(/^curl /)
})

test.each<[hasFreshIds: boolean, atOnce: number, count: number, body: string]>([
  [false, 24, 199, '{"id":1234567,"name":"Fern NNN"}'],
  [true, 150, 249, '{"id":1234NNN,"name":"Fern NNN"}'],
])('a command that sends many requests (fresh ids: %s, %i at once)', (hasFreshIds, atOnce, count, body) => {
  const request = toRequest('{"id":1234567,"name":"Fern "}')
  const url = 'http://127.0.0.1/plants'
  const command = toBurst(request, url, true, { atOnce, hasFreshIds })
  const sent = toCurl(toRequest(body), url, true).replace('curl -i ', '')
  const expected = `seq 100 ${count} | xargs -P ${atOnce} -I NNN curl -s -w ' NNN %{http_code}\\n' ${sent}`
  expect(command).toBe(expected)
})

describe.skipIf(!has('curl'))('pasted in a shell', () => {
  test('a command for HEAD does not wait for a body', async () => {
    await paste({ ...toRequest(''), method: 'HEAD' })
    expect(received).toMatchObject({ method: 'HEAD', headers: { 'content-type': 'application/json' } })
  })

  test.each<[title: string, body: string | Buffer]>([
    ['quotes', `{"id":1,"name":"O'Hara \\"x\\" \`id\` $(id) \${HOME} %s 100% \\\\ !"}`],
    ['line ends and tabs', ' {\r\n\t"id" : 1 }\n\n'],
    ['control characters', '{"name":"\u0000\u0001\u001b[31m\u007f\u202e"}'],
    ['digits behind a control character', '\u00011\u000023'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xc0, 0x27, 0x25, 0x5c, 0x7d])],
    ['nothing', ''],
    ['1,000 letters after a NUL', `\0${'x'.repeat(1000)}`],
  ])('a pasted command sends a body of %s byte by byte', async (_title, body) => {
    await paste(toRequest(body))
    expect(received.body.equals(Buffer.from(body))).toBe(true)
  })

  test.each<[title: string, header: Omit<RequestHeader, 'name'>, value: string]>([
    ['the token', { value: `Bearer ${token}`, shell: 'Bearer $PLANT_STORE_TOKEN' }, `Bearer ${token}`],
    [
      'without its end',
      { value: 'x', shell: `Bearer \${PLANT_STORE_TOKEN%?}` },
      `Bearer ${token.slice(0, -1)}`,
    ],
    [
      'its half',
      { value: 'x', shell: `Bearer $(printf %.5s "$PLANT_STORE_TOKEN")` },
      `Bearer ${token.slice(0, 5)}`,
    ],
    [
      'with text',
      { value: 'x', shell: `Bearer \${PLANT_STORE_TOKEN}, realm=\\"x\\"` },
      `Bearer ${token}, realm="x"`,
    ],
    [
      'Basic',
      { value: 'x', shell: 'Basic $(printf %s "plant:$PLANT_STORE_TOKEN" | base64 -w0)' },
      `Basic ${Buffer.from(`plant:${token}`).toString('base64')}`,
    ],
    ['no value', { value: '' }, ''],
    ['quotes', { value: `Bearer ' OR '1'='1` }, `Bearer ' OR '1'='1`],
    ['Latin-1', { value: 'Bearer \xfc' }, 'Bearer \xfc'],
  ])('a pasted command sends credentials: %s', async (_title, header, value) => {
    await paste(toRequest('{}', [{ name: 'Authorization', ...header }]))
    expect(received.headers['authorization']).toBe(value)
  })

  test('a pasted command sends no content type if there was none', async () => {
    await paste({ ...toRequest('{}'), headers: [{ name: 'Host', value: '127.0.0.1' }] })
    expect(received.headers['content-type']).toBeUndefined()
  })
})
