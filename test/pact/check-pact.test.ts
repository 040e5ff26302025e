import { describe, expect, test } from 'vitest'
import { checkPact } from '../../src/pact/pact.ts'
import { type Difference, headers, withBody, writeFile, writeInteraction, writePact } from './written-pact.ts'

const nothing = { body: undefined, headers: undefined }
const error = withBody({ error: 1, message: 'no' })
const fern = { id: 7, name: 'Fern' }
const ofBody = (member: string, match: object): object => ({
  body: { [`$.${member}`]: { combine: 'AND', matchers: [match] } },
})

/** Checks an interaction; returns its findings like those in verdicts.json, and fails if the outcome doesn't fit them. */
async function check(interaction: object, version = '4.0'): Promise<string[]> {
  const pact = writePact([interaction], { metadata: { pactSpecification: { version } } })
  const { outcome, cases: interactions } = await checkPact(pact)
  const findings = interactions.flatMap((one) => one.findings)
  expect(outcome).toBe(findings.some(({ kind }) => kind === 'error') ? 'failed' : 'passed')
  return findings.map(({ kind, place, rule }) =>
    [kind, place?.replace('/interactions/0/', ''), rule].filter(Boolean).join(' '),
  )
}

// The pacts in files/ show more of what is allowed, forbidden, or left open.
test.each<[title: string, difference: Difference, ...found: string[]]>([
  ['an answer whose body is not checked', { response: { body: undefined } }],
  [
    'another name than in the request, with a matcher of its type',
    { response: { ...withBody({ name: 'Moss' }), matchingRules: ofBody('name', { match: 'type' }) } },
  ],
  [
    'a regex that matches integers',
    { request: { ...withBody(fern), matchingRules: ofBody('id', { match: 'regex', regex: '\\d+' }) } },
  ],
  ['a member that is not in the schema', { request: withBody({ ...fern, size: 3 }) }],
  [
    'a stored id that is refused',
    {
      states: [{ name: 'a plant with the id exists', params: { id: '7' } }],
      response: { status: 400, ...error },
    },
  ],
  [
    'a refused plant with a free id',
    { response: { status: 400, ...error } },
    'error response/status created-status',
  ],
  [
    'the same with the id in the name of the state',
    { states: [{ name: 'no plant with id 7 exists' }], response: { status: 400, body: undefined } },
    'error response/status created-status',
  ],
  ['an answer without a name', { response: withBody({}) }, 'error response/body/content/name plant-has-name'],
  [
    'a tag that is not a string',
    { response: withBody({ name: 'Fern', tag: 5 }) },
    'error response/body/content/tag omitted-tag-is-no-null',
  ],
  [
    'another content type',
    { response: { headers: { 'Content-Type': ['text/html'] }, ...withBody('<p>') } },
    'error response/headers/Content-Type created-content-type',
    'error response/body/content created-is-json',
  ],
  [
    'a header that is not documented',
    { response: { headers: { 'X-Rate': ['1'] } } },
    'error response/headers/X-Rate',
  ],
  ['a missing id', { request: withBody({ name: 'x' }) }, 'error request/body/content/id refuses-missing-id'],
  ['no body', { request: { body: undefined } }, 'error request/body/content refuses-empty-body'],
  ['no credentials', { request: headers.none }, 'error request/headers refuses-missing-credentials'],
  [
    'a token that is not valid',
    { states: [{ name: 'the token is not valid' }] },
    'error request/headers refuses-unissued-token',
  ],
  ['another method', { request: { method: 'GET' } }, 'error request/method other-methods'],
  [
    'a 5xx for credentials',
    { request: headers.none, response: { status: 500, ...nothing } },
    'error response/status refused-credentials-no-5xx',
  ],
  [
    'an Error without a message',
    { request: withBody({}), response: { status: 400, ...withBody({ error: 1 }) } },
    'error response/body/content/message error-has-message',
  ],
])('%s', async (_title, difference, ...found) => {
  expect(await check(writeInteraction(difference))).toEqual(found)
})

