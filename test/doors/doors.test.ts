import { expect, test } from 'vitest'
import { cases, distinctCases } from './cases.ts'
import { doors } from './doors.ts'
import { describeCases } from './run-cases.ts'

for (const door of doors) describeCases(door, door.name === 'plain data' ? cases : distinctCases)

test('there are at least 80 cases, and titles are unique in a topic', () => {
  const names = cases.map(({ topic, preset, title }) => `${topic} ${preset} ${title}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(160)
})
