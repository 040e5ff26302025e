import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the moving picture of the README is small, and takes 10 to 15 seconds', () => {
  const svg = readFileSync(new URL('../../docs/pictures/start.svg', import.meta.url), 'utf8')
  expect(svg.length).toBeLessThan(20_000)
  const delays = [...svg.matchAll(/animation-delay: ([\d.]+)s/g)].map(([, seconds]) => Number(seconds))
  expect(Math.max(...delays)).toBeGreaterThanOrEqual(10)
  expect(Math.max(...delays)).toBeLessThanOrEqual(15)
})
