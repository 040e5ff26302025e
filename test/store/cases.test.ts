import { expect, test } from 'vitest'
import { createPlantStore, type NewPlant, parseExactJson, validateError } from '../../src/index.ts'
import { failureNames } from '../../src/store/failures.ts'
import { cases } from '../doors/cases.ts'
import { plainData } from '../doors/doors.ts'
import { describeCases } from '../doors/run-cases.ts'

describeCases(plainData, cases)

const refused = cases.filter(({ failure }) => failure !== undefined)

test('each refusal has a name, and a message that the recording has', async () => {
  const lines = new Set<string>()
  for (const { topic, title, options, stored, request, failure, answer } of refused) {
    const store = createPlantStore(options)
    await store.plants.add(parseExactJson(stored) as NewPlant[])
    const refusal = await store.handle(request)
    expect(refusal.failure, title).toBe(failure)
    if (answer.error === undefined) continue
    const error = JSON.parse(refusal.body)
    expect(validateError(error), title).toBe(true)
    lines.add(`${topic}: ${title}\n  ${error.message}\n`)
  }
  await expect([...lines].join('')).toMatchFileSnapshot('recordings/messages.txt')
})

test('each refusal has a case', () => {
  expect(failureNames.filter((name) => !refused.some(({ failure }) => failure === name))).toEqual([])
})

test('titles are unique in a topic', () => {
  const names = cases.map(({ topic, preset, title }) => `${topic} ${preset} ${title}`)
  expect(names).toEqual([...new Set(names)])
})
