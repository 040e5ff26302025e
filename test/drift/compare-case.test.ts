import { expect, test } from 'vitest'
import type { DriftCase } from '../../src/drift/cases.ts'
import { compareCase, findPinned } from '../../src/drift/compare-case.ts'
import type { FailureName } from '../../src/index.ts'
import { type Answering, createSend, createService, type TestAnswer, token } from './fake-service.ts'

const taken: TestAnswer = { body: { name: 'Fern' } }
const refused = (status: number, message = 'no'): TestAnswer => ({ status, body: { error: status, message } })
const usual: DriftCase = {
  title: 'a case',
  topic: 'Topic',
  toAsk: () => ({ body: '{"id":7,"name":"Fern"}' }),
}

/** Answers with these one after another, and with the last one from then on. */
const inTurn = (...answers: TestAnswer[]): Answering => {
  let count = 0
  return () => answers[Math.min(count++, answers.length - 1)] as TestAnswer
}

type Changes = Partial<DriftCase> & { hasCors?: boolean; showToken?: boolean; failure?: FailureName }
const toAnswering = (one: Answering | TestAnswer): Answering => (typeof one === 'function' ? one : () => one)

/** Compares a case; the fake names a failure if it refuses. */
function compare(service: Answering | TestAnswer, fake: Answering | TestAnswer, changes: Changes = {}) {
  const { hasCors = false, showToken = false, failure = 'duplicate-id', ...one } = changes
  const send = createSend(toAnswering(fake))
  return compareCase(
    { ...usual, ...one },
    {
      service: createService(toAnswering(service)),
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
      hasCors,
      showToken,
    },
  )
}

test('a case without a difference is the same, and says what both refused', async () => {
  const result = { title: 'a case', topic: 'Topic', status: 'same', differences: [] }
  expect(await compare(taken, taken)).toEqual({ result })
  expect(await compare(refused(409), refused(409))).toMatchObject({
    result,
    refused: { failure: 'duplicate-id' },
  })
})

test('a difference is shown with all exchanges, and says what the fake refused', async () => {
  const stored = { toAsk: () => ({ body: '{"id":7}', stored: ['{"id":6}'] }), isDuplicate: true }
  const answer: Answering = ({ text, field }) =>
    text.includes('6') ? taken : refused(409, field('authorization'))
  const { result, refused: found } = await compare(taken, answer, stored)
  const toShown = (base: string, body: string, status: number) => ({
    request: expect.objectContaining({
      url: `${base}/plants`,
      body,
      curl: expect.not.stringContaining(token),
    }),
    answer: expect.objectContaining({ status, body: expect.not.stringContaining(token) }),
    duration: 1,
  })
  const real = 'http://plants.example/api'
  const fake = 'http://127.0.0.1:4010/api'
  const problem = 'the status is 200, and 409 from the fake'
  expect(result).toEqual({
    title: 'a case',
    topic: 'Topic',
    status: 'different',
    differences: [{ problem, stable: problem }],
    real: [toShown(real, '{"id":6}', 200), toShown(real, '{"id":7}', 200)],
    fake: [toShown(fake, '{"id":6}', 200), toShown(fake, '{"id":7}', 409)],
  })
  expect(found).toMatchObject({ failure: 'duplicate-id', ours: { status: 409 }, theirs: { status: 200 } })
  const shown = await compare(taken, answer, { ...stored, showToken: true })
  expect(shown.result.fake?.[1]).toMatchObject({ answer: { body: expect.stringContaining(token) } })
})

const inOwnWay: Answering = ({ text }) => refused(text.includes('"id":7,') ? 422 : 409)
/** Answers the case alone in this way. */
const justOnce =
  (answer: TestAnswer): Answering =>
  ({ text }) =>
    text.includes('"id":7,') ? answer : taken

test.each<[status: string, title: string, service: Answering | TestAnswer, changes?: Changes, fake?: object]>(
  [
    ['same', 'an accident that happens once', inTurn(refused(500), taken), {}, taken],
    ['different', 'what happens twice', inTurn(refused(500), refused(500), taken), {}, taken],
    ['same', 'a stored id that the fake refuses the same way', refused(409)],
    ['same', 'a stored id that the fake already refused', refused(409, 'stored')],
    ['same', 'a stored id that has a refusal of its own', refused(422, 'stored')],
    ['different', 'a stored id that is refused in another way', inOwnWay],
    ['different', 'a stored id if the case is about one', refused(422), { isDuplicate: true }],
    ['different', 'a stored id that the service takes', { ...taken, status: 201 }],
    ['different', 'another reason', refused(422), { failure: 'invalid-plant' }, refused(409)],
  ],
)('%s: %s', async (status, _title, service, changes, fake = inTurn(taken, refused(409))) => {
  expect((await compare(service, fake, changes)).result.status).toBe(status)
})

const origin = 'https://page.example'
const readable: TestAnswer = { ...taken, headers: { 'access-control-allow-origin': origin } }

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
const layerReason = 'a server in front of the service refuses it, in a way that the fake must not imitate'

test.each<[title: string, service: Answering | TestAnswer, changes: Changes, reason?: string]>([
  ['a name that is stored is excused', unique(), {}, uniqueReason],
  ['a refusal like no other', justOnce(refused(422)), {}],
  ['a page that may not read is excused', taken, { origin }, corsReason],
  ['a page that may not read, with cors', taken, { origin, hasCors: true }],
  ['too much load is excused', justOnce(refused(429)), {}, 'the service asked for fewer requests'],
  [
    'no answer of a server in front is excused',
    justOnce({ failure: 'x' }),
    { isForHttpLayer: true },
    layerReason,
  ],
  ['a 400 of a server in front is excused', justOnce({ status: 400 }), { isForHttpLayer: true }, layerReason],
  ['an Error as 400', justOnce(refused(400)), { isForHttpLayer: true }],
  ['a 404 of a server in front', justOnce({ status: 404 }), { isForHttpLayer: true }],
  ['no answer', justOnce({ failure: 'x' }), {}],
  ['a 400', justOnce({ status: 400 }), {}],
])('a difference: %s', async (_, service, changes, reason) => {
  const { result, ...more } = await compare(service, readable, changes)
  const skipped = { title: 'a case', topic: 'Topic', status: 'skipped', differences: [], reason }
  if (reason === undefined) expect(result).toMatchObject({ status: 'different' })
  else expect([result, more]).toEqual([skipped, {}])
})

test('for a page, only whether it may read the answer is compared', async () => {
  const same = await compare({ ...readable, status: 201 }, readable, { origin })
  expect(same.result.status).toBe('same')
  const problem = `the service lets pages of ${origin} read the answer, unlike the fake`
  const { result, ...more } = await compare(readable, refused(403), { origin })
  const differences = [{ problem, stable: problem }]
  expect([result, more]).toMatchObject([{ status: 'different', differences }, {}])
  expect(more).toEqual({})
  const other = await compare(taken, readable, { origin, hasCors: true })
  expect(other.result.differences[0]?.problem).toBe(problem.replace('lets', "doesn't let"))
})

test('the messages that the options of the fake set are found', () => {
  expect(findPinned()).toEqual([])
  expect(findPinned({ preset: 'http', 'duplicate-id': { message: 'taken' }, created: {} })).toEqual(['taken'])
})
