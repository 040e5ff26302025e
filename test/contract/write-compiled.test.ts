import { expect, test } from 'vitest'
import { type CompiledDescription, functions, toCompiledContract } from '../../src/contract/compiled.ts'
import { isListed } from '../../src/contract/compiled-functions.ts'
import { type Contract, ContractError, type Effect, type Schema } from '../../src/contract/contract.ts'
import { listEdges } from '../../src/contract/edges.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { writeCompiled } from '../../src/contract/write-compiled.ts'
import { contracts } from '../mock/contracts.ts'
import { toPaths } from './describe-api.ts'

/** Evaluates what was written, as a module does. */
function compile(document: unknown): Contract {
  const { document: given, validators, resources } = writeCompiled(document)
  const code = `return { document: ${given}, validators: ${validators}, resources: ${resources} }`
  return toCompiledContract(new Function('kit', code)(functions))
}

const listSchemas = ({ operations, webhooks }: Contract): Schema[] => [
  ...[...operations, ...operations.flatMap(({ callbacks }) => callbacks), ...webhooks].flatMap(
    ({ parameters, body }) => [...parameters, ...(body?.media ?? [])].map(({ schema }) => schema),
  ),
  ...operations.flatMap(({ responses }) =>
    responses.all.flatMap(({ media }) => media.map(({ schema }) => schema)),
  ),
]

const values = [undefined, null, 1, 1.5, 9007199254740993n, 'x', true, {}, [], [{}], [1]]

/** Lists where two schemas judge differently, and where those of their properties do, each schema once. */
function compare(one: Schema, other: Schema, seen: Set<string>, depth = 0): unknown[] {
  const name = `${one.direction} ${one.pointer}`
  if (seen.has(name)) return []
  seen.add(name)
  const { inside, outside } = listEdges(one)
  const edges = [...inside, ...outside].map(({ value }) => value)
  const different = [...values, one.example(), one.example(1), ...edges].flatMap((value) => {
    const [problems, found] = [one.check(value), other.check(value)]
    return isListed([problems], found) ? [] : [{ at: one.pointer, value, problems, found }]
  })
  const inner = depth > 1 ? [] : [...one.facts().properties, 0]
  return [
    ...different,
    ...inner.flatMap((name) => {
      const [mine, theirs] = [one.at(name), other.at(name)]
      return mine === undefined || theirs === undefined ? [] : compare(mine, theirs, seen, depth + 1)
    }),
  ]
}

test.each(Object.entries(contracts))(
  'a compiled description judges like the one of %s',
  (_name, contract) => {
    const compiled = compile(contract.document)
    const [own, others] = [listSchemas(contract), listSchemas(compiled)]
    expect(others).toHaveLength(own.length)
    const seen = new Set<string>()
    expect(own.flatMap((schema, at) => compare(schema, others[at] as Schema, seen))).toEqual([])
    expect(compiled.resources).toEqual(contract.resources)
    const toEffects = ({ operations }: Contract): Effect[] => operations.map(({ effect }) => effect)
    expect(toEffects(compiled)).toEqual(toEffects(contract))
  },
)

const path = (schema: object) => ({
  '/things': {
    post: {
      requestBody: { content: { 'application/json': { schema } } },
      responses: { '200': { description: '', content: { 'application/json': { schema } } } },
    },
  },
})

test('what JSON and names of properties hold stays, also bigints and __proto__', () => {
  const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"},"n":{}},"required":["__proto__"]}')
  schema.properties.n = { enum: [9007199254740993n, '</script>\u2028', -0, 1e21] }
  const document = { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: path(schema) }
  const [own, compiled] = [toContract(document), compile(document)].map(
    (one) => one.operations[0]?.body?.media[0],
  )
  for (const json of ['{"__proto__":"x"}', '{"__proto__":1}', '{}']) {
    const value = { ...JSON.parse(json), n: 9007199254740993n }
    expect(compiled?.schema.check(value)).toEqual(own?.schema.check(value))
  }
  expect(compiled?.schema.check({ ['__proto__']: 'x', n: 9007199254740992n })).toHaveLength(1)
  expect(compiled?.schema.facts().properties).toEqual(['__proto__', 'n'])
})

test('states of a property that is called like a method of schemas stay', () => {
  const Visit = {
    type: 'object',
    properties: {
      id: { type: 'integer', readOnly: true },
      check: { type: 'string', enum: ['open', 'done'] },
    },
  }
  const paths = toPaths('POST /visits Visit > 201 Visit\nGET /visits/{id} > Visit\nDELETE /visits/{id} > 204')
  Object.assign(paths['/visits/{id}']?.['delete'].responses, { 409: { description: 'The visit is done.' } })
  const [own, compiled] = [toContract, compile].map((read) =>
    read({ openapi: '3.1.0', info: { title: 't', version: '1' }, paths, components: { schemas: { Visit } } }),
  )
  const effect = own?.operations.find(({ method }) => method === 'DELETE')?.effect
  expect(effect).toMatchObject({ rejects: { check: ['done'] } })
  expect(compiled?.operations.map((one) => one.effect)).toEqual(own?.operations.map((one) => one.effect))
})

test('what an older version compiled has to be compiled again', () => {
  const compiled = { document: {}, validators: { request: {}, response: {} } } as CompiledDescription
  expect(() => toCompiledContract(compiled)).toThrow(
    new ContractError('Run plant-store compile again: an older version compiled it.'),
  )
})

test('what gets a warning is said, and is not checked', () => {
  const document = {
    openapi: '3.0.3',
    info: {},
    paths: path({ type: 'string', pattern: '\\Aa', nullable: true }),
  }
  const { warnings } = writeCompiled(document)
  expect([...new Set(warnings.map(({ message }) => message))]).toEqual([
    expect.stringContaining("isn't a regular expression"),
  ])
  expect(compile(document).operations[0]?.body?.media[0]?.schema.check(null)).toEqual([])
})