describe('the matcher of a status is read', () => {
  const wanted = { status: 'clientError', match: 'statusCode' }
  test.each<[title: string, rules: object, ...found: string[]]>([
    ['a class with 400', { matchers: [wanted] }],
    ['a class for a place', { $: { matchers: [wanted] } }],
    ['a list with 400', { matchers: [{ match: 'statusCode', status: [400, 401] }] }],
    [
      'a list without 400',
      { matchers: [{ match: 'statusCode', status: [401, 403] }] },
      'note response/status status-for-missing-credentials',
    ],
  ])('%s', async (_title, status, ...found) => {
    const response = { status: 401, headers: {}, body: undefined, matchingRules: { status } }
    expect(await check(writeInteraction({ request: headers.none, response }))).toEqual(found)
  })
})

describe('values that matchers and generators allow are judged like examples', () => {
  const simple = 'boolean integer number decimal null real'
  const texts = 'date time timestamp datetime semver'
  const makers = 'Uuid RandomString RandomHexadecimal RandomBoolean Regex Date Time DateTime MockServerURL'
  /** Names of matchers, or of generators, that allow or make wrong values of a member. */
  const wrong: [names: string, key: 'match' | 'type', place: string, found: string][] = [
    [simple, 'match', 'response name', 'error plant-has-name'],
    [simple, 'match', 'request name', 'error refuses-name-of-wrong-type'],
    ['RandomInt', 'type', 'request name', 'error refuses-name-of-wrong-type'],
    ['decimal', 'match', 'request id', 'error refuses-fractional-id'],
    ['RandomDecimal', 'type', 'request id', 'error refuses-fractional-id'],
    [texts, 'match', 'request id', 'error refuses-id-of-wrong-type'],
    [makers, 'type', 'request id', 'error refuses-id-of-wrong-type'],
    ['type', 'match', 'request id', 'note refuses-fractional-id'],
  ]
  const rows = wrong.flatMap(([names, key, place, found]) =>
    names.split(' ').map((name) => ({ rule: { [key]: name }, place, found })),
  )
  const letters = { match: 'regex', regex: '[a-z]+' }
  test.each([...rows, { rule: letters, place: 'request id', found: 'error refuses-id-of-wrong-type' }])(
    '$rule in the $place, in every version',
    async ({ rule, place: where, found }) => {
      const [side = '', member = ''] = where.split(' ')
      const isGenerator = 'type' in rule
      for (const version of isGenerator ? ['3.0.0', '4.0'] : ['2.0.0', '3.0.0', '4.0']) {
        const isV4 = version === '4.0'
        const old = { [`$.body.${member}`]: rule }
        const rules = isGenerator
          ? { generators: { body: { [`$.${member}`]: rule } } }
          : { matchingRules: version === '2.0.0' ? old : ofBody(member, rule) }
        const sent = { method: 'POST', path: '/plants', headers: { Authorization: 'Bearer x' } }
        const wrap = (content: object) => ({ body: isV4 ? { content, encoded: false } : content })
        const interaction = {
          ...(isV4 && { type: 'Synchronous/HTTP' }),
          description: 'a plant is created',
          request: { ...sent, ...wrap(fern), ...(side === 'request' && rules) },
          response: { status: 200, ...wrap({ name: 'Fern' }), ...(side === 'response' && rules) },
        }
        const [kind, id] = found.split(' ')
        const place = `${side}/body/${isV4 ? 'content/' : ''}${member}`
        expect(await check(interaction, version), version).toEqual([`${kind} ${place} ${id}`])
      }
    },
  )
})

test('the report names the pact and says when the check started and how long it took', async () => {
  const [start, now] = [performance.now(), Date.now()]
  const report = await checkPact(writeFile(writePact([writeInteraction()])), writePact([writeInteraction()]))
  expect(report).toMatchObject({
    command: 'check-pact',
    subject: 'openapi.yaml',
    outcome: 'passed',
    cases: [
      { pact: expect.stringMatching(/pact\.json$/), consumer: 'shop', provider: 'plant-store' },
      { pact: 'the pact', states: ['no plant with the id exists'] },
    ],
    broken: [],
    notes: [],
  })
  expect(report.duration).toBeLessThanOrEqual(Math.ceil(performance.now() - start))
  expect(Date.parse(report.startedAt)).toBeGreaterThanOrEqual(now)
})
