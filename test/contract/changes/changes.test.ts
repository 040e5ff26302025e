import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startServer } from '../../../src/adapters/server/start-server.ts'
import { stringifyExactJson } from '../../../src/json/exact-json.ts'
import type { RuleId } from '../../../src/judge/generated/rules.ts'
import { compileChanged } from './compile-changed.ts'
import { type Change, loadChanged } from './load-changed.ts'

const plant = 'components schemas Plant'
const operation = 'paths /plants post responses'
const response = (name: string) => ({
  description: 'A response',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

/** Changes that a growing API needs, each with the rule that a service breaks that doesn't follow. */
const changes: readonly (readonly [title: string, rule: RuleId, change: Change])[] = [
  ['an optional property', 'plant-has-members', [[`${plant} properties habitat`, { type: 'string' }]]],
  [
    'a required number',
    'plant-has-members',
    [
      [`${plant} properties price`, { type: 'number' }],
      [`${plant} required`, ['name', 'price']],
    ],
  ],
  [
    'a required property of which other values are wrong',
    'refuses-wrong-member',
    [
      [`${plant} properties count`, { type: 'integer', format: 'int32', minimum: 0 }],
      [`${plant} required`, ['name', 'count']],
    ],
  ],
  [
    'a name with lengths',
    'refuses-outside-limits',
    [[`${plant} properties name`, { type: 'string', minLength: 3, maxLength: 20 }]],
  ],
  [
    'a tag of a list',
    'refuses-outside-limits',
    [[`${plant} properties tag`, { type: 'string', enum: ['fern', 'tree'] }]],
  ],
  [
    'positive ids',
    'refuses-outside-limits',
    [['components schemas NewPlant allOf 0 properties id minimum', 1]],
  ],
  [
    'an object with properties of its own',
    'plant-has-members',
    [
      [
        `${plant} properties location`,
        {
          type: 'object',
          required: ['lat'],
          properties: { lat: { type: 'number', minimum: -90, maximum: 90 }, note: { type: 'string' } },
        },
      ],
    ],
  ],
  [
    'booleans and arrays',
    'refuses-wrong-member',
    [
      [`${plant} properties isWild`, { type: 'boolean' }],
      [`${plant} properties kinds`, { type: 'array', items: { enum: ['herb', 'tree'] }, minItems: 1 }],
    ],
  ],
  [
    'a string with a pattern, or null',
    'refuses-wrong-member',
    [[`${plant} properties code`, { type: ['string', 'null'], pattern: '^[A-Z]{2}$', maxLength: 2 }]],
  ],
  [
    'a property with limits, and strings with characters of JSON',
    'refuses-wrong-member',
    [[`${plant} properties mail`, { type: 'string', enum: ['{a:1,b:2}', 'c'] }]],
  ],
  [
    'an id in responses',
    'plant-has-members',
    [[`${plant} properties id`, { type: 'integer', format: 'int64' }]],
  ],
  [
    'other statuses',
    'created-status',
    [
      [`${operation} 200`, undefined],
      [`${operation} 201`, response('Plant')],
      [`${operation} 409`, response('Error')],
    ],
  ],
  [
    'another property of errors',
    'error-has-members',
    [
      ['components schemas Error properties hint', { type: 'string' }],
      ['components schemas Error required', ['error', 'message', 'hint']],
    ],
  ],
]

/** A plant that can't have other properties. */
const closed: Change = [
  [
    'components schemas NewPlant',
    {
      type: 'object',
      required: ['id', 'name'],
      additionalProperties: false,
      properties: {
        id: { type: 'integer', format: 'int64' },
        name: { type: 'string' },
        tag: { type: 'string' },
      },
    },
  ],
]

/** All changes that can be made at once. */
const all = changes.flatMap(([, , change]) => change).filter(([path]) => !path.endsWith('required'))

type Kit = Awaited<ReturnType<typeof loadChanged>>

/** Judges a service by changed rules; returns the rules that it breaks, or why it can't be judged. */
async function judge({ verify }: Kit, url: string, only?: readonly RuleId[]): Promise<string[]> {
  const report = await verify(url, { token: 'right', ...(only && { only }) })
  const broken = report.cases.filter(({ status }) => status === 'failed' || status === 'warning')
  return [...broken.map(({ title }) => title), report.unjudged?.message ?? []].flat()
}

test.each([...changes, ['no other properties', 'refuses-wrong-member', closed] as const])(
  '%s: the new mock is right, and the old one breaks %s',
  async (title, rule, change) => {
    const kit = await loadChanged(title, change)
    const credentials = ['right']
    await using fresh = await kit.startServer({ port: 0, credentials })
    await using old = await startServer({ port: 0, credentials })
    expect(await judge(kit, fresh.url, ['created-status', 'accepts-any-json-form', rule])).toEqual([])
    expect(await judge(kit, old.url, [rule])).toContain(rule)
  },
)

test('with all changes at once, the new mock keeps every rule', async () => {
  const kit = await loadChanged('all', all)
  await using mock = await kit.startServer({ port: 0, credentials: ['right'] })
  expect(await judge(kit, mock.url)).toEqual([])
})

test('with a limit of another property alone, and a property with the name of an extra one, the new mock keeps every rule', async () => {
  const change: Change = [
    [`${plant} properties habitat`, { type: 'string', maxLength: 30 }],
    [`${plant} properties more`, { type: 'integer', format: 'int32' }],
  ]
  const kit = await loadChanged('limit', change)
  await using mock = await kit.startServer({ port: 0, credentials: ['right'] })
  expect(await judge(kit, mock.url)).toEqual([])
})

test('with all changes at once, generators, patterns, matchers, and seeds know the new properties', async () => {
  const kit = await loadChanged('all', all)
  const seed = { ...kit.examplePlant, id: 5 }
  const mock = kit.createMock({ credentials: ['right'], seed: { plants: [seed] } })
  const send = (plant: object) =>
    mock.handle({
      method: 'POST',
      path: '/plants',
      headers: { authorization: 'Bearer right', 'content-type': 'application/json' },
      body: stringifyExactJson(plant),
    })
  const made = fc.sample(kit.newPlant(), { seed: 3, numRuns: 100 })
  for (const plant of [kit.examplePlant, ...made]) expect([201, 409]).toContain((await send(plant)).status)
  const properties = new Set(made.flatMap((plant) => Object.keys(plant)))
  expect([...properties]).toEqual(expect.arrayContaining(['habitat', 'price', 'location', 'kinds', 'code']))
  const habitat = 'Monstera deliciosa'
  await send({ ...kit.examplePlant, id: 2_000_000, habitat })
  expect(mock.requests.count({ body: { habitat } })).toBe(1)
  const context = { isNot: false, promise: '', utils: { printExpected: String } } as never
  expect(await kit.toHaveCreated.call(context, mock, 'plants', { habitat })).toMatchObject({ pass: true })
  const changed = { ...seed, habitat: 'another one' }
  await mock.configure({ seed: { plants: [changed] } })
  expect(await mock.records('plants').get(5)).toMatchObject({ habitat: 'another one' })
})

test('with all changes at once, the types compile', async () => {
  const required = [`${plant} required`, ['name', 'price', 'count']] as const
  expect(await compileChanged([...all, required])).toEqual([])
})
