import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { readContract } from '../../src/contract/read/read-contract.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { type DiffReport, diff, type FollowOptions } from '../../src/diff/diff.ts'
import { createMock } from '../../src/mock/create-mock.ts'
import { bookings } from '../mock/bookings.ts'
import type { Listening } from '../tools/listen.ts'
import { type Behavior, startBookings, startPlants } from './services.ts'

interface Api {
  contract: Contract
  credentials: Readonly<Record<string, string>>
  path: string
  start(changes?: Partial<Behavior>): Promise<Listening>
}

const apis: Readonly<Record<string, Api>> = {
  plants: {
    contract: await readContract('openapi.yaml'),
    credentials: { bearerAuth: 'local-token' },
    path: '/api',
    start: startPlants,
  },
  bookings: {
    contract: toContract(bookings),
    credentials: { key: 'local-key' },
    path: '/v1',
    start: startBookings,
  },
}

const titles = ({ cases }: DiffReport): string[] => cases.map(({ title }) => title)

const changes: [title: string, changes: Partial<Behavior>][] = [
  ['the status of an invalid body', { invalid: 418 }],
  ['the status of a creation', { created: 202 }],
  ['the type of JSON', { type: 'application/json' }],
  ['a header', { headers: {} }],
  ['another header', { headers: { 'x-request-id': '1', 'cache-control': 'no-store' } }],
  ['a property of errors', { error: { hint: 'read the docs' } }],
  ['a property of records', { record: { color: 'green' } }],
  ['a limit', { longest: 29 }],
  ['another limit', { longest: 31 }],
  ['the size of bodies', { largest: 99_999 }],
  ['a larger size of bodies', { largest: 100_001 }],
  ['the order of checks', { checksBodyFirst: false }],
  ['unknown properties', { rejectsUnknown: false }],
]

/** The comparison of the bookings takes seconds. */
const ofBookings = ['a header', 'a property of records', 'the order of checks']

describe.each(Object.entries(apis))('%s', (name, { contract, credentials, path, start }) => {
  const compare = (service: Listening, mock: FollowOptions = {}): Promise<DiffReport> =>
    diff(service.url + path, { contract, credentials, mock })
  const learning = (async () => {
    await using service = await start()
    const { options } = await compare(service)
    const next = await compare(service, options)
    return { options, next }
  })()

  test('differs in nothing from the server of a mock', async () => {
    await using server = await startServer({ mock: createMock({ contract, credentials }), port: 0 })
    for (const _run of [1, 2]) {
      const report = await diff(server.url, { contract, credentials })
      expect([titles(report), report.outcome, report.options]).toEqual([[], 'passed', {}])
    }
  })

  test('a mock follows a service as far as it can, and what is left is known', async () => {
    const { options, next } = await learning
    expect(options).toMatchSnapshot()
    expect([titles(next), next.outcome, next.options]).toEqual([[], 'passed', options])
  })

  test('the same service gives the same options', async () => {
    await using service = await start()
    expect((await compare(service)).options).toEqual((await learning).options)
  })

  test.each(changes.filter(([title]) => name === 'plants' || ofBookings.includes(title)))(
    'finds what changes: %s',
    async (_title, changes) => {
      const { options } = await learning
      await using service = await start(changes)
      const report = await compare(service, options)
      expect(report.outcome).toBe('failed')
      expect(titles(report).length).toBeLessThanOrEqual(3)
      // The next file is silent again.
      expect(titles(await compare(service, report.options))).toEqual([])
    },
  )
})
