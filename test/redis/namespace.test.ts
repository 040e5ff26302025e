import { expect, test, vi } from 'vitest'
import { createFaultState } from '../../src/mock/faults/fault-state.ts'
import type { RedisConnection, RedisReply } from '../../src/redis/connection.ts'
import { openNamespace } from '../../src/redis/namespace.ts'

const record = { address: '7', key: '7', scope: {}, value: { id: 7n, name: 'Blue' } }
const [state, journal, rooms, plants] = [
  ['state'],
  ['journal'],
  ['records:rooms', 'order:rooms'],
  ['records:plants', 'order:plants'],
].map((names) => names.map((name) => `plant-store:{n}:${name}`)) as [string[], string[], string[], string[]]

/** A namespace on a connection that fails with some errors first, and the calls of scripts. */
function open(...failures: (string | undefined)[]) {
  const calls: [name: string, keys: readonly string[], args: readonly string[]][] = []
  const connection: RedisConnection = {
    async run(name, keys, args): Promise<RedisReply> {
      calls.push([name, keys, args])
      const failure = failures.shift()
      if (failure !== undefined) throw Object.assign(new Error(failure), { code: failure })
      return name
    },
    close() {},
  }
  const scenario = { title: 'S', steps: [{ requests: 'forever' as const }] }
  const randomSeed = 2 ** 32 - 1
  const namespace = openNamespace(connection, '{n}', 1000)
  const records = new Map([
    ['rooms', []],
    ['plants', [record]],
  ])
  namespace.start({ records, scenario, randomSeed })
  const faults = JSON.stringify({ ...createFaultState(randomSeed, scenario) })
  const toOpen = (flag: string) => [
    'open',
    [...state, ...journal, ...rooms, ...plants],
    ['1100', flag, '1', faults, '5', '7', '["7",{},{"id":7,"name":"Blue"}]'],
  ]
  return { ...namespace, calls, toOpen }
}

test('a namespace is opened at once, for all who wait, and lives longer from time to time', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
  const { run, reset, calls, toOpen } = open()
  expect(calls).toEqual([toOpen('0')])
  expect(await Promise.all([run('changes'), run('get', ['1'], 'rooms')])).toEqual(['changes', 'get'])
  await run('measure')
  now.mockReturnValue(5099)
  await run('count', [], 'rooms')
  now.mockReturnValue(5100)
  await run('changes')
  await run('count', [], 'plants')
  await reset()
  const own = [...state, ...journal]
  expect(calls.slice(1)).toEqual([
    ['changes', own, ['0']],
    ['get', [...own, ...rooms, ...plants], ['1100', '1']],
    ['measure', own, ['0']],
    ['count', [...own, ...rooms], ['0']],
    ['changes', own, ['0']],
    ['count', [...own, ...plants, ...rooms], ['1100']],
    toOpen('1'),
  ])
})

test.each<[what: string, failures: (string | undefined)[], names: string[], error?: string]>([
  ['could not be opened', ['away'], ['open', 'open', 'epoch']],
  ['is gone', [undefined, 'MISSING'], ['open', 'epoch', 'open', 'epoch']],
  ['fails', [undefined, 'away'], ['open', 'epoch'], 'away'],
  ['fails again and again', ['away', 'far away'], ['open', 'open'], 'far away'],
])('a namespace that %s', async (_what, failures, names, error) => {
  const { run, calls } = open(...failures)
  await new Promise(setImmediate)
  if (error === undefined) expect(await run('epoch')).toBe('epoch')
  else await expect(run('epoch')).rejects.toThrow(error)
  expect(calls.map(([name]) => name)).toEqual(names)
})
