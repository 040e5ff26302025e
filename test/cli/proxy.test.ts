import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { createReport } from '../../src/cli/proxy/create-report.ts'
import { toLines } from '../../src/cli/proxy/to-lines.ts'
import { plantStore } from '../../src/contract/plant-store.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import type { ValidatedExchange, Violation } from '../../src/prism/start-validation-proxy.ts'
import { findCommand } from '../docs/pages.ts'
import { bookings } from '../mock/bookings.ts'
import { createFolder } from '../tools/folder.ts'
import { listen } from '../tools/listen.ts'
import { sendPlant } from '../tools/send.ts'
import { type RunningHere, startHere } from './run-here.ts'

const sent = {
  request: { method: 'POST', path: '/plants', headers: [], pieces: [] },
  outcome: { kind: 'dropped', message: 'dropped', reused: false },
  duration: 1,
} as const

/** Makes an exchange with violations of one rule. */
const exchangeOf = (
  severities: Violation['severity'][],
  more: Partial<ValidatedExchange> = {},
): ValidatedExchange => ({
  method: 'POST',
  path: '/plants?token=secret##[group]',
  status: 200,
  violations: severities.map((severity, at) => ({
    side: at === 0 ? 'request' : 'response',
    severity,
    rule: 'response-body-schema',
    place: '/response/body',
    message: `problem ${at}\u0007`,
  })) as Violation[],
  ...more,
})

describe('the judgment of a proxy', () => {
  test.each([
    ['', ''],
    ['warning', 'warning'],
    ['error', 'error,warning'],
    ['warning,error', 'error,warning'],
    ['error,warning', 'error,warning'],
  ])('violations of the severities "%s" fail a run with --fail-on %s', (found, failing) => {
    const severities = found.split(',').filter(Boolean) as Violation['severity'][]
    const isFailing = (failOn: 'error' | 'warning' | 'never'): boolean => {
      const judgment = createReport('http://plants.example', failOn, plantStore())
      judgment.add(exchangeOf(severities), sent)
      return judgment.toReport().outcome === 'failed'
    }
    expect((['error', 'warning', 'never'] as const).filter(isFailing).join()).toBe(failing)
  })

  test('has a case for each rule, with each problem once', () => {
    const judgment = createReport('http://plants.example', 'error', plantStore())
    for (let time = 0; time < 3; time++) judgment.add(exchangeOf(['warning', 'warning']), sent)
    for (let at = 0; at < 12; at++) judgment.add(exchangeOf([], { failure: `failure ${at}` }), sent)
    judgment.add(exchangeOf([], { opinions: [{ side: 'response', message: 'no' }] }), sent)
    const { cases, startedAt, duration, ...judged } = judgment.toReport()
    expect(cases.map(({ findings }) => findings.length)).toEqual([2, 9, 1])
    expect(cases.map(({ findings }) => findings[0]?.problem)).toEqual([
      'warning in the request: problem 0\u0007',
      'failure 0',
      'Prism says of the response: no',
    ])
    expect(cases.map(({ findings, ...rest }) => rest)).toEqual([
      {
        title: 'response-body-schema',
        statement: 'The body of a response matches the schema of its status.',
        origin: 'must',
        group: 'Responses',
        className: 'plant-store.must',
        status: 'warning',
        word: 'with a warning',
        tries: 6,
      },
      expect.objectContaining({
        title: 'responds',
        status: 'failed',
        word: 'broken',
        tries: 12,
      }),
      expect.objectContaining({ title: 'Prism', group: 'Second opinion', status: 'warning', tries: 1 }),
    ])
    const facts = ['16 exchanges', '0 of 1 operation seen']
    const notes = [
      { title: 'Operations and their statuses', notes: [{ about: 'no operation', text: '200 (16)' }] },
    ]
    const named = { command: 'proxy', subject: 'http://plants.example', noun: 'rule', notes, remarks: [] }
    expect(judged).toEqual({ ...named, outcome: 'failed', headline: 'The traffic breaks rules', facts })
    expect(Date.parse(startedAt) + duration).toBeLessThanOrEqual(Date.now())
    const { headline } = createReport('http://plants.example', 'error', plantStore()).toReport()
    expect(headline).toBe('The traffic breaks no rule')
  })
})

test.each<[exchange: ValidatedExchange, lines: string[], tally: string]>([
  [exchangeOf([]), ['ok'], '0 of 1 operation seen; 1 exchange, 0 errors, 0 warnings'],
  [
    exchangeOf(['error', 'warning']),
    [
      'error in the request response-body-schema: problem 0\\u{7}',
      'warning in the response response-body-schema: problem 1\\u{7}',
    ],
    '0 of 1 operation seen; 1 exchange, 1 error, 1 warning: response-body-schema 2',
  ],
  [
    exchangeOf(['error', 'error'], {
      failure: 'reset\u0007',
      opinions: [{ side: 'response', message: 'no\u0007' }],
    }),
    [
      'reset\\u{7}',
      'error in the request response-body-schema: problem 0\\u{7}',
      'error in the response response-body-schema: problem 1\\u{7}',
      'Prism says of the response: no\\u{7}',
    ],
    '0 of 1 operation seen; 1 exchange, 1 without a response, 2 errors, 0 warnings: response-body-schema 2',
  ],
])('an exchange is told in lines, and counted', (exchange, lines, text) => {
  expect(toLines(exchange)).toEqual(lines.map((line) => `POST /plants?token=***\\u{23}#[group] 200 ${line}`))
  const judgment = createReport('http://plants.example', 'error', plantStore())
  judgment.add(exchange, sent)
  expect(judgment.toText()).toBe(`no operation: 200\n${text}`)
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
    await using mock = await startServer({ contract: toContract(bookings), port: 0 })
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
