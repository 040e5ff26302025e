import { expect, test, vi } from 'vitest'
import { createFaultState } from '../../src/mock/faults/fault-state.ts'
import type { Connection, Reply } from '../../src/redis/connection.ts'
import { openNamespace } from '../../src/redis/namespace.ts'

const keys = ['meta', 'journal', 'records:plants', 'order:plants'].map((key) => `plant-store:{n}:${key}`)

const fern = '{"id":1152921504606846976,"name":"Fern"}'

/** A namespace on a connection that fails with some errors first, and the calls of scripts. */
function open(...failures: (string | undefined)[]) {
  const calls: [name: string, args: readonly string[], isLong?: boolean][] = []
  const connection: Connection = {
    async run(name, used, args, isLong): Promise<Reply> {
      expect(used).toEqual(keys)
      calls.push([name, args, ...(isLong ? [isLong] : [])] as (typeof calls)[0])
      const failure = failures.shift()
      if (failure !== undefined) throw Object.assign(new Error(failure), { code: failure })
      return name
    },
    close() {},
  }
  const scenario = { title: 'S', steps: [{ requests: 'forever' as const }] }
  const initial = { seed: ['1152921504606846976', fern], scenario, randomSeed: 2 ** 32 - 1 }
  const state = JSON.stringify({ ...createFaultState(2 ** 32 - 1, scenario) })
  const tail = [expect.any(String), '1', state, '1152921504606846976', fern]
  return {
    ...openNamespace(connection, '{n}', 1000, initial),
    calls,
    opened: (flag: string) => ['open', ['1100', flag, ...tail], true],
  }
}

test('a namespace is opened at once, for all who wait, and lives longer from time to time', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
  const { run, reset, calls, opened } = open()
  expect(calls).toEqual([opened('0')])
  expect(await Promise.all([run('changes', []), run('get', ['1'], true)])).toEqual(['changes', 'get'])
  await run('count', [])
  now.mockReturnValue(5099)
  await run('count', [])
  now.mockReturnValue(5100)
  await run('changes', [])
  await run('count', [])
  await reset()
  expect(calls.slice(1)).toEqual([
    ['changes', ['0']],
    ['get', ['1100', '1'], true],
    ['count', ['0']],
    ['count', ['0']],
    ['changes', ['0']],
    ['count', ['1100']],
    opened('1'),
  ])
})

test.each<[what: string, failures: (string | undefined)[], names: string[], error?: string]>([
  ['could not be opened', ['away'], ['open', 'open', 'count']],
  ['is gone', [undefined, 'MISSING'], ['open', 'count', 'open', 'count']],
  ['fails', [undefined, 'away'], ['open', 'count'], 'away'],
  ['fails again and again', ['away', 'far away'], ['open', 'open'], 'far away'],
])('a namespace that %s', async (_what, failures, names, error) => {
  const { run, calls } = open(...failures)
  await Promise.resolve()
  await new Promise(setImmediate)
  if (error === undefined) expect(await run('count', [])).toBe('count')
  else await expect(run('count', [])).rejects.toThrow(error)
  expect(calls.map(([name]) => name)).toEqual(names)
})
