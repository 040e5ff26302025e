import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { createPlantStore, type NewPlant, parseExactJson } from '../../src/index.ts'
import { failureNames } from '../../src/store/failure-names.ts'

const folder = new URL('../../mocks/', import.meta.url)
const readText = (path: string): string => readFileSync(new URL(path, folder), 'utf8')
const list = (kind: string): string[] => readdirSync(new URL(kind, folder)).map((file) => `${kind}/${file}`)

function validate(schemaFile: string, path: string): unknown {
  const ajv = new Ajv2020({ allErrors: true })
  const schema: AnySchema = JSON.parse(readText(schemaFile))
  ajv.validate(schema, JSON.parse(readText(path)))
  return ajv.errors
}

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
