import { describe, expect, test } from 'vitest'
import type { DriftCase } from '../../src/drift/cases.ts'
import { compareCase, findPinned } from '../../src/drift/compare-case.ts'
import { findUniqueForm } from '../../src/drift/limit-finder.ts'
import type { FailureName } from '../../src/store/failures.ts'
import { type Answering, createSend, createService, type TestAnswer, token } from './fake-service.ts'

const taken: TestAnswer = { body: { name: 'Fern' } }
const refused = (status: number, message = 'no'): TestAnswer => ({ status, body: { error: status, message } })
const usual: DriftCase = {
  title: 'a case',
  topic: 'Topic',
  toAsk: () => ({ body: '{"id":7,"name":"Fern"}' }),
}

/** Compares a case; the fake names a failure if it refuses. */
function compare(
  service: Answering,
  fake: Answering,
  {
    hasCors = false,
    showToken = false,
    ...one
  }: Partial<DriftCase> & { hasCors?: boolean; showToken?: boolean } = {},
  failure: FailureName = 'duplicate-key',
) {
  const send = createSend(fake)
  return compareCase(
    { ...usual, ...one },
    {
      service: createService(service),
      fake: {
        async send(ask) {
          const sent = await send(ask)
          const { outcome } = sent
          const isRefused = outcome.kind === 'answer' && outcome.answer.status >= 400
          return { ...sent, ...(isRefused && { failure }) }
        },
        [Symbol.asyncDispose]: async () => {},
      },
      pinned: [],
      shown: new Map(),
      hasCors,
      showToken,
      enough: 2,
      findUnique: () => findUniqueForm(createService(service)),
    },
  )
}

/** Answers with these one after another, and with the last one from then on. */
const inTurn = (...answers: TestAnswer[]): Answering => {
  let count = 0
  return () => answers[Math.min(count++, answers.length - 1)] as TestAnswer
}

const about = {
  title: 'a case',
  origin: 'Topic',
  group: 'Topic',
  className: 'plant-store.diff',
  findings: [],
}

test('a case without a difference is the same', async () => {
  expect(
    await compare(
      () => taken,
      () => taken,
    ),
  ).toEqual({
    result: { ...about, status: 'passed', word: 'without a difference' },
  })
})

test('a difference is shown with all exchanges, and keeps both tries', async () => {
  const stored = { toAsk: () => ({ body: '{"id":7}', before: [{ body: '{"id":6}' }] }) }
  const answer: Answering = ({ text, field }) =>
    text.includes('6') ? taken : refused(409, field('authorization'))
  const { result, tries } = await compare(() => taken, answer, stored)
  const toShown = (base: string, body: string, status: number) => ({
    request: expect.objectContaining({
      url: `${base}/plants`,
      body,
      // The fake gets the same requests.
      curl: base === fake ? '' : expect.not.stringContaining(token),
    }),
    answer: expect.objectContaining({ status, body: expect.not.stringContaining(token) }),
    duration: 1,
  })
  const real = 'http://plants.example/api'
  const fake = 'http://127.0.0.1:4010/api'
  const problem = 'the status is 200, and 409 from the fake'
  expect(result).toEqual({
    ...about,
    status: 'failed',
    word: 'different',
    findings: [
      {
        kind: 'error',
        place: '/response/status',
        problem,
        expected: '409',
        actual: '200',
        stable: problem,
        exchanges: [toShown(real, '{"id":6}', 200), toShown(real, '{"id":7}', 200)],
      },
      {
        kind: 'note',
        place: '/response',
        problem: 'the answer of the fake to the same',
        exchanges: [toShown(fake, '{"id":6}', 200), toShown(fake, '{"id":7}', 409)],
      },
    ],
  })
  expect(tries?.map(({ ours }) => ours.failure)).toEqual(['duplicate-key', 'duplicate-key'])
  const shown = await compare(() => taken, answer, { ...stored, showToken: true })
  expect(shown.result.findings[1]?.exchanges[1]).toMatchObject({
    answer: { body: expect.stringContaining(token) },
  })
})

