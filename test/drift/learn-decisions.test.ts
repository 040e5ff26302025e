import { expect, test } from 'vitest'
import { learnCreated } from '../../src/drift/learn-created.ts'
import {
  learnCors,
  learnHabits,
  learnLatency,
  learnOnDuplicate,
  learnUnknownMembers,
} from '../../src/drift/learn-decisions.ts'
import { largestBody, learnMaxBody } from '../../src/drift/learn-max-body.ts'
import { askRows } from '../../src/drift/learn-rows.ts'
import { createNotes } from '../../src/drift/notes.ts'
import { listTriggers, type Trigger } from '../../src/drift/triggers.ts'
import { habits } from '../../src/store/habits.ts'
import { type Answering, createService, type TestAnswer } from './fake-service.ts'

const taken: TestAnswer = { body: { name: 'Fern' } }
const refused = (status: number, message = 'no'): TestAnswer => ({ status, body: { error: status, message } })

/** The rows that some triggers show, which are answered with the status in their title's place. */
const askSome = (answer: Answering) => {
  const failures = [
    'duplicate-key',
    'missing-credentials',
    'unknown-path',
    'unsupported-media-type',
    'missing-body',
  ]
  const service = createService(answer)
  const isAsked = ({ failure, mistake, habit }: Trigger) =>
    failures.includes(`${failure}`) || mistake === 'unknown-member' || habit !== undefined
  return askRows(service, listTriggers(service.session).filter(isAsked))
}

test('a service that answers a stored id with the stored name keeps it', async () => {
  const names = new Map<unknown, unknown>()
  const rows = await askSome(({ text }) => {
    const { id, name } = /^\{.*\}$/.test(text) ? JSON.parse(text) : {}
    if (!names.has(id)) names.set(id, name)
    return { body: { name: names.get(id) } }
  })
  expect(learnOnDuplicate(rows)).toMatchObject([{ value: 'keep' }])
})

test.each<[answer: TestAnswer, onDuplicate: string, unknownMembers: string | undefined]>([
  [taken, 'replace', 'ignore'],
  [refused(409), 'reject', 'refuse'],
  [refused(500), 'reject', undefined],
  [refused(429), 'reject', undefined],
])('from %j, it learns onDuplicate %s and unknownMembers %s', async (answer, onDuplicate, unknownMembers) => {
  const rows = await askSome(() => answer)
  expect(learnOnDuplicate(rows)).toEqual([{ path: ['onDuplicate'], value: onDuplicate, by: 'a stored id' }])
  const by = 'an extra member'
  const learned =
    unknownMembers === undefined ? [] : [{ path: ['unknownMembers'], value: unknownMembers, by }]
  expect(learnUnknownMembers(rows)).toEqual(learned)
  expect([...learnOnDuplicate([]), ...learnUnknownMembers([])]).toEqual([])
})

const exact = ['exact-scheme', 'exact-space']

test.each<[title: string, answer: Answering, habits: string[]]>([
  ['everything is taken', () => taken, habits.filter((name) => !/^(?:checks|exact)-/.test(name))],
  ['everything is refused alike', () => refused(400), exact],
  [
    'other forms of credentials are refused as such',
    ({ field }) => (/^Bearer \S/.test(field('authorization') ?? '') ? refused(400) : refused(401)),
    exact,
  ],
  [
    'a byte order mark is taken',
    ({ text }) => (text.startsWith('\ufeff') ? taken : refused(400)),
    [...exact, 'ignores-byte-order-mark'],
  ],
  [
    'unknown codings are taken',
    ({ field }) => (field('content-encoding') ? taken : refused(400)),
    [...exact, 'ignores-content-encoding'],
  ],
  [
    'the last field of two counts',
    ({ headers }) => {
      const values = headers.filter(({ name }) => name === 'Authorization').map(({ value }) => value)
      return values.length === 2 && values.at(-1) !== 'Bearer other' ? taken : refused(401)
    },
    exact,
  ],
  [
    'an empty body has a type',
    ({ field, path, text }) => {
      if (!field('authorization')) return refused(401)
      if (!path.endsWith('/plants')) return refused(404)
      if (!field('content-type')?.startsWith('application/json')) return refused(415)
      return text === '' ? refused(400) : refused(409)
    },
    ['checks-empty-body-type', ...exact],
  ],
])('habits: if %s', async (_, answer, found) => {
  const lesson = { path: ['habits'], value: found, by: 'each showed in a request of its own' }
  expect(learnHabits(await askSome(answer))).toEqual(found.length === 0 ? [] : [lesson])
})

