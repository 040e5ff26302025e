import { expect, test } from 'vitest'
import { listDifferences } from './plant-store-cases.ts'

test('a mock of openapi.yaml responds as the plant store does, but for its options, and an encoded path', async () => {
  const { total, same, differences } = await listDifferences()
  const others = [...differences].filter(([difference]) => !difference.startsWith('option '))
  const titles = [...new Set(others.flatMap(([, all]) => all))]
  expect(titles).toEqual(['Paths and methods: the path /%70lants'])
  expect(same / total).toBeGreaterThan(0.82)
})