test('an accident does not count, and what happens twice does', async () => {
  expect((await compare(inTurn(refused(500), taken), () => taken)).result.status).toBe('passed')
  expect((await compare(inTurn(refused(500), refused(500), taken), () => taken)).result.status).toBe('failed')
})

const origin = 'https://page.example'
const readable: TestAnswer = { ...taken, headers: { 'access-control-allow-origin': origin } }
/** Answers the case alone in this way. */
const justOnce =
  (answer: TestAnswer): Answering =>
  ({ text }) =>
    text.includes('"id":7,') ? answer : taken

/** Refuses a name that it knows. */
const unique: () => Answering = () => {
  const names = new Set(['Fern'])
  return ({ text }) => {
    const { name } = JSON.parse(text)
    if (names.has(name)) return refused(422, 'taken')
    names.add(name)
    return taken
  }
}
const uniqueReason = 'the service refuses a name that it has stored before'
const corsReason = 'the service may allow other pages only, and the configuration of the fake has no cors'
const layerReason = 'a server in front of the service decides it, in a way that the fake must not imitate'

describe('a difference that is excused', () => {
  test.each<
    [title: string, service: Answering, one: Parameters<typeof compare>[2], reason: string | undefined]
  >([
    ['a name that is stored', unique(), {}, uniqueReason],
    ['a refusal like no other', justOnce(refused(422)), {}, undefined],
    ['a page that may not read', () => taken, { origin }, corsReason],
    ['a page that may not read, with cors', () => taken, { origin, hasCors: true }, undefined],
    ['too much load', justOnce(refused(429)), {}, 'the service asked for fewer requests'],
    ['no answer from a server in front', justOnce({ failure: 'x' }), { isForHttpLayer: true }, layerReason],
    ['a 400 of a server in front', justOnce({ status: 400 }), { isForHttpLayer: true }, layerReason],
    ['an Error as 400', justOnce(refused(400)), { isForHttpLayer: true }, undefined],
    ['a 404 of a server in front', justOnce({ status: 404 }), { isForHttpLayer: true }, undefined],
    ['no answer', justOnce({ failure: 'x' }), {}, undefined],
    ['a 400', justOnce({ status: 400 }), {}, undefined],
  ])('%s', async (_, service, one, reason) => {
    const { result, ...more } = await compare(service, () => readable, one)
    const skipped = { ...about, status: 'skipped', word: 'not compared', reason }
    if (reason === undefined) expect(result).toMatchObject({ status: 'failed' })
    else expect([result, more]).toEqual([skipped, {}])
  })
})

test('a service may read HTTP that the fake refuses', async () => {
  const one = { isForHttpLayer: true }
  const judge = async (failure: FailureName) =>
    (
      await compare(
        () => taken,
        () => refused(431),
        one,
        failure,
      )
    ).result.reason
  const lenient = ['malformed-request', 'headers-too-large', 'duplicate-key'] as const
  expect(await Promise.all(lenient.map(judge))).toEqual([layerReason, layerReason, undefined])
})

test('for a page, only whether it may read the answer is compared', async () => {
  expect(
    (
      await compare(
        () => ({ ...readable, status: 201 }),
        () => readable,
        { origin },
      )
    ).result.status,
  ).toBe('passed')
  const { result, ...more } = await compare(
    () => readable,
    () => refused(403),
    { origin },
  )
  const problem = `the service lets pages of ${origin} read the answer, unlike the fake`
  expect([result, more]).toMatchObject([
    { status: 'failed', findings: [{ problem, stable: problem }, {}] },
    {},
  ])
  const { result: other } = await compare(
    () => taken,
    () => readable,
    { origin, hasCors: true },
  )
  expect(other.findings[0]?.problem).toBe(
    `the service doesn't let pages of ${origin} read the answer, unlike the fake`,
  )
})

test('the messages that the options of the fake set are found', () => {
  expect(findPinned()).toEqual([])
  expect(findPinned({ preset: 'http', 'duplicate-key': { message: 'taken' }, created: {} })).toEqual([
    'taken',
  ])
})