const local = 'http://localhost:3000'
const page = 'https://page.example'
const allow = (origin = ''): TestAnswer => ({ ...taken, headers: { 'access-control-allow-origin': origin } })
test.each<[title: string, answer: Answering, cors: unknown, by: string]>([
  ['all pages', () => allow('*'), '*', `${local} may read answers, ${page} may read answers`],
  [
    'each page',
    ({ field }) => allow(field('origin')),
    '*',
    `${local} may read answers, ${page} may read answers`,
  ],
  ['one page', () => allow(local), [local], `${local} may read answers, ${page} may not read answers`],
  ['preflights only', ({ method }) => (method === 'OPTIONS' ? allow('*') : taken), undefined, ''],
  ['plants only', ({ method }) => (method === 'OPTIONS' ? taken : allow('*')), undefined, ''],
  ['no answer', () => ({ failure: 'dropped' }), undefined, ''],
])('CORS for %s', async (_, answer, value, by) => {
  expect(await learnCors(createService(answer))).toEqual(
    value === undefined ? [] : [{ path: ['cors'], value, by }],
  )
})

test.each<[durations: number[], latency: unknown]>([
  [[5], undefined],
  [[57], undefined],
  [[0, 100, 200, 300, 500, 600, 700, 800, 900], undefined],
  [[1000, 900, 58, 70, 3000], 100],
  [[20_000], 10_000],
])('answers that take %j ms have the latency %j', async (durations, value) => {
  let count = 0
  const answer = () => ({ ...taken, duration: durations[count++ % durations.length] ?? 0 })
  const by = '9 plants one after another: the shortest time, to one of few values'
  const learned = value === undefined ? [] : [{ path: ['latency'], value, by }]
  expect(await learnLatency(createService(answer))).toEqual(learned)
  expect(count).toBe(9)
})

test.each<[limit: number, status: number, found: number, by: string]>([
  [largestBody, 413, largestBody, '2097152 bytes were accepted; more was not tried'],
  [2 ** 20, 413, 2 ** 20, '1048576 bytes were accepted; 1048577 bytes were refused'],
  [50_001, 413, 50_001, '50001 bytes were accepted; 50002 bytes were refused'],
  [2000, 503, largestBody, '2097152 bytes got 429 or 503, which is no decision; more was not tried'],
])(
  'a service that takes bodies of %i bytes, and answers others %i, has maxBody %i',
  async (limit, status, value, by) => {
    const answer: Answering = ({ text }) => (text.length <= limit ? taken : refused(status))
    expect(await learnMaxBody(createService(answer))).toEqual({ value, by })
  },
)

test('of a 200, headers for clients and more members are learned, with {id} for the id', async () => {
  let count = 0
  const notes = createNotes('/api')
  const service = createService(({ text }) => {
    const { id, name, tag } = JSON.parse(text)
    const isFirst = ++count === 1
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        location: `/plants/${id}`,
        etag: `"${count}"`,
        'x-request-id': 'r',
        'cache-control': 'no-store',
        'x-powered-by': 'plants',
        'x-frame-options': 'deny',
        server: 'nginx',
        ...(isFirst && { link: 'first' }),
      },
      body: {
        name: count === 4 ? 'other' : name,
        tag: tag ?? 'plant',
        id,
        at: count,
        ...(isFirst && { first: { id: `${id}`, text: `no ${id}` } }),
      },
    }
  })
  expect(await learnCreated(service, notes)).toEqual(
    [
      ['headers', 'content-type', 'application/json; charset=utf-8', 'a plant with a tag'],
      ['headers', 'location', '/plants/{id}', 'a plant with a tag'],
      ['headers', 'etag', '"{random}"', 'a plant with a tag'],
      ['headers', 'x-request-id', 'r', 'a plant with a tag'],
      ['headers', 'cache-control', 'no-store', 'a plant with a tag'],
      ['headers', 'x-powered-by', 'plants', 'a plant with a tag'],
      ['headers', 'link', undefined, 'comes and goes; the fake has none'],
      ['members', 'id', '{id}', 'a plant with a tag'],
      ['members', 'at', '{number}', 'a plant with a tag'],
      ['members', 'first', { id: '1000001', text: 'no {id}' }, 'a plant with a tag'],
      ['members', 'tag', 'plant', 'a plant without a tag'],
    ].map(([part, name, value, by]) => ({
      path: ['answers', 'created', part, name],
      ...(value !== undefined && { value }),
      by,
    })),
  )
  expect([...notes.broken.values()]).toMatchObject([
    { rule: 'plant-echoes-name', tried: 'a plant without a tag' },
  ])
})

test('a service that never answers with a Plant is none to learn from', async () => {
  const learning = learnCreated(
    createService(() => ({ body: 'hi' })),
    createNotes(''),
  )
  await expect(learning).rejects.toThrow(
    'http://plants.example/api/ answers plain plants, but never with a Plant',
  )
})
