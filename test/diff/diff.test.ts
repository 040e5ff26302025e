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
  /** What changes in a service, and the differences that it leads to. */
  changes: Record<string, { changes: Partial<Behavior>; differs: string[] }>
}

const apis: Readonly<Record<string, Api>> = {
  plants: {
    contract: await readContract('openapi.yaml'),
    credentials: { bearerAuth: 'local-token' },
    path: '/api',
    start: startPlants,
    changes: {
      'a service that changes in every way': {
        changes: {
          invalid: 418,
          created: 202,
          type: 'application/json',
          headers: {},
          error: { hint: 'read the docs' },
          record: { color: 'green' },
          longest: 29,
          largest: 99_999,
          checksBodyFirst: false,
          rejectsUnknown: false,
        },
        differs: [
          'createPlant: status',
          'createPlant: body /color',
          'createPlant duplicate-key: header content-type',
          'createPlant duplicate-key: body /hint',
          'createPlant invalid-body: response to an unknown property',
          'createPlant invalid-body: status',
          'createPlant missing-body: status',
          'createPlant: limit of /name',
          'createPlant: limit of the body',
          'createPlant: header x-request-id no longer differs',
          'createPlant: order of no credentials, a JSON body that is cut off no longer differs',
        ],
      },
      'limits that are higher, and another header': {
        changes: {
          longest: 31,
          largest: 100_001,
          headers: { 'x-request-id': '1', 'cache-control': 'no-store' },
        },
        differs: [
          'createPlant: header cache-control',
          'createPlant: limit of /name',
          'createPlant body-too-large: limit of the body',
        ],
      },
    },
  },
  bookings: {
    contract: toContract(bookings),
    credentials: { key: 'local-key' },
    path: '/v1',
    start: startBookings,
    changes: {
      'headers, records, and the order of checks': {
        changes: { headers: {}, record: { color: 'green' }, checksBodyFirst: false },
        differs: [
          'createRoom: body /color',
          'closeRoom: header x-request-id',
          'createRoom: order of no credentials, a JSON body that is cut off no longer differs',
        ],
      },
    },
  },
}

const titles = ({ cases }: DiffReport): string[] => cases.map(({ title }) => title)

describe.each(Object.entries(apis))('%s', (_name, { contract, credentials, path, start, changes }) => {
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
    const report = await diff(server.url, { contract, credentials })
    expect([titles(report), report.outcome, report.options]).toEqual([[], 'passed', {}])
  })

  test('a mock follows a service as far as it can, and what is left is known', async () => {
    const { options, next } = await learning
    expect(options).toMatchSnapshot()
    expect([titles(next), next.outcome, next.options]).toEqual([[], 'passed', options])
  })

  test.each(Object.entries(changes))('finds what changes: %s', async (_what, { changes, differs }) => {
    const { options } = await learning
    await using service = await start(changes)
    const report = await compare(service, options)
    expect([report.outcome, titles(report)]).toEqual(['failed', differs])
    // The next file is silent again.
    expect(titles(await compare(service, report.options))).toEqual([])
  })
})
