import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DiffOptions, diff, type KnownDifference, startDiff } from '../../src/drift/drift.ts'
import { type PlantStoreServer, startServer } from '../../src/server/start-server.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { startBackend } from '../verify/backends/create-backend.ts'

const token = 'local-token'
const tokens = [token]

const status: KnownDifference = {
  difference: 'the status is 422, and 409 from the fake',
  reason: 'version 2 changes it',
  cases: ['a duplicate id'],
}

let service: PlantStoreServer
let folder: ReturnType<typeof createFolder>
beforeAll(async () => {
  service = await startServer({ port: 0 })
  folder = createFolder({
    'known.yaml': '',
    'no-list.json': '{}',
    'no-reason.yaml': '- difference: the status is 422\n  reason: " "\n  cases: []\n',
    'config.yaml': 'cors: false\n',
    'no-cases.json': '[{ "difference": "a", "reason": "b", "cases": "c" }]',
  })
})
beforeEach(() => service.configure({ tokens, answers: { 'duplicate-id': { status: 422 } } }))
afterAll(async () => {
  await Promise.all([service.close(), folder[Symbol.asyncDispose]()])
})

const inFolder = (name: string): string => join(folder.path, name)

const compare = (file: string, ...args: string[]) =>
  runHere(['diff', service.url, '--baseline', inFolder(file), ...args], { PLANT_STORE_TOKEN: token })

const cases = ['--only', 'a duplicate id', '--only', '7000000 and 7e6 are one id']

describe('--update-baseline', () => {
  test('writes all differences, which then no longer fail', async () => {
    expect(await compare('new.yaml', '--update-baseline')).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(inFolder('new.yaml'), 'utf8')).toMatch(
      /^(?:# .+\n){2}- difference: the status is 422, and 409 from the fake\n {2}reason: known since [\d-]{10}\n {2}cases:\n(?: {4}- .+\n)* {4}- a duplicate id\n/,
    )
    const { code, stdout } = await compare('new.yaml')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ The fake answers like the backend, except for known differences\n/)
    expect(stdout).toMatch(
      /\nKnown differences\n\n· the status is 422, and 409 from the fake: known since [\d-]{10} \(5×, such as 7000000 and 7e6 are one id\)\n/,
    )
  })

  test('adds what is new, removes what is gone, and keeps everything else', async () => {
    const known: KnownDifference[] = [
      { ...status, cases: ['a duplicate id', 'a plant with a name'] },
      { difference: 'error is 1, and 40901 from the fake', reason: 'gone', cases: ['a duplicate id'] },
      { difference: 'the status is 400, and 404 from the fake', reason: 'other', cases: ['the path /'] },
    ]
    writeFileSync(inFolder('known.json'), JSON.stringify(known))
    const { code, stdout } = await compare('known.json', ...cases, '--update-baseline')
    expect(code).toBe(0)
    expect(stdout).toContain(`\nWrote ${inFolder('known.json')}.\n`)
    const [first, ...others] = JSON.parse(readFileSync(inFolder('known.json'), 'utf8'))
    expect(others).toEqual(known.slice(2))
    expect(first).toMatchObject({ difference: status.difference, reason: status.reason })
    expect(first.cases).toEqual(['a duplicate id', 'a plant with a name', '7000000 and 7e6 are one id'])
  })

  test('writes nothing if the comparison ends early', async () => {
    const { code } = await compare('none.yaml', '--update-baseline', '--token', 'wrong')
    expect(code).toBe(4)
    expect(() => readFileSync(inFolder('none.yaml'))).toThrow('ENOENT')
  })
})

test.each<[message: RegExp, file: string, args: string[]]>([
  [/^Failed to read the baseline \S+gone\.yaml: there is no such file\.\n$/, 'gone.yaml', []],
  [/^Failed to read the baseline \S+no-list\.json: the list must be an array, got an/, 'no-list.json', []],
  [
    /^Failed to read the baseline \S+no-reason\.yaml:2:3: \[0\]\.reason must be a string that is not blank, got/,
    'no-reason.yaml',
    [],
  ],
  [
    /^Failed to read \S+ \S+ \S+no-cases\.json:1:.+ \[0\]\.cases must be an array, got "c"/,
    'no-cases.json',
    [],
  ],
  [
    /^Failed to diff: there is no folder \S+\. Pass another file with --baseline\.\n$/,
    'a/b',
    ['--update-baseline'],
  ],
  [/^Failed to diff: \S+ is a folder\. Pass a file with --baseline\.\n$/, '.', ['--update-baseline']],
  [
    /^Failed to write the report \S+: --config and json have the same file\./,
    'known.yaml',
    ['--config', 'config.yaml', '--report', 'json=config.yaml'],
  ],
])('a wrong file is refused before a request: %s', async (message, file, args) => {
  const inside = args.map((arg) => arg.replace('config.yaml', inFolder))
  const { code, stdout, stderr } = await compare(file, ...inside)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(message)
})

