import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { stringifyExactJson } from '../../src/contract/exact-json.ts'
import { diff, type Learned, learn, ServiceError } from '../../src/drift/drift.ts'
import { largestBody } from '../../src/drift/learn-max-body.ts'
import { createPlantStore, type PlantStoreOptions } from '../../src/index.ts'
import { type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { type Overrides, startBackend } from '../verify/backends/create-backend.ts'
import { type Answer, correct, Refusal } from '../verify/backends/parts.ts'
import { limited } from '../verify/backends/right/limited.ts'

const token = 'local-token'

async function learnFake(options: ServerOptions): Promise<Learned> {
  await using server = await startServer({ ...options, tokens: [token], port: 0 })
  return await learn(server.url, { token })
}

async function learnBackend(backend: Overrides): Promise<Learned> {
  await using started = await startBackend(backend)
  return await learn(started.url, { token })
}

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

/** A service whose refusals have numbers and members of their own. */
const strange: Overrides = {
  ...limited({ id: { minimum: 1 }, name: { minLength: 1, maxLength: 50 }, tag: { maxLength: 20 } }),
  toStatus: (kind) => (kind === 'body' ? 422 : correct.toStatus(kind)),
  toError(status, { kind, message }, { state, request }) {
    const [field = ''] = /^(?:id|name|tag)\b/.exec(message) ?? []
    const error = kind === 'body' ? 1200 + ['id', 'name', 'tag'].indexOf(field) : status
    const requestId = `${performance.now()}`
    if (kind !== 'stored-id')
      return { error, message, requestId, path: request.url, fields: { [field]: [message] } }
    return { error, message: `plant ${state.latest?.id} exists`, plant: state.latest?.id }
  },
}

test('limits, ids, and values that vary are learned from refusals of any form', async () => {
  await using started = await startBackend(strange)
  const { options, yaml, notImitated } = await learn(started.url, { token })
  expect(options).toMatchObject({
    answers: {
      'invalid-name': { status: 422, error: 1201, message: 'name must be a string' },
      'name-maxLength': { status: 422, error: 1201 },
      'tag-maxLength': { status: 422, error: 1202 },
      'duplicate-id': { message: 'plant {id} exists', members: { plant: '{id}' } },
    },
    limits: { id: { minimum: 1 }, name: { minLength: 1, maxLength: 50 }, tag: { maxLength: 20 } },
  })
  expect(yaml).toMatch(/ # POST \/plants\/1; requestId, path vary, but the fake always answers this\n/)
  const { cases } = await diff(started.url, { token, fake: options })
  expect(cases.filter(({ status }) => status === 'different').map(({ title }) => title)).toEqual([
    'everything is wrong',
  ])
  expect(notImitated).toEqual([
    expect.stringMatching(
      /^an id, a name, and a tag of the wrong type: .*error is 1202, and 1200 from the fake$/,
    ),
  ])
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

/** Learns from a service that accepts only names of a pattern. */
const learnNames = (isName: RegExp): Promise<Learned> =>
  learnBackend({
    readName(members) {
      const name = correct.readName(members)
      if (!isName.test(name)) throw new Refusal('body', 'the name is wrong')
      return name
    },
  })

test.each([
  [/^[A-Z][a-z]+$/, ['Monstera'], ['Mon7', 'Mon-a'], ['a name may have capital letters in some places only']],
  [
    /^[A-Z][A-Za-z.-]*$/,
    ['Monstera', 'St.Ann-Mary'],
    ['A_b', 'A7'],
    ['a name without capital letters is refused'],
  ],
  [/^[a-z]+\d?$/, ['fern', 'fern7'], ['fern-7'], ['a name may have digits in some places only']],
  [
    /^(?!.*<b>)/,
    ['fern <3'],
    [],
    ['a name with angle brackets is refused, although it may have each of these characters'],
  ],
])(
  'names like %s are learned without refusing what is accepted',
  async (isName, accepted, refused, listed) => {
    const { options, notImitated } = await learnNames(isName)
    const { pattern = '' } = options.limits?.name ?? {}
    const matches = (name: string): boolean => new RegExp(pattern, 'u').test(name)
    expect(accepted.filter((name) => !matches(name))).toEqual([])
    expect(refused.filter(matches)).toEqual([])
    for (const line of listed) expect(notImitated.join('\n')).toContain(line)
  },
)

test('limits that refuse what the service accepted are dropped and listed', async () => {
  const { options, notImitated } = await learnNames(/^(?!\p{L}{0,2}F\p{L}{0,2}$)[^<]*$/u)
  expect(options).not.toHaveProperty('limits')
  expect(notImitated).toContainEqual(expect.stringMatching(/^the limits of name: no rule fits all answers /))
})

test('narrow limits take at most 400 requests', async () => {
  const limits = {
    id: { minimum: 17, maximum: 4_000_000_000_017 },
    name: { minLength: 3, maxLength: 31, pattern: '^[A-Za-z]*$' },
    tag: { minLength: 2, maxLength: 9, pattern: '^[a-z]*$' },
  }
  const { options, requests } = await learnBackend(limited(limits))
  expect(options.limits).toMatchObject({
    id: limits.id,
    name: { minLength: 3, maxLength: 31 },
    tag: { minLength: 2, maxLength: 9 },
  })
  const { pattern = '' } = options.limits?.tag ?? {}
  const isTag = new RegExp(pattern, 'u')
  expect(['fern', 'F', 'a b', 'a1', 'a-b', 'é', '日', '\0'].map((text) => isTag.test(text))).toEqual([
    true,
    ...Array(7).fill(false),
  ])

  expect(requests).toBeLessThanOrEqual(400)
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

test('an answer about the load shows no limit of bodies', async () => {
  const { options, yaml } = await learnBackend({
    async readBody(exchange) {
      const body = await correct.readBody(exchange)
      if (body.length > 2000) throw new Refusal('body', 'too busy')
      return body
    },
    refuse(refusal, parts, exchange) {
      const answer = correct.refuse(refusal, parts, exchange)
      if (refusal.message !== 'too busy') return answer
      return { ...answer, status: 503, headers: { ...answer.headers, 'Retry-After': 0 } }
    },
  })
  expect(options).toMatchObject({ maxBody: largestBody })
  expect(yaml).toMatch(/maxBody: \d+ # \d+ bytes got 429 or 503, which is no decision;/)
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
