import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { createReport } from '../../src/cli/proxy/create-report.ts'
import { toLines } from '../../src/cli/proxy/to-lines.ts'
import { plantStore } from '../../src/contract/plant-store.ts'
import type { ValidatedExchange, Violation } from '../../src/prism/start-validation-proxy.ts'
import { findCommand } from '../docs/pages.ts'
import { bookings } from '../mock/bookings.ts'
import { contracts } from '../mock/contracts.ts'
import { createFolder } from '../tools/folder.ts'
import { listen } from '../tools/listen.ts'
import { sendPlant } from '../tools/send.ts'
import { type RunningHere, startHere } from './run-here.ts'

const sent = {
  request: { method: 'POST', path: '/plants', headers: [], pieces: [] },
  outcome: { kind: 'dropped', message: 'dropped', reused: false },
  duration: 1,
} as const

type Severity = Violation['severity']
type Found = Partial<ValidatedExchange> & Pick<ValidatedExchange, 'violations'>

const exchange = { method: 'POST', path: '/plants?token=secret##[group]', status: 200 }
const violate = (severity: Severity, message = 'no\u0007'): Violation => ({
  side: 'request',
  severity,
  rule: 'response-body-schema',
  place: '/response/body',
  message,
})

/** Judges exchanges with these violations, and what else is found. */
function judge(failOn: Severity | 'never', ...found: readonly Found[]) {
  const report = createReport('http://plants.example', failOn, plantStore())
  for (const one of found) report.add({ ...exchange, ...one }, sent)
  return report
}

test.each<[found: Severity[], failing: string]>([
  [[], ''],
  [['warning'], 'warning'],
  [['error'], 'error,warning'],
  [['warning', 'error'], 'error,warning'],
  [['error', 'warning'], 'error,warning'],
])('violations of the severities %j fail a run with --fail-on %s', (found, failing) => {
  const violations = found.map((severity) => violate(severity))
  const isFailing = (failOn: Severity | 'never') =>
    judge(failOn, { violations }).toReport().outcome === 'failed'
  expect((['error', 'warning', 'never'] as const).filter(isFailing).join()).toBe(failing)
})

test('a report has a case for each rule, with each problem once, and at most nine', () => {
  const twice = { violations: [violate('warning'), violate('warning')] }
  const lost = Array.from({ length: 12 }, (_, at) => ({ violations: [], failure: `failure ${at}\u0007` }))
  const opinion: Found = { violations: [], opinions: [{ side: 'response', message: 'no\u0007' }] }
  const report = judge('error', twice, twice, ...lost, opinion)
  const { cases, facts } = report.toReport()
  expect(cases.map(({ title, status, tries, findings }) => [title, status, tries, findings.length])).toEqual([
    ['response-body-schema', 'warning', 4, 1],
    ['responds', 'failed', 12, 9],
    ['Prism', 'warning', 1, 1],
  ])
  expect(facts).toEqual(['15 exchanges', '0 of 1 operation seen'])
  expect(report.toText()).toBe(
    'no operation: 200 (15)\n0 of 1 operation seen; 15 exchanges, 12 without a response, 0 errors, 4 warnings: response-body-schema 4',
  )
  const lines = [twice, { violations: [violate('error')], ...lost[0] }, opinion].flatMap((one) =>
    toLines({ ...exchange, ...one }),
  )
  const shown = [
    ...['warning', 'warning'].map((one) => `${one} in the request response-body-schema: no`),
    'failure 0',
    'ok',
    'Prism says of the response: no',
  ]
  expect(lines).toEqual(
    shown.map((what) => `POST /plants?token=***\\u{23}#[group] 200 ${what}${what === 'ok' ? '' : '\\u{7}'}`),
  )
})

