import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DiffOptions, type DiffProgress, diff, learn, startDiff } from '../../src/drift/drift.ts'
import type { PlantStoreOptions } from '../../src/index.ts'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { createFolder } from '../cli/run-command.ts'
import { runHere } from '../cli/run-here.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { correct, Refusal } from '../verify/backends/parts.ts'
import { limitSpacing } from '../verify/backends/right/changing.ts'

const token = 'local-token'
const env = { PLANT_STORE_TOKEN: token }

let service: PlantStoreServer
let folder: ReturnType<typeof createFolder>
beforeAll(async () => {
  service = await startServer({
    port: 0,
    tokens: [token],
    answers: { 'duplicate-id': { status: 422, error: 7, message: 'taken' } },
    latency: 10,
  })
  folder = createFolder({
    'wrong.yaml': 'answers:\n  duplicate-id: { stats: 422 }',
    'mine.yaml': 'port: 4010\n',
  })
})
afterAll(async () => {
  await Promise.all([service.close(), folder[Symbol.asyncDispose]()])
})
const inFolder = (name: string): string => join(folder.path, name)

describe('plant-store', () => {
  const config = () => ['--config', inFolder('plant-store.yaml')]

  test('learn writes a file with which diff finds no difference, again and again', async () => {
    const learned = await runHere(['learn', service.url, '--out', inFolder('plant-store.yaml')], env)
    expect(learned).toMatchObject({ code: 0, stderr: '' })
    expect(learned.stdout).toMatch(/^Wrote \S+plant-store\.yaml after \d+ requests in \d+\.\d s\.\n/)
    expect(readFileSync(inFolder('plant-store.yaml'), 'utf8')).toContain('status: 422 # a stored id\n')
    for (const _time of ['first', 'second']) {
      const { code, stdout, stderr } = await runHere(['diff', service.url, ...config()], env)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^✓ The fake answers like the backend\n/)
    }
  })

  test('learn overwrites only what it wrote', async () => {
    const args = ['learn', service.url, '--out', inFolder('mine.yaml')]
    const { code, stderr } = await runHere(args, env)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Failed to learn: ${inFolder('mine.yaml')} exists, and learn didn't write it. Pass another file with --out.\n`,
    })
  })

  test.each([
    ['plants.json', 'would have YAML in it. Pass a file that ends in .yaml'],
    ['.', 'is a folder. Pass a file'],
  ])('learn does not write %s', async (file, reason) => {
    const path = inFolder(file)
    const { code, stderr } = await runHere(['learn', service.url, '--out', path], env)
    expect({ code, stderr }).toEqual({ code: 2, stderr: `Failed to learn: ${path} ${reason} with --out.\n` })
  })

  test('learn names a folder that is missing before it sends a request', async () => {
    const path = inFolder('missing/plant-store.yaml')
    const { code, stderr } = await runHere(['learn', 'http://127.0.0.1:9', '--out', path], env)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Failed to learn: there is no folder ${inFolder('missing')}. Pass another file with --out.\n`,
    })
  })

  test('diff reports a difference with both answers and a command, in every format', async () => {
    const reports = ['json', 'junit', 'html', 'markdown', 'har'].flatMap((format) => [
      '--report',
      `${format}=${inFolder(`report.${format}`)}`,
    ])
    const { code, stdout } = await runHere(
      [
        'diff',
        service.url,
        '--only',
        'Duplicate ids',
        '--skip',
        'another id than the stored one',
        ...reports,
      ],
      env,
    )
    expect(code).toBe(1)
    expect(stdout).toMatch(/^✗ The fake and the backend differ\n/)
    expect(stdout).toContain('✗ a duplicate id\n')
    expect(stdout).toMatch(
      /\n {2}Found: the status is 422, and 409 from the fake\n(?: {2}\$ curl -i -X POST 'http(?:.+\n)+? {2}→ (?:200|422) .+\n){2} {2}Note: /,
    )
    expect(stdout).toContain(
      '\nThis compared a fake without a configuration. `plant-store learn` writes one; ',
    )
    expect(stdout).toContain('→ 422 application/json {"error":7,"message":"taken"}')
    expect(stdout).toContain('→ 409 application/json {"error":40901,')
    expect(stdout).not.toContain(token)
    for (const format of ['json', 'junit', 'html', 'markdown', 'har'])
      expect(readFileSync(inFolder(`report.${format}`), 'utf8')).toContain(
        format === 'har' ? '422' : 'a duplicate id',
      )
  })

  test.each([
    [
      ['diff', '--only', 'cors'],
      2,
      /^Failed to diff: --only names the case "cors", which doesn't exist, but "CORS" does\. /,
    ],
    [
      ['diff', '--only', 'Duplicated ids'],
      2,
      /^Failed to diff: --only names the case "Duplicated ids", which doesn't exist\. .+ a topic: Bodies/,
    ],
    [
      ['diff', '--config', 'wrong.yaml'],
      2,
      /^Failed to diff: \S+wrong\.yaml:2:19: there is no answers\.duplicate-id\.stats\. Did you mean status\?\n$/,
    ],
    [['diff', '--concurrency', '0'], 2, /^Failed to run plant-store diff: .+ from 1 to 256/],
    [['diff', '--token', 'wrong'], 4, /^$/],
    [
      ['learn', '--token', 'wrong'],
      4,
      /^Failed to learn: http\S+ does not accept your token: it answers 401\.\n$/,
    ],
  ])('%j: %i', async (args, code, stderr) => {
    const [name = '', ...rest] = args.map((arg) => (arg === 'wrong.yaml' ? inFolder(arg) : arg))
    expect(await runHere([name, service.url, ...rest], env)).toMatchObject({
      code,
      stderr: expect.stringMatching(stderr),
    })
  })

  test.each(['learn', 'diff'])('%s without a token or a service', async (name) => {
    expect(await runHere([name, service.url])).toMatchObject({ code: 2 })
    expect(await runHere([name, 'http://127.0.0.1:1'], env)).toMatchObject({ code: 4 })
  })
})

test('each case can be a test of its own', async () => {
  await using running = startDiff(service.url, { token, only: ['Duplicate ids', 'a plant with a name'] })
  const titles = running.cases.map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(['a duplicate id', 'a plant with a name']))
  const [other = { title: '', topic: '' }] = running.cases.filter(({ title }) => title === 'a duplicate id')
  const [same = { title: '', topic: '' }] = running.cases.filter(
    ({ title }) => title === 'a plant with a name',
  )
  expect(await running.check(same)).toMatchObject({ status: 'same' })
  await expect(running.check(other)).rejects.toThrow(
    /^a duplicate id\nthe status is 422, and 409 from the fake\nservice: 422 .+\nfake: 409 .+\ncurl -i -X POST .+\ncurl -i -X POST /,
  )
})

test.each<[options: PlantStoreOptions, title: string, hint: string | undefined]>([
  [
    { answers: { 'duplicate-id': { status: 422, error: 7 } } },
    'a duplicate id',
    'Set answers.duplicate-id.status to 422 and answers.duplicate-id.error to 7 in the configuration.',
  ],
  [
    { answers: { 'invalid-plant': { error: 7 } } },
    'the name is missing',
    'Set answers.invalid-plant.error to 7 in the configuration.',
  ],
  [{ onDuplicate: 'replace' }, 'a duplicate id', 'Set onDuplicate to replace in the configuration.'],
  [{ answers: { 'duplicate-id': { status: 500 } } }, 'a duplicate id', undefined],
  [{ answers: { 'invalid-plant': { status: 500 } } }, 'the name is missing', undefined],
  [{ limits: { name: { minLength: 1 } } }, 'an empty name', undefined],
])('a report says which key of the configuration to set for %j', async (options, title, hint) => {
  await using server = await startServer({ ...options, port: 0, tokens: [token] })
  const { cases } = await diff(server.url, { token })
  const found = cases.find((one) => one.title === title)
  expect(found?.status).toBe('different')
  expect(found?.hint).toBe(hint)
})

test('no key is named if the service refuses in more than one way, or not all cases are compared', async () => {
  await using started = await startBackend({
    toStatus: (kind) => (kind === 'body' ? 422 : correct.toStatus(kind)),
    readTag(members) {
      if (members['tag'] === null) throw new Refusal('path', 'no tag')
      return correct.readTag(members)
    },
  })
  const { cases } = await diff(started.url, { token })
  expect(cases.find(({ title }) => title === 'the tag is null')?.status).toBe('different')
  expect(cases.map(({ hint }) => hint).join()).not.toContain('invalid-plant')
  const { cases: some } = await diff(service.url, { token, only: ['a duplicate id'] })
  expect(some).toEqual([expect.not.objectContaining({ hint: expect.anything() })])
})

test('no secret of the service gets into a report', async () => {
  const secret = 'secret-of-the-service'
  await using started = await startBackend({
    isAuthorized: (authorization = '') => /^bearer +(\S+)$/i.exec(authorization)?.[1] === secret,
    toError: (_status, { message }, { request: { headers } }) => ({
      error: `${'x'.repeat(20)}${headers.authorization}`,
      message,
      [`${headers.authorization}`]: true,
    }),
  })
  const { outcome, cases } = await diff(started.url, { token: secret, only: ['a duplicate id'] })
  expect(outcome).toBe('failed')
  const text = JSON.stringify(cases)
  expect(text).toContain('***')
  expect(text).not.toContain(secret.slice(0, 7))
})

test('a run that ends early keeps its count and the cases that are done', async () => {
  await using started = await startBackend({
    save(...args) {
      if (args[2].state.accepted >= 60) throw new Refusal('path', 'the quota is used up')
      return correct.save(...args)
    },
  })
  const { outcome, requests, cases } = await diff(started.url, { token })
  expect(outcome).toBe('unjudged')
  expect(requests).toBeGreaterThan(60)
  expect(cases.length).toBeGreaterThan(0)
  expect(cases.length).toBeLessThan(200)
  const refused = await diff(started.url, { token: 'wrong' })
  expect(refused.requests).toBeGreaterThan(0)
})

test('a run that is stopped says how many cases were done', async () => {
  const stop = new AbortController()
  const seen: DiffProgress[] = []
  const { unjudged, cases } = await diff(service.url, {
    token,
    signal: stop.signal,
    onProgress(progress) {
      seen.push(progress)
      if (seen.length === 40) stop.abort()
    },
  })
  expect(seen[39]).toMatchObject({ cases: 40, total: expect.any(Number), title: expect.any(String) })
  expect(cases.length).toBeGreaterThan(0)
  expect(unjudged?.message).toMatch(/^the run was stopped after \S+ s, when \d+ of \d+ cases were done$/)
})

test.each<[options: object, message: string]>([
  [{ only: 'CORS' }, 'only must be an array of titles and topics, got "CORS"'],
  [{ skip: [1] }, 'skip must be an array of titles and topics, got an array'],
  [{ concurrency: '2' }, 'concurrency must be an integer from 1 to 256, got 2'],
  [{ seed: 1 }, 'there is no option seed; '],
  [{ fake: { maxBody: 0 } }, 'maxBody must be '],
])('diff refuses %j before it waits for a service', async (options, message) => {
  const given = { token, wait: 60_000, ...options } as DiffOptions
  await expect(diff('http://127.0.0.1:1', given)).rejects.toThrow(message)
  expect(() => startDiff('http://127.0.0.1:1', given)).toThrow(message)
})

test('a service that wants fewer requests is compared more slowly', async () => {
  await using started = await startBackend(limitSpacing(400))
  const { options } = await learn(started.url, { token })
  const { outcome, cases } = await diff(started.url, { token, fake: options })
  expect(cases.filter(({ status }) => status === 'different')).toEqual([])
  expect(outcome).toBe('passed')
})

test('a token that expires is renewed', async () => {
  let used = 0
  let issued = 0
  await using started = await startBackend({
    isAuthorized(authorization = '') {
      const [, sent] = /^bearer +(\S+)$/i.exec(authorization) ?? []
      return sent === `token-${issued}` && used++ < 100
    },
  })
  const getToken = (): string => {
    used = 0
    issued++
    return `token-${issued}`
  }
  const { options } = await learn(started.url, { token: getToken })
  const { outcome, cases } = await diff(started.url, { token: getToken, fake: options })
  expect(cases.filter(({ status }) => status === 'different')).toEqual([])
  expect(outcome).toBe('passed')
})

test('a backend that accepts fewer names than the learned limits can be compared', async () => {
  await using started = await startBackend({
    readName(members) {
      const name = correct.readName(members)
      if (!/^[A-Z][a-z]+$/.test(name)) throw new Refusal('body', 'the name is wrong')
      return name
    },
  })
  const report = await diff(started.url, {
    token,
    fake: { limits: { name: { pattern: '^[A-Za-z]*$' } } },
    only: ['The configuration'],
  })
  expect(report.unjudged).toBeUndefined()
})