test('--update-baseline needs a file', async () => {
  expect(await runHere(['diff', service.url, '--update-baseline', '--token', token])).toMatchObject({
    code: 2,
    stderr: 'Failed to diff: --update-baseline needs the file of --baseline.\n',
  })
})

const compareHere = (baseline: readonly KnownDifference[], more: Partial<DiffOptions> = {}) =>
  diff(service.url, { token, only: ['a duplicate id', 'a plant with a name'], baseline, ...more })

describe('a baseline', () => {
  test('accepts the differences of its cases', async () => {
    const { outcome, cases, staleBaseline } = await compareHere([status])
    expect({ outcome, staleBaseline }).toEqual({ outcome: 'passed', staleBaseline: [] })
    expect(cases.map((one) => one.status).toSorted()).toEqual(['known', 'same'])
  })

  test('does not accept another difference of the same case', async () => {
    await service.configure({ tokens, answers: { 'duplicate-id': { status: 418 } } })
    const { outcome, staleBaseline } = await compareHere([status])
    expect({ outcome, staleBaseline }).toEqual({ outcome: 'failed', staleBaseline: [status] })
  })

  test('does not accept a second difference of a case', async () => {
    await service.configure({ tokens, answers: { 'duplicate-id': { error: 1, members: { a: 1 } } } })
    const known = { ...status, difference: 'error is 1, and 40901 from the fake' }
    const { outcome, cases } = await compareHere([known], { only: ['a duplicate id'] })
    expect(outcome).toBe('failed')
    expect(cases[0]?.differences.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([undefined, status.reason]),
    )
  })

  test.each<[gone: string, known: KnownDifference, options: Partial<DiffOptions>, stale: boolean]>([
    ['a difference that is gone', { ...status, cases: ['a plant with a name'] }, {}, true],
    ['a case that was not compared', { ...status, cases: ['the path /'] }, {}, false],
    ['a case that does not exist', { ...status, cases: ['none'] }, { only: undefined as never }, true],
  ])('names what is gone: %s', async (_gone, known, options, stale) => {
    const { staleBaseline } = await compareHere([known], options)
    expect(staleBaseline).toEqual(stale ? [known] : [])
  })

  test('lets the test of a case pass', async () => {
    await using running = startDiff(service.url, { token, only: ['a duplicate id'], baseline: [status] })
    const [one = { title: '', topic: '' }] = running.cases
    expect(await running.check(one)).toMatchObject({ status: 'known' })
  })
})

test('answers that vary are known again', async () => {
  let count = 0
  await using varying = await startBackend({
    refuse: (_refusal, _parts, { request }) => ({
      status: 401,
      headers: { 'WWW-Authenticate': `Digest nonce="${count++}"`, 'Retry-After': `${count}` },
      body: JSON.stringify({ error: `${count}`, message: `no ${request.url} ${count}` }),
    }),
    toBody: ({ name }) => ({ name: `${name} ${count++}` }),
  })
  const options = { token, fake: { answers: { 'invalid-token': { message: 'no' } } } } as const
  const compareAll = (baseline: readonly KnownDifference[]) => diff(varying.url, { ...options, baseline })
  const { cases } = await compareAll([])
  const differences = cases.flatMap((one) => one.differences.map((found) => ({ ...found, title: one.title })))
  expect(differences.length).toBeGreaterThan(100)
  const baseline = differences.map(({ stable, title }) => ({
    difference: stable,
    reason: 'it varies',
    cases: [title],
  }))
  expect(await compareAll(baseline)).toMatchObject({ outcome: 'passed', staleBaseline: [] })
})
