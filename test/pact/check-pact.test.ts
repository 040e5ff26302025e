import { describe, expect, test } from 'vitest'
import { checkPact, PactFileError } from '../../src/pact/pact.ts'
import { type Difference, headers, withBody, writeInteraction, writePact } from './written-pact.ts'

const nothing = { body: undefined, headers: undefined }
const error = withBody({ error: 1, message: 'no' })
const request = '/interactions/0/request'
const response = '/interactions/0/response'
const ofBody = (member: string, match: object): object => ({
  body: { [`$.${member}`]: { combine: 'AND', matchers: [match] } },
})
/** A finding: its severity, its place, and the rule that it touches. */
type Expected = [severity: 'error' | 'note', place: string, rule: string | undefined]

async function check(difference: Difference): Promise<{ outcome: string; found: Expected[] }> {
  const { outcome, interactions } = await checkPact(writePact([writeInteraction(difference)]))
  const findings = interactions.flatMap((interaction) => interaction.findings)
  return { outcome, found: findings.map(({ severity, place = '', rule }) => [severity, place, rule?.id]) }
}

// The pacts in files/ show more of what is allowed, forbidden, or left open.
describe('what the specification allows has no findings', () => {
  test.each<[title: string, difference: Difference]>([
    ['an answer whose body is not checked', { response: { body: undefined } }],
    [
      'a tag',
      {
        request: withBody({ id: 7, name: 'Fern', tag: 'outdoors' }),
        response: withBody({ name: 'Fern', tag: 'outdoors' }),
      },
    ],
    [
      'another name than in the request, with a matcher of its type',
      { response: { ...withBody({ name: 'Moss' }), matchingRules: ofBody('name', { match: 'type' }) } },
    ],
    [
      'a regex that matches integers',
      {
        request: {
          ...withBody({ id: 7, name: 'Fern' }),
          matchingRules: ofBody('id', { match: 'regex', regex: '\\d+' }),
        },
      },
    ],
    ['a member that is not in the schema', { request: withBody({ id: 7, name: 'Fern', size: 3 }) }],
    ['a refused body', { request: withBody({ id: 7 }), response: { status: 400, ...error } }],
    [
      'a stored id that is refused',
      {
        states: [{ name: 'a plant with the id exists', params: { id: '7' } }],
        response: { status: 400, ...error },
      },
    ],
  ])('%s', async (_title, difference) => {
    expect(await check(difference)).toEqual({ outcome: 'passed', found: [] })
  })
})

describe('what it forbids or does not promise is an error', () => {
  test.each<[title: string, difference: Difference, ...found: Expected[]]>([
    [
      'a refused valid plant with a free id',
      { response: { status: 400, ...error } },
      ['error', `${response}/status`, 'created-is-200'],
    ],
    [
      'an answer without a name',
      { response: withBody({}) },
      ['error', `${response}/body/content/name`, 'plant-has-name'],
    ],
    [
      'a name that is not a string',
      { response: withBody({ name: 5 }) },
      ['error', `${response}/body/content/name`, 'plant-has-name'],
    ],
    [
      'a tag that is not a string',
      { response: withBody({ name: 'Fern', tag: 5 }) },
      ['error', `${response}/body/content/tag`, 'omitted-tag-is-no-null'],
    ],
    [
      'another content type',
      { response: { headers: { 'Content-Type': ['text/html'] }, ...withBody('<p>') } },
      ['error', `${response}/headers/Content-Type`, 'created-content-type'],
      ['error', `${response}/body/content`, 'created-is-json'],
    ],
    [
      'a header that is not documented',
      { response: { headers: { 'X-Rate': ['1'] } } },
      ['error', `${response}/headers/X-Rate`, undefined],
    ],
    [
      'a missing id',
      { request: withBody({ name: 'x' }) },
      ['error', `${request}/body/content/id`, 'refuses-missing-id'],
    ],
    [
      'a missing name',
      { request: withBody({ id: 7 }) },
      ['error', `${request}/body/content/name`, 'refuses-missing-name'],
    ],
    [
      'a name of another type in the request',
      { request: withBody({ id: 7, name: 5 }) },
      ['error', `${request}/body/content/name`, 'refuses-name-of-wrong-type'],
    ],
    ['no body', { request: { body: undefined } }, ['error', `${request}/body/content`, 'refuses-empty-body']],
    [
      'no credentials',
      { request: headers.none },
      ['error', `${request}/headers`, 'refuses-missing-credentials'],
    ],
    [
      'a token that is not valid',
      { states: [{ name: 'the token is not valid' }] },
      ['error', `${request}/headers`, 'refuses-unissued-token'],
    ],
    ['another method', { request: { method: 'GET' } }, ['error', `${request}/method`, 'other-methods']],
    [
      'a 5xx for credentials',
      { request: headers.none, response: { status: 500, ...nothing } },
      ['error', `${response}/status`, 'refused-credentials-no-5xx'],
    ],
    [
      'an Error without a message',
      { request: withBody({}), response: { status: 400, ...withBody({ error: 1 }) } },
      ['error', `${response}/body/content/message`, 'error-has-message'],
    ],
    [
      'a tag that is not in the request',
      { response: withBody({ name: 'Fern', tag: 'x' }) },
      ['error', `${response}/body/content/tag`, 'omitted-tag-stays-out'],
    ],
  ])('%s', async (_title, difference, ...found) => {
    expect(await check(difference)).toEqual({ outcome: 'failed', found })
  })
})