describe('plant-store proxy', () => {
  /** Starts a proxy in this process; returns it with its address. */
  async function startProxy(
    upstream: string,
    flags: string[],
    cwd?: string,
  ): Promise<RunningHere & { url: string }> {
    const running = startHere(['proxy', upstream, '--port', '0', ...flags], {}, cwd)
    await running.ready
    const [, url = ''] =
      /^Validation proxy for \S+ listening on (http:\S+)\n$/.exec(running.output.stdout) ?? []
    return { ...running, url }
  }

  test('exits with 0 if nothing reaches the severity of --fail-on, and reports nothing', async () => {
    await using backend = await listen((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"name":"Monstera"}'),
    )
    const documented = findCommand('plant-store proxy')
    const [url, ...flags] = documented
      .replace('http://127.0.0.1:8080', backend.url)
      .replace('4020', '0')
      .split(' ')
      .slice(4)
    await using proxy = await startProxy(url ?? '', [...flags, '--fail-on', 'warning'])
    await sendPlant(proxy.url)
    proxy.kill('SIGTERM')
    const { code, stdout, stderr } = await proxy.ended
    expect([code, stderr]).toEqual([0, 'POST /plants 200 ok\n'])
    expect(stdout).toMatch(/\nPOST \/plants: 200\n1 of 1 operation seen; 1 exchange, 0 errors, 0 warnings\n$/)
  })

  test('writes reports of the violations, without credentials and control characters', async () => {
    await using folder = createFolder()
    await using backend = await listen((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': 'session=secret-session' })
      const echoed = ['token', 'query', 'nested', 'header', 'password', 'cookie', 'referer']
      const tag = echoed.map((what) => `secret-${what}`).join(' ')
      response.end(JSON.stringify({ tag, token: 'secret-token' }))
    })
    const formats = ['json', 'junit', 'html', 'markdown', 'har']
    const flags = formats.flatMap((format) => ['--report', `${format}=r.${format}`])
    await using proxy = await startProxy(backend.url, [...flags, '--report', 'github'], folder.path)
    const target = `${proxy.url}/plants?access%5Ftoken=secret-query&next=%2Fx%3Ftoken%3Dsecret-nested`
    await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer secret-token',
        'x-auth-token': 'secret-header',
        'x-authorization': `Basic ${Buffer.from('user:secret-password').toString('base64')}`,
        cookie: 'theme=dark; session=secret-cookie',
        referer: 'http://x/?token=secret-referer',
      },
      body: '{"id":1,"name":"Fern"}',
    })
    proxy.kill('SIGTERM')
    const { code, stdout, stderr } = await proxy.ended
    expect(code).toBe(1)
    expect(stdout).toMatch(/^::error title=plant-store proxy%3A response-body-schema::/m)
    expect(stderr).toContain('POST /plants?access%5Ftoken=***&next=*** 200')
    const reports = formats.map((format) => readFileSync(folder.file(`r.${format}`), 'utf8'))
    for (const text of reports) expect(text).toContain('response-body-schema')
    for (const text of [stdout, stderr, ...reports]) expect(text).not.toContain('secret-')
    const [entry] = JSON.parse(reports.at(-1) ?? '').log.entries
    const masked = { name: 'authorization', value: 'Bearer $PLANT_STORE_TOKEN' }
    expect(entry.request.headers).toContainEqual(masked)
    const tag = Array(7).fill('***').join(' ')
    expect(entry.response.content.text).toBe(JSON.stringify({ tag, token: '***' }))
  })

  test('judges by another description, and says which operations and statuses it has seen', async () => {
    await using folder = createFolder({ 'bookings.json': JSON.stringify(bookings) })
    await using mock = await startServer({ contract: contracts.bookings, port: 0 })
    const flags = ['--openapi', 'bookings.json', '--report', 'json=r.json', '--report', 'har=r.har']
    await using proxy = await startProxy(new URL(mock.url).origin, flags, folder.path)
    const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
      fetch(`${proxy.url}/v1${path}`, { headers: { 'x-api-key': 'secret-key', ...headers } })
    for (const path of ['/rooms', '/rooms?limit=5', '/rooms?limit=0', '/rooms/7', '/beds'])
      await ask(path, {})
    proxy.kill('SIGTERM')
    const { code, stdout, stderr } = await proxy.ended
    expect(code).toBe(1)
    expect(stdout).toContain('\nGET /rooms: 200 (2), 400\nGET /rooms/{roomId}: 404\nno operation: 404\n2 of ')
    expect(stderr.split('\n')).toEqual([
      'GET /v1/rooms 200 ok',
      'GET /v1/rooms?limit=5 200 ok',
      'GET /v1/rooms?limit=0 400 error in the request rejects-invalid-parameter: the query parameter limit must be an integer from 1 to 100, got 0',
      'GET /v1/rooms/7 404 ok',
      'GET /v1/beds 404 warning in the request unknown-path: the description has no operation GET /v1/beds',
      '',
    ])
    for (const file of ['r.json', 'r.har'])
      expect(readFileSync(folder.file(file), 'utf8')).not.toContain('secret-key')
  })

  test('--errors replaces wrong responses', async () => {
    await using backend = await listen((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{}'),
    )
    await using proxy = await startProxy(backend.url, ['--errors', '--fail-on', 'never'])
    expect((await sendPlant(proxy.url)).status).toBe(502)
    proxy.kill('SIGINT')
    expect((await proxy.ended).code).toBe(0)
  })

  test('Ctrl-C waits for a backend that hangs and says so, a second one ends it with the summary', async () => {
    const server = createServer()
    const asking = once(server, 'request')
    const backend = await listen(server)
    await using proxy = await startProxy(backend.url, [])
    sendPlant(proxy.url).catch(() => {})
    await asking
    proxy.kill('SIGINT')
    await expect
      .poll(() => proxy.output.stderr)
      .toMatch(/^Waiting for the service .+ Press Ctrl-C again .+\n$/)
    proxy.kill('SIGINT')
    const stdout = expect.stringMatching(/\n0 of 1 operation seen; 0 exchanges, 0 errors, 0 warnings\n$/)
    expect(await proxy.ended).toMatchObject({ code: 130, stdout })
    // A process would be gone by now; here, the proxy still sees that the backend ends, and ends again.
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
    await backend[Symbol.asyncDispose]()
    await expect.poll(() => exit.mock.calls).toEqual([[1]])
  })
})
