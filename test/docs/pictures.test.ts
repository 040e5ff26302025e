import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the moving picture of the README is small, and takes 12 to 15 seconds', () => {
  const webp = readFileSync(new URL('../../docs/pictures/resend.webp', import.meta.url))
  expect(webp.length).toBeLessThan(300_000)
  const frames = [...webp.toString('latin1').matchAll(/ANMF/g)]
  const seconds = frames.reduce((sum, { index }) => sum + webp.readUIntLE(index + 20, 3) / 1000, 0)
  expect(seconds).toBeGreaterThanOrEqual(12)
  expect(seconds).toBeLessThanOrEqual(15)
})