describe('the matcher of a status is read', () => {
  const wanted = { status: 'clientError', match: 'statusCode' }
  test.each<[title: string, rules: object, severity: string | undefined]>([
    ['a class with 400', { matchers: [wanted] }, undefined],
    ['a class for a place', { $: { matchers: [wanted] } }, undefined],
    ['a list with 400', { matchers: [{ match: 'statusCode', status: [400, 401] }] }, undefined],
    ['a list without 400', { matchers: [{ match: 'statusCode', status: [401, 403] }] }, 'note'],
  ])('%s', async (_title, status, severity) => {
    const interaction = writeInteraction({
      request: { headers: { 'Content-Type': ['application/json'] } },
      response: { status: 401, headers: {}, body: undefined, matchingRules: { status } },
    })
    const { outcome, interactions } = await checkPact(writePact([interaction]))
    expect([outcome, interactions[0]?.findings[0]?.severity]).toEqual(['passed', severity])
  })
})

describe('values that matchers and generators allow are judged like examples', () => {
  const name = ['error', `${response}/body/name`, 'plant-has-name'] as const
  const sentName = ['error', `${request}/body/name`, 'refuses-name-of-wrong-type'] as const
  const id = (rule: string) => ['error', `${request}/body/id`, rule] as const
  test.each<[match: object, side: 'request' | 'response', member: string, found: readonly unknown[]]>([
    ...['boolean', 'integer', 'number', 'decimal'].flatMap((match) => [
      [{ match }, 'response', 'name', name] as [object, 'response', string, typeof name],
      [{ match }, 'request', 'name', sentName] as [object, 'request', string, typeof sentName],
    ]),
    [{ match: 'decimal' }, 'request', 'id', id('refuses-fractional-id')],
    [{ match: 'regex', regex: '[a-z]+' }, 'request', 'id', id('refuses-id-of-wrong-type')],
    [{ type: 'Uuid' }, 'request', 'id', id('refuses-id-of-wrong-type')],
    [{ type: 'RandomInt' }, 'request', 'name', sentName],
    [{ match: 'type' }, 'request', 'id', ['note', `${request}/body/id`, 'refuses-fractional-id']],
  ])('%j in the %s for %s, in every version', async (match, side, member, found) => {
    for (const version of ['2.0.0', '3.0.0', '4.0']) {
      const isV4 = version === '4.0'
      const isGenerator = 'type' in match
      if (isGenerator && version === '2.0.0') continue
      const rules = isGenerator
        ? { generators: { body: { [`$.${member}`]: match } } }
        : { matchingRules: version === '2.0.0' ? { [`$.body.${member}`]: match } : ofBody(member, match) }
      const sent = { method: 'POST', path: '/plants', headers: { Authorization: 'Bearer x' } }
      const wrap = (content: object) => ({ body: isV4 ? { content, encoded: false } : content })
      const interaction = {
        ...(isV4 && { type: 'Synchronous/HTTP' }),
        description: 'a plant is created',
        request: { ...sent, ...wrap({ id: 7, name: 'Fern' }), ...(side === 'request' && rules) },
        response: { status: 200, ...wrap({ name: 'Fern' }), ...(side === 'response' && rules) },
      }
      const { interactions } = await checkPact(
        writePact([interaction], { metadata: { pactSpecification: { version } } }),
      )
      const findings = interactions.flatMap((one) => one.findings)
      const places = findings.map(({ severity, place = '', rule }) => [
        severity,
        place.replace('/content', ''),
        rule?.id,
      ])
      expect(places, version).toEqual([found])
    }
  })
})

test('a state with the id in its name equals the state with the id as a parameter', async () => {
  const states = [{ name: 'no plant with id 7 exists' }]
  const response = { status: 400, body: undefined }
  const { outcome, interactions } = await checkPact(writePact([writeInteraction({ states, response })]))
  expect([outcome, interactions[0]?.findings[0]?.rule?.id]).toEqual(['failed', 'created-is-200'])
})

test('nothing to check is an error', async () => {
  await expect(checkPact()).rejects.toThrow('there are no pacts')
  await expect(checkPact(writePact([]))).rejects.toThrow('the pact has no interactions')
})

test.each<[title: string, difference: object]>([
  ['no states', { providerStates: null }],
  ['no request', { request: null }],
  ['no response', { response: null }],
  ['no status', { response: { headers: null } }],
  ['no headers', { request: { method: 'POST', path: '/plants', headers: null } }],
])('null means %s', async (_title, difference) => {
  const pact = writePact([{ ...writeInteraction(), ...difference }])
  await expect(checkPact(pact)).resolves.toMatchObject({ command: 'check-pact' })
})

test.each<[title: string, pact: string | object, message: RegExp]>([
  ['a file that does not exist', '/nowhere.json', /can't be read: there is no such file$/],
  [
    "an object that isn't a pact",
    { consumer: {} },
    /^the pact isn't a pact: it has no consumer with a name$/,
  ],
])('%s is an error', async (_title, pact, message) => {
  await expect(checkPact(pact)).rejects.toThrow(PactFileError)
  await expect(checkPact(pact)).rejects.toThrow(message)
})
