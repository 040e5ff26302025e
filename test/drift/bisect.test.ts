import { expect, test } from 'vitest'
import { bisect } from '../../src/drift/bisect.ts'

test.each<[good: bigint, bad: bigint, likely: bigint[], last: bigint, tried: string]>([
  [1n, 10n, [], 5n, '4 8 5 7 6'],
  [10n, -10n, [], -3n, '0 -4 -2 -3'],
  [1n, 2n ** 40n, [100n, 255n], 100n, '255 100 101'],
  [1n, 2n ** 40n, [0n, 255n, 300n], 255n, '300 255 256'],
  [1n, 2n ** 20n, [], 1024n, '1024 32768 8192 4096 2048 1025'],
  [-1n, -(2n ** 20n), [], -1024n, '-1024 -32768 -8192 -4096 -2048 -1025'],
  [1n, 2n ** 30n, [], 999_999n, '32768 8388608 524288 2097152 1048576 524289 1048575 1000000 999999'],
  [7n, 8n, [], 7n, ''],
])('from %s to %s, with the likely values %s, the last one is %s', async (good, bad, likely, last, tried) => {
  const seen: bigint[] = []
  const found = await bisect(good, bad, likely, async (value) => {
    seen.push(value)
    return good < bad ? value <= last : value >= last
  })
  expect([found, seen.join(' ')]).toEqual([last, tried])
})
