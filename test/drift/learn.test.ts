import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Learned, learn } from '../../src/drift/drift.ts'
import { createPlantStore, type PlantStoreOptions } from '../../src/index.ts'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import { startServer } from '../../src/server/start-server.ts'
import { type Overrides, startBackend } from '../verify/backends/create-backend.ts'
import { correct, Refusal } from '../verify/backends/parts.ts'
import { limited } from '../verify/backends/right/limited.ts'
import { token } from './fake-service.ts'

const recordings = new URL('recordings/', import.meta.url)

/** Compares what was learned with its recording; how long answers take differs from run to run. */
async function checkRecording(title: string, { yaml, requests, ...learned }: Learned): Promise<void> {
  const text = yaml
    .replace(/http:\/\/127\.0\.0\.1:\d+\//, 'URL')
    .replace(/^latency: .+\n/m, '')
    .replaceAll(/"requestId":"[\d.]+"/g, '"requestId":"TIME"')
    .replaceAll(/got \\"[A-Za-z]{20,}/g, 'got LETTERS')
  await expect(text).toMatchFileSnapshot(fileURLToPath(new URL(`learned-${title}.txt`, recordings)))
  expect(parse(yaml)).toEqual(JSON.parse(stringifyExactJson(learned.options)))
  createPlantStore(learned.options)
  const listed = [
    ...learned.broken.map(({ rule }) => rule),
    ...learned.notImitated,
    learned.notTriggered.join(', '),
  ]
  const comments = yaml.replaceAll(/\n# /g, ' ')
  for (const one of listed) expect(comments).toContain(one)
  expect(yaml.split('\n').length).toBeLessThanOrEqual(100)
  expect(requests).toBeLessThanOrEqual(500)
}

const usual = {
  answers: { preset: 'http' },
  onDuplicate: 'reject',
  maxBody: 1048576,
  unknownMembers: 'ignore',
  cors: '*',
} as const

const fakes: Readonly<Record<string, PlantStoreOptions>> = {
  'fake-as-it-is': {},
  'fake-as-documented': { answers: { preset: 'documented' } },
  'fake-with-answers': {
    answers: {
      preset: 'http',
      'unknown-path': { body: '<h1>Not Found</h1>', headers: { 'content-type': 'text/html' } },
      'method-not-allowed': { status: 404, headers: { allow: 'POST' } },
      'missing-credentials': { status: 403, body: '' },
      'unsupported-media-type': { error: 7, members: { docs: 'https://docs.example' } },
      'invalid-body': { status: 422, body: { detail: [{ type: 'missing' }] } },
      'duplicate-key': {
        status: 422,
        message: 'plant {id} is taken: "\u2028 # \u007f',
        members: { plant: { id: '{id}' } },
      },
      created: {
        headers: { 'content-type': 'application/json; charset=utf-8', location: '/plants/{id}' },
        members: { id: '{id}', tag: 'plant', links: [{ self: '/plants/{id}' }] },
      },
      'missing-name': { status: 422, error: 1201, message: 'no name' },
      'unknown-member': { status: 403, body: 'what?' },
      'name-maxLength': { status: 422, error: 1202, members: { field: 'name' } },
    },
    limits: { name: { maxLength: 50 } },
    maxBody: 50_001,
    unknownMembers: 'refuse',
    habits: ['ignores-content-encoding'],
    order: ['credentials', 'path', 'method', 'type', 'size', 'body'],
    accepts: ['/plants/', 'application/vnd.api+json'],
    refuses: { 'repeated-member': String.raw`[{,]\s*"(id|name|tag)"\s*:[^{}]*,\s*"\1"\s*:` },
  },
  'fake-with-limits': {
    onDuplicate: 'replace',
    cors: ['http://localhost:3000'],
    limits: {
      id: { minimum: 1, maximum: 2147483647 },
      name: { minLength: 2, maxLength: 40 },
      tag: { maxLength: 77 },
    },
  },
  'fake-with-large-ids': {
    limits: { id: { minimum: -123_456_789_012_345, maximum: 2n ** 62n } },
    // The least that is learned as 100.
    latency: 60,
  },
}

describe('a fake is learned as it is configured', () => {
  test.for(Object.entries(fakes))('%s', async ([title, options], { expect }) => {
    await using server = await startServer({ ...options, tokens: [token], port: 0 })
    const learned = await learn(server.url, { token })
    const { latency, ...decisions } = learned.options
    const { latency: slow, ...expected } = options
    expect(decisions).toEqual({ ...usual, ...expected })
    if (slow !== undefined) expect(latency).toBeGreaterThanOrEqual(100)
    expect(learned.broken).toEqual([])
    // Some requests are refused before the journal.
    expect(learned.requests - (await server.store.requests.size)).toBeLessThan(10)
    expect(learned.requests).toBeGreaterThan(await server.store.requests.size)
    expect(learned.duration).toBeLessThan(60_000)
    await checkRecording(title, learned)
  })
})

let number = 0
const backends: Readonly<Record<string, Overrides>> = {
  'own-refusals': {
    ...limited({ id: { minimum: 1 }, name: { minLength: 1, maxLength: 50 }, tag: { maxLength: 20 } }),
    toStatus: (kind) => (kind === 'body' ? 422 : correct.toStatus(kind)),
    toError(status, { kind, message }, { state, request }) {
      const [field = ''] = /^(?:id|name|tag)\b/.exec(message) ?? []
      const error = kind === 'body' ? 1200 + ['id', 'name', 'tag'].indexOf(field) : status
      const more = { requestId: `${performance.now()}`, path: request.url, fields: { [field]: [message] } }
      if (kind !== 'stored-id') return { error, message, ...more }
      return { error, message: `plant ${state.latest?.id} exists`, plant: state.latest?.id }
    },
    accept(plant, parts, exchange) {
      const answer = correct.accept(plant, parts, exchange)
      return { ...answer, headers: { ...answer.headers, 'X-Request-Id': `${number++}` } }
    },
  },
  'broken-rules': {
    readId: ({ id }) => (typeof id === 'number' ? Math.floor(id) : correct.readId({ id })),
    toError: (status, { kind, message }) => (kind === 'stored-id' ? { code: status } : { error: 5, message }),
    toStatus: (kind) => (kind === 'stored-id' ? 400 : kind === 'content-type' ? 429 : correct.toStatus(kind)),
    decode: String,
  },
  'habits-of-its-own': {
    readId(members) {
      const id = correct.readId(members)
      if (id < 0) throw new Refusal('content-type', 'negative')
      if (id === 0) throw new Refusal('body', 'zero')
      return id
    },
    parse(text) {
      if (/"id":\d{16,}\.0/.test(text)) throw new Refusal('body', 'id must be an integer')
      return correct.parse(text)
    },
    route(exchange) {
      if (exchange.request.url !== '/plants/') correct.route(exchange)
    },
    isAuthorized: (authorization = '') =>
      authorization.startsWith('Bearer ') && correct.isAuthorized(authorization),
    save(plant, parts, exchange) {
      const stored = exchange.state.plants.get(parts.toKey(plant.id)) ?? null
      if (stringifyExactJson(plant) !== stringifyExactJson(stored)) correct.save(plant, parts, exchange)
    },
  },
  'crash-on-some-names': {
    readName(members) {
      const name = correct.readName(members)
      if (name.includes('<')) throw new Error('a crash')
      if (name.startsWith(' ')) throw new Refusal('body', 'a space first')
      return name
    },
  },
}

describe('a backend is learned as recorded', () => {
  test.for(Object.entries(backends))('%s', async ([title, backend]) => {
    await using started = await startBackend(backend)
    await checkRecording(title, await learn(started.url, { token }))
  })

  test('no recording is left over', () => {
    const others = ['differences', 'judgments', 'limits', 'requests']
    const titles = [...others, ...Object.keys({ ...fakes, ...backends }).map((title) => `learned-${title}`)]
    expect(readdirSync(recordings).toSorted()).toEqual(titles.map((title) => `${title}.txt`).toSorted())
  })
})

test('no CORS is learned from a service that allows no tried page', async () => {
  const cors = ['https://shop.example']
  await using server = await startServer({ cors, onDuplicate: 'replace', tokens: [token], port: 0 })
  const { options, notTriggered } = await learn(server.url, { token, limits: { tag: { maxLength: 9 } } })
  expect(options).not.toHaveProperty('cors')
  expect(options.limits).toEqual({ tag: { maxLength: 9 } })
  const pages = 'http://localhost:3000 or https://page.example'
  expect(notTriggered).toContain(`cors (no page of ${pages} may read answers)`)
  expect(notTriggered).not.toContain('duplicate-key')
})

test('no secret gets into the file', async () => {
  const secret = '2097'
  await using started = await startBackend({
    isAuthorized: (authorization = '') => /^bearer +(\S+)$/i.exec(authorization)?.[1] === secret,
    toError: (_status, { message, kind }, { request: { headers } }) =>
      kind === 'path' ? { [`${headers.authorization}`]: true } : { error: headers.authorization, message },
  })
  const { yaml, options, broken } = await learn(started.url, { token: secret })
  expect(yaml).toContain('***')
  expect(yaml + JSON.stringify(broken)).not.toContain(`Bearer ${secret}`)
  expect(options).toMatchObject({ maxBody: 2 * 2 ** 20 })
})
