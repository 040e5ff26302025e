import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createJudgment } from '../../src/cli/proxy/create-judgment.ts'
import { createTally } from '../../src/cli/proxy/proxy-tally.ts'
import type { ValidatedExchange, Violation } from '../../src/prism/start-validation-proxy.ts'
import { startServer } from '../../src/server/start-server.ts'
import { createFolder } from '../tools/folder.ts'
import { listen } from '../tools/listen.ts'
import { startCommand } from '../tools/processes.ts'
import { runHere } from './run-here.ts'

/** The proxies start at the same time, so each would fill the same cache, and none could use it. */
const env = { NODE_COMPILE_CACHE: undefined }
const headers = { authorization: 'Bearer local-token', 'content-type': 'application/json' }

const sent = {
  request: { method: 'POST', path: '/plants', headers: [], pieces: [] },
  outcome: { kind: 'dropped', message: 'dropped', reused: false },
  duration: 1,
} as const

test.each<[found: Violation['severity'][], failing: string[]]>([
  [[], []],
  [['warning'], ['warning']],
  [['error'], ['error', 'warning']],
  [
    ['warning', 'error'],
    ['error', 'warning'],
  ],
])('violations of the severities %j fail a run with --fail-on %j', (found, failing) => {
  const violations = found.map((severity) => ({ severity, rule: 'plant-has-name' }) as Violation)
  const isFailing = (failOn: 'error' | 'warning' | 'never'): boolean => {
    const judgment = createJudgment('http://plants.example', failOn)
    judgment.add({ violations } as ValidatedExchange, sent)
    return judgment.toJudgment().outcome === 'failed'
  }
  expect((['error', 'warning', 'never'] as const).filter(isFailing)).toEqual(failing)
})

test.each<[severities: Violation['severity'][], text: string]>([
  [[], '1 exchange, 0 errors, 0 warnings'],
  [['error', 'warning'], '1 exchange, 1 error, 1 warning: plant-has-name 2'],
  [['error', 'error'], '1 exchange, 2 errors, 0 warnings: plant-has-name 2'],
])('violations of the severities %j are counted as %s', (severities, text) => {
  const tally = createTally()
  const violations = severities.map((severity) => ({ severity, rule: 'plant-has-name' }) as Violation)
  tally.add({ violations } as ValidatedExchange)
  expect(tally.toText()).toBe(text)
})

describe.concurrent('plant-store proxy', () => {
  test.each<[flags: string[], bodies: string[], code: number]>([
    [[], ['{"id":1,"name":"Fern"}', '{"id":1,"name":"Fern"}'], 0],
    [['--fail-on', 'warning'], ['{"id":1,"name":"Fern"}', '{"id":1,"name":"Fern"}'], 1],
  ])('%j with the bodies %j ends with %i', async (flags, bodies, code) => {
    await using server = await startServer({ port: 0 })
    await using command = startCommand(['proxy', server.url, '--port', '0', ...flags], { env })
    const announced = await command.waitFor('stdout', /listening on .*\n/)
    const [url] = /http:\S+(?=\n)/.exec(announced) ?? []
    for (const body of bodies) await fetch(`${url}/plants`, { method: 'POST', headers, body })
    command.kill('SIGTERM')
    const ended = await command.ended
    expect(ended.code).toBe(code)
    expect(ended.stdout).toMatch(new RegExp(`\\n${bodies.length} exchanges, \\d errors?, \\d warnings?`))
    expect(ended.stderr.trim().split('\n')).toHaveLength(bodies.length)
  })

  test('writes reports of the violations, without credentials and control characters', async () => {
    await using folder = createFolder({})
    await using backend = await listen((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': 'session=secret-session' })
      response.end('{"name":5,"token":"secret-token"}')
    })
    const formats = ['json', 'junit', 'html', 'markdown', 'har']
    const flags = formats.flatMap((format) => ['--report', `${format}=r.${format}`])
    await using command = startCommand(
      ['proxy', backend.url, '--port', '0', ...flags, '--report', 'github'],
      { cwd: folder.path, env },
    )
    const [url] = /http:\S+(?=\n)/.exec(await command.waitFor('stdout', /listening on .*\n/)) ?? []
    const secret = { authorization: 'Bearer secret-token', 'x-auth-token': 'secret-header' }
    const path = '/plants?access%5Ftoken=secret-query'
    await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, ...secret, referer: 'http://x/?token=secret-referer' },
      body: '{"id":1,"name":"Fern"}',
    })
    command.kill('SIGTERM')
    const { code, stdout, stderr } = await command.ended
    expect(code).toBe(1)
    expect(stdout).toMatch(/^::error title=plant-store proxy%3A plant-has-name::/m)
    expect(stderr).toContain('POST /plants?access%5Ftoken=*** 200')
    const files = formats.map((format) => readFileSync(join(folder.path, `r.${format}`), 'utf8'))
    for (const text of files) expect(text).toContain('plant-has-name')
    for (const text of [stdout, stderr, ...files]) expect(text).not.toContain('secret-')
    const [entry] = JSON.parse(files.at(-1) ?? '').log.entries
    expect(entry.request.headers).toContainEqual({
      name: 'authorization',
      value: 'Bearer $PLANT_STORE_TOKEN',
    })
    expect(entry.response.content.text).toBe('{"name":5,"token":"***"}')
  })

  test('Ctrl-C waits for a backend that hangs and says so, a second one ends it with the summary', async () => {
    const server = createServer()
    const asking = once(server, 'request')
    await using backend = await listen(server)
    await using command = startCommand(['proxy', backend.url, '--port', '0'], { env })
    const announced = await command.waitFor('stdout', /listening on .*\n/)
    const [url] = /http:\S+(?=\n)/.exec(announced) ?? []
    const asked = fetch(`${url}/plants`, { method: 'POST', headers, body: '{"id":1,"name":"Fern"}' })
    const lost = asked.catch(String)
    await asking
    command.kill('SIGINT')
    await command.waitFor('stderr', /^Waiting for the backend .+ Press Ctrl-C again/)
    command.kill('SIGINT')
    expect(await lost).toContain('fetch failed')
    expect(await command.ended).toMatchObject({
      code: 130,
      stdout: expect.stringMatching(/\n0 exchanges, 0 errors, 0 warnings\n$/),
    })
  })
})

describe('a mistake of plant-store proxy is one line', () => {
  test.each<[args: string[], code: number, message: RegExp]>([
    [['proxy'], 2, /missing required argument 'url'/],
    [
      ['proxy', 'plants.example'],
      2,
      /^Failed to start the proxy: the URL must be the base address of a service, like http:\/\/127\.0\.0\.1:4010, got "plants\.example"\n$/,
    ],
    [['proxy', 'http://x.example', '--fail-on', 'rain'], 2, /It must be error, warning, or never\./],
    [
      ['proxy', 'http://x.example', '--host', 'nosuch.invalid'],
      2,
      /^Failed to start the proxy: this machine has no address nosuch\.invalid\. Pass --host 127\.0\.0\.1/,
    ],
    [['proxy', 'http://x.example', '--port', '99999'], 2, /It must be an integer from 0 to 65535/],
  ])('%j: %i', async (args, code, message) => {
    const ended = await runHere(args)
    expect([ended.code, ended.stdout]).toEqual([code, ''])
    expect(ended.stderr).toMatch(message)
    expect(ended.stderr.trim()).not.toContain('\n')
  })
})
