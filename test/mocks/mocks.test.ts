import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { createMock, type NewPlant, OptionsError, parseExactJson, type Scenario } from '../../src/index.ts'
import { failureNames } from '../../src/mock/failures.ts'

const folder = new URL('../../mocks/', import.meta.url)
const readText = (path: string): string => readFileSync(new URL(path, folder), 'utf8')
const list = (kind: string): string[] => readdirSync(new URL(kind, folder)).map((file) => `${kind}/${file}`)

const ajv = new Ajv2020()
const scenarioSchema = JSON.parse(readText('schemas/scenario.json'))
const fitsCases = ajv.compile(JSON.parse(readText('schemas/cases.json')))
const fitsScenario = ajv.compile(scenarioSchema)

test.each(list('cases'))('%s fits the schema of cases', (path) => {
  expect(fitsCases(JSON.parse(readText(path))), ajv.errorsText(fitsCases.errors)).toBe(true)
})

test.each(list('scenarios'))('%s fits the schema of scenarios, and plays', (path) => {
  const scenario = JSON.parse(readText(path))
  expect(fitsScenario(scenario), ajv.errorsText(fitsScenario.errors)).toBe(true)
  expect(createMock({ scenario }).faults.scenario).toBe(scenario.title)
})

test.each(list('seeds'))('%s is a valid seed', async (path) => {
  const plants = parseExactJson(readText(path)) as NewPlant[]
  expect(createMock({ seed: { plants } }).records('plants').list()).toEqual(plants)
})

test('the schema of scenarios names every failure and the faults of the connection', () => {
  const faults = ['dropped-connection', 'closed-connection', 'cut-off-body', 'not-json-body']
  expect([...scenarioSchema.$defs.FaultName.enum].sort()).toEqual([...failureNames, ...faults].sort())
})

const steps = [{}]
const right = { title: '', steps }
const play = (step: object): object => ({ title: '', steps: [step] })

test.each<[right: object, wrong: object]>([
  [{ $schema: '', title: '', seed: 0, repeat: true, steps }, { title: '' }],
  [
    { ...right, seed: 4294967295 },
    { ...right, seed: 4294967296 },
  ],
  [right, { title: '', steps: [] }],
  [right, { steps }],
  [right, { ...right, step: 1 }],
  [play({ fault: 'cut-off-body' }), play({ fault: 'cut-off' })],
  [play({ delay: 3_600_000 }), play({ delay: 3_600_001 })],
  [play({ delay: [0, 1] }), play({ delay: [0, 1, 2] })],
  [play({ delay: [0, 0] }), play({ delay: [0.5, 1] })],
  [play({ chance: 0.5 }), play({ chance: 1.1 })],
  [play({ requests: 1_000_000 }), play({ requests: 1_000_001 })],
  [play({ requests: 'forever' }), play({ requests: 'never' })],
  [play({ path: '/' }), play({ path: '/?' })],
  [play({ path: `/${'x'.repeat(1999)}` }), play({ path: `/${'x'.repeat(2000)}` })],
  [play({}), play({ probability: 1 })],
])('the mock and the schema accept %j, and reject %j', (right, wrong) => {
  const create = (scenario: object) => () => createMock({ scenario: scenario as Scenario })
  expect(create(right)).not.toThrow()
  expect(create(wrong)).toThrow(OptionsError)
  expect([fitsScenario(right), fitsScenario(wrong)]).toEqual([true, false])
})
