import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { stringifyExactJson } from '../../src/contract/exact-json.ts'
import { learn, ServiceError } from '../../src/drift/drift.ts'
import { largestBody } from '../../src/drift/learn-max-body.ts'
import { createPlantStore, type PlantStoreOptions } from '../../src/index.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { type Answer, correct, Refusal } from '../verify/backends/parts.ts'
import { limited } from '../verify/backends/right/limited.ts'
import { learnBackend, learnFake, token } from './learn-here.ts'

const usual = {
  answers: { preset: 'http' },
  onDuplicate: 'reject',
  maxBody: 1048576,
  unknownMembers: 'ignore',
  cors: '*',
} as const

describe('a fake is learned as it is configured', () => {
  test.for<PlantStoreOptions>([
    {},
    { answers: { preset: 'documented' } },
    {
      answers: {
        preset: 'http',
        'unknown-path': { body: '<h1>Not Found</h1>', headers: { 'content-type': 'text/html' } },
        'method-not-allowed': { status: 404, headers: { allow: 'POST' } },
        'missing-credentials': { status: 403, body: '' },
        'unsupported-media-type': { error: 7, members: { docs: 'https://docs.example' } },
        'invalid-plant': { status: 422, body: { detail: [{ type: 'missing' }] } },
        'duplicate-id': { status: 422, message: 'plant {id} is taken', members: { plant: { id: '{id}' } } },
        created: {
          headers: { 'content-type': 'application/json; charset=utf-8', location: '/plants/{id}' },
          members: { id: '{id}', tag: 'plant', links: [{ self: '/plants/{id}' }] },
        },
        'missing-name': { status: 422, error: 1201, message: 'no name' },
        'unknown-member': { status: 403, body: 'what?' },
        'name-maxLength': { status: 422, error: 1202, members: { field: 'name' } },
        'name-pattern': { status: 422, error: 1203 },
        'tag-pattern': { error: 1204 },
      },
      limits: { name: { maxLength: 50, pattern: '^(?!\\s+$)' }, tag: { pattern: '^(?!\\s|[^]*\\s$)' } },
      maxBody: 50_001,
      unknownMembers: 'refuse',
      habits: ['checks-credentials-first', 'ignores-content-encoding'],
    },
    {
      onDuplicate: 'replace',
      cors: ['http://localhost:3000'],
      limits: {
        id: { minimum: 1, maximum: 2147483647 },
        name: { minLength: 2, maxLength: 40 },
        tag: { maxLength: 77, pattern: '^[^\\d<>]*$' },
      },
    },
    { limits: { id: { minimum: -123_456_789_012_345, maximum: 2n ** 62n } } },
  ])('%o', async (options, { expect }) => {
    const { options: learned, broken, requests } = await learnFake(options)
    const { latency: _, ...decisions } = learned
    expect(decisions).toEqual({ ...usual, ...options })
    expect(broken).toEqual([])
    expect(requests).toBeLessThanOrEqual(400)
  })
})

