import { describe, expect, test } from 'vitest'
import { createRandom } from '../../src/probes/random.ts'
import { int64 } from '../../src/probes/source.ts'
import { createIds } from '../../src/verify/ids.ts'
import { createInside } from '../../src/verify/inside.ts'

const take = (ids: ReturnType<typeof createIds>, count: number) => Array.from({ length: count }, ids.take)

describe('ids are probably free', () => {
  test.each([
    [62, 24n],
    [52, 16n],
    [31, 0n],
  ])('they have %i bits, if a service holds so many, and their last %i ones may be lost', (bits, lost) => {
    const ids = createIds()
    ids.narrow(bits)
    const taken = take(ids, 300)
    const [low, high] = [2n ** BigInt(bits - 1), 2n ** BigInt(bits)]
    expect(taken.filter((id) => id < low || id >= high)).toEqual([])
    expect(new Set(taken.map((id) => id >> lost)).size).toBe(300)
  })

  const few = { from: 5n, to: 5000n }
  const large = 2n ** 61n + 1n
  test.each<
    [what: string, ...Parameters<typeof createIds>, allowed: [bigint, bigint], count: bigint, areFew: boolean]
  >([
    ['a range', few, {}, [5n, 5000n], 4996n, true],
    ['limits', undefined, { minimum: -7, maximum: 5000 }, [-7n, 5000n], 5008n, true],
    ['a range and limits', few, { minimum: 10, maximum: 9000 }, [10n, 5000n], 4991n, true],
    ['a minimum', undefined, { minimum: large }, [large, int64.to], 2n ** 63n - large, false],
    ['a wide range', int64, {}, [int64.from, int64.to], 2n ** 64n, true],
    ['an empty range', { from: 5n, to: 50n }, { maximum: 4 }, [5n, 4n], 0n, true],
  ])('of %s', (_what, range, limits, [from, to], count, areFew) => {
    const ids = createIds(range, limits)
    expect({ count: ids.count, areFew: ids.areFew }).toEqual({ count, areFew })
    expect([from - 1n, from, to, to + 1n].map(ids.allows)).toEqual([false, from <= to, from <= to, false])
    if (from > to) return
    const taken = take(ids, 300)
    expect(taken.filter((id) => id < from || id > to)).toEqual([])
    expect(new Set(taken).size).toBe(300)
    expect(ids.takeFrom(to + 1n, to + 9n)).toBeUndefined()
    expect(ids.takeFrom(from - 9n, from)).toBe(from)
    expect(ids.takeFrom(to, to + 9n)).toBe(to)
  })

  test('of a list', () => {
    const ids = createIds({ from: 2n, to: 99n }, { enum: [1, 2, 3, 100n] })
    expect([ids.count, [1n, 2n, 3n, 4n].map(ids.allows)]).toEqual([2n, [false, true, true, false]])
    expect(take(ids, 2).sort()).toEqual([2n, 3n])
    expect([ids.takeFrom(3n, 9n), ids.takeFrom(4n, 9n)]).toEqual([3n, undefined])
  })
})

test('texts inside limits are as plain as the limits allow', async () => {
  const names = [
    {},
    { minLength: 30, maxLength: 40 },
    { maxLength: 3 },
    { minLength: 12, pattern: '^[a-z]+$' },
    { pattern: '^[A-Z]{2}-[0-9]{4}$' },
    { pattern: '^.{2} .$', maxLength: 4 },
    { enum: ['herb', 'sea-weed', 'büsche'] },
  ]
  const plant = { id: 1n, name: 'Fern Moss', tag: 'Leaf' }
  const lines = names.map((name) => {
    const random = createRandom(1)
    const inside = createInside({ name, tag: { maxLength: 3 } }, 1)
    const plants = Array.from({ length: 5 }, () => inside.toPlain(plant, random))
    const texts = Array.from({ length: 5 }, () => inside.toText('name', 'Fern Moss', random))
    expect(plants.every(inside.allows)).toBe(true)
    return `${JSON.stringify(name)}: ${JSON.stringify([inside.allows(plant), plants.map(Object.values), texts], (_, value) => (typeof value === 'bigint' ? Number(value) : value))}\n`
  })
  await expect(lines.join('')).toMatchFileSnapshot('recordings/inside.txt')
})
