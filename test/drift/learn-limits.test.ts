import { expect, test } from 'vitest'
import { diff, type Learned, learn } from '../../src/drift/drift.ts'
import { largestBody } from '../../src/drift/learn-max-body.ts'
import { type Overrides, startBackend } from '../verify/backends/create-backend.ts'
import { correct, Refusal } from '../verify/backends/parts.ts'
import { limited } from '../verify/backends/right/limited.ts'
import { learnBackend, token } from './learn-here.ts'

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
