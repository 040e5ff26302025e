import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import {
  createPlantStore,
  type NewPlant,
  OptionsError,
  parseExactJson,
  type Scenario,
} from '../../src/index.ts'
import { failureNames } from '../../src/store/failures.ts'

const folder = new URL('../../mocks/', import.meta.url)
const readText = (path: string): string => readFileSync(new URL(path, folder), 'utf8')
const list = (kind: string): string[] => readdirSync(new URL(kind, folder)).map((file) => `${kind}/${file}`)

function findErrors(schemaFile: string, value: unknown): unknown {
  const ajv = new Ajv2020({ allErrors: true })
  const schema: AnySchema = JSON.parse(readText(schemaFile))
  ajv.validate(schema, value)
  return ajv.errors
}

const validate = (schemaFile: string, path: string): unknown =>
  findErrors(schemaFile, JSON.parse(readText(path)))

test.each(list('cases'))('%s fits the schema of cases', (path) => {
  expect(validate('schemas/cases.json', path)).toBeNull()
})

describe.each(list('scenarios'))('%s', (path) => {
  test('fits the schema of scenarios', () => {
    expect(validate('schemas/scenario.json', path)).toBeNull()
  })

  test('plays', () => {
    const scenario = JSON.parse(readText(path))
    expect(createPlantStore({ scenario }).faults.scenario).toBe(scenario.title)
  })
})

test.each(list('seeds'))('%s is a valid seed', async (path) => {
  const seed = parseExactJson(readText(path)) as NewPlant[]
  expect(await createPlantStore({ seed }).plants.list()).toEqual(seed)
})

test('the schema of scenarios names every failure and the three faults of the connection', () => {
  const { $defs } = JSON.parse(readText('schemas/scenario.json'))
  const faults = ['dropped-connection', 'cut-off-body', 'not-json-body']
  expect([...$defs.FaultName.enum].sort()).toEqual([...failureNames, ...faults].sort())
})

describe.each<[what: string, right: unknown, wrong: unknown]>([
  ['scenario', { $schema: '', title: '', seed: 0, repeat: true, steps: [{}] }, { title: '' }],
  ['scenario', { title: '', seed: 4294967295, steps: [{}] }, { title: '', seed: 4294967296, steps: [{}] }],
  ['scenario', { title: '', steps: [{}] }, { title: '', steps: [] }],
  ['scenario', { title: '', steps: [{}] }, { steps: [{}] }],
  ['scenario', { title: '', steps: [{}] }, { title: '', steps: [{}], step: 1 }],
  ['fault', { fault: 'cut-off-body' }, { fault: 'cut-off' }],
  ['fault', { delay: 3_600_000 }, { delay: 3_600_001 }],
  ['fault', { delay: [0, 1] }, { delay: [0, 1, 2] }],
  ['fault', { delay: [0, 0] }, { delay: [0.5, 1] }],
  ['fault', { chance: 0.5 }, { chance: 1.1 }],
  ['fault', { requests: 1_000_000 }, { requests: 1_000_001 }],
  ['fault', { requests: 'forever' }, { requests: 'never' }],
  ['fault', { path: '/' }, { path: '/?' }],
  ['fault', { path: `/${'x'.repeat(1999)}` }, { path: `/${'x'.repeat(2000)}` }],
  ['fault', {}, { probability: 1 }],
])('the store agrees with the schema of scenarios about a %s', (what, right, wrong) => {
  test.each([
    ['is right', right, true],
    ['is wrong', wrong, false],
  ])('that %s: %j', (_is, value, isRight) => {
    const scenario = what === 'fault' ? { title: '', steps: [value] } : value
    const play = () => createPlantStore({ scenario: scenario as Scenario })
    if (isRight) expect(play).not.toThrow()
    else expect(play).toThrow(OptionsError)
    expect(findErrors('schemas/scenario.json', scenario) === null).toBe(isRight)
  })
})