test('a learned file is YAML that two readers read alike, and every value has a comment', async () => {
  const { yaml, options } = await learnFake({
    answers: { 'duplicate-id': { message: 'taken: "\u2028 # \u007f' }, created: { members: { a: [{}] } } },
    limits: { id: { minimum: 1 }, tag: { maxLength: 30, pattern: '^[^<>]*$' } },
    latency: 20,
    maxBody: 5000,
  })
  expect(parse(yaml)).toEqual(options)
  expect(load(yaml)).toEqual(options)
  expect(options.answers).toMatchObject({ 'duplicate-id': { message: 'taken: "\u2028 # \u007f' } })
  const values = yaml.split('\n').filter((line) => /^\s*[\w-]+: ./.test(line))
  expect(values.filter((line) => !/ # ./.test(line))).toEqual([])
  expect(yaml).toMatch(/message: ".+" # a stored id\n/)
  expect(yaml).toContain('# message: varies with the request')
  createPlantStore(options)
})

test('two runs write the same file', async () => {
  const limits = { id: { minimum: 1 }, name: { minLength: 1, maxLength: 50, pattern: '^[^<>]*$' } }
  await using started = await startBackend(limited(limits))
  const [one, other] = [await learn(started.url, { token }), await learn(started.url, { token })]
  expect(other.yaml).toBe(one.yaml)
})

test('of headers of a 200, those that vary are only noted', async () => {
  let number = 0
  const { options, yaml } = await learnBackend({
    accept(plant, parts, exchange) {
      const answer = correct.accept(plant, parts, exchange)
      const own = { 'Cache-Control': 'no-store', 'X-Request-Id': `${number++}`, 'X-Powered-By': 'plants' }
      return { ...answer, headers: { ...answer.headers, ...own } }
    },
  })
  expect(options.answers).toMatchObject({ created: { headers: { 'cache-control': 'no-store' } } })
  expect(yaml).toContain('    # x-request-id: varies; the fake has none\n')
  expect(yaml).not.toContain('powered')
})

test('a must rule that the service breaks is named, and never imitated', async () => {
  const { options, yaml, broken } = await learnBackend({
    readId: ({ id }) => (typeof id === 'number' ? Math.floor(id) : correct.readId({ id })),
    toError: (status, { kind, message }) => (kind === 'stored-id' ? { code: status } : { error: 5, message }),
    toStatus: (kind) => (kind === 'stored-id' ? 400 : correct.toStatus(kind)),
  })
  const rules = broken.map(({ rule }) => rule)
  expect(rules).toEqual(
    expect.arrayContaining(['refuses-fractional-id', 'error-has-error', 'error-has-message']),
  )
  expect(options.answers).not.toHaveProperty('duplicate-id')
  expect(options.answers).toMatchObject({ 'invalid-plant': { error: 5 } })
  expect(yaml).toMatch(
    /\n# Broken must rules, which the fake keeps:\n(?:# - .+\n)*# - refuses-fractional-id: .+ \(an id with a fraction\)\n/,
  )
})

test('a refusal because of the load is no decision', async () => {
  const { options, notTriggered } = await learnBackend({
    toStatus: (kind) => (kind === 'content-type' ? 429 : correct.toStatus(kind)),
  })
  expect(options.answers).not.toHaveProperty('unsupported-media-type')
  expect(notTriggered).toContain('unsupported-media-type')
})

test('what the fake can not imitate is listed', async () => {
  const { notImitated } = await learnBackend({
    readId(members) {
      const id = correct.readId(members)
      if (id < 0) throw new Refusal('content-type', 'negative')
      if (id === 0) throw new Refusal('body', 'zero')
      return id
    },
    route(exchange) {
      if (exchange.request.url !== '/plants/') correct.route(exchange)
    },
    isAuthorized: (authorization = '') =>
      authorization.startsWith('Bearer ') && correct.isAuthorized(authorization),
    save(plant, parts, exchange) {
      const { state } = exchange
      if (stringifyExactJson(plant) !== stringifyExactJson(state.plants.get(parts.toKey(plant.id)) ?? null))
        correct.save(plant, parts, exchange)
    },
  })
  expect(notImitated).toEqual([
    'POST /plants/: the status is 200, and 404 from the fake',
    'the same plant again: the status is 200, and 409 from the fake',
    'the scheme bearer: the status is 401, and 200 from the fake',
  ])
})

test('of ids with a zero fraction, it says which ones are refused', async () => {
  const { notImitated } = await learnBackend({
    parse(text) {
      if (/"id":\d{16,}\.0/.test(text)) throw new Refusal('body', 'id must be an integer')
      return correct.parse(text)
    },
  })
  expect(notImitated).toEqual([
    expect.stringMatching(
      /^an id beyond 2\^53 with a zero fraction.*: the status is 400, and 200 from the fake$/,
    ),
  ])
})

test('no CORS is learned from a service that allows no tried page', async () => {
  const { options, notTriggered } = await learnFake({ cors: ['https://shop.example'] })
  expect(options).not.toHaveProperty('cors')
  expect(notTriggered).toContain(
    'cors (no page of http://localhost:3000 or https://page.example may read answers)',
  )
})

test('bytes that are not UTF-8 break no must rule', async () => {
  const { broken } = await learnBackend({ decode: String })
  expect(broken.map(({ rule }) => rule)).toEqual([])
})

test('a service that changes halves of surrogate pairs, which UTF-8 can not hold, breaks no must rule', async () => {
  const { broken, notImitated, options } = await learnBackend({
    readName: (members) => correct.readName(members).toWellFormed(),
  })
  expect(broken).toEqual([])
  expect(notImitated).toEqual([
    'a name with half of a surrogate pair: name is "Fe\ufffdrn", and "Fe\\ud800rn" from the fake',
  ])
  expect(options).not.toHaveProperty('limits')
})

test('no secret gets into the file', async () => {
  const secret = '2097'
  await using started = await startBackend({
    isAuthorized: (authorization = '') => /^bearer +(\S+)$/i.exec(authorization)?.[1] === secret,
    toError: (error, { message }, { request: { headers } }) => ({
      error,
      message,
      seen: headers.authorization,
      [`${headers.authorization}`]: true,
    }),
  })
  const { yaml, options } = await learn(started.url, { token: secret })
  expect(yaml).toContain('***')
  expect(yaml).not.toContain(`Bearer ${secret}`)
  expect(options).toMatchObject({ maxBody: largestBody })
})

test('answers that take time have a latency', async () => {
  const { options } = await learnFake({ latency: 30 })
  const [from = 0, to = 0] = [options.latency ?? 0].flat()
  expect(from).toBeGreaterThanOrEqual(29)
  expect(to).toBeGreaterThanOrEqual(from)
})

const page: Answer = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>hi</h1>' }

test.each([
  ['unauthorized', 'does not accept your token', {}, 'wrong-token'],
  [
    'changed',
    'plain plants were accepted until',
    {
      save(...args: Parameters<typeof correct.save>) {
        if (args[2].state.accepted >= 20) throw new Refusal('path', 'the quota is used up')
        return correct.save(...args)
      },
    },
    token,
  ],
  [
    'not-found',
    'never with a Plant',
    {
      refuse: () => page,
      accept: () => page,
    },
    token,
  ],
  [
    'limits',
    'accepts no plain plant',
    {
      save() {
        throw new Refusal('body', 'this is not possible now')
      },
    },
    token,
  ],
])('a service that can not be learned from rejects: %s', async (kind, message, backend, own) => {
  await using started = await startBackend(backend)
  const error = await learn(started.url, { token: own }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ kind, message: expect.stringContaining(message) })
})
