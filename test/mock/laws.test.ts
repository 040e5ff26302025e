// What holds for the records of every mock, whatever requests come: docs/architecture.md calls them laws.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import { isSame } from '../../src/json/is-same.ts'
import { createMock, type Mock } from '../../src/mock/create-mock.ts'
import { bookings } from './bookings.ts'
import type { Loose } from './foreign/load-description.ts'
import { type ShortResponse, sendToMock } from './send-to-mock.ts'

const readExample = (path: string) =>
  toContract(JSON.parse(readFileSync(new URL(`../../node_modules/${path}`, import.meta.url), 'utf8')))

/** A resource whose laws are tested, and how its records are written. */
interface Subject {
  mock(): Mock
  collection: string
  /** Records that clients may send. */
  sent: fc.Arbitrary<Record<string, unknown>>
  key: string
  items(body: Loose): Record<string, unknown>[]
  change: 'PUT' | 'PATCH' | undefined
  /** How a page begins at an offset. */
  page?(offset: number, limit: number): string
  filter?: string
}

const text = fc.string({ minLength: 1, maxLength: 20 })
const int64 = fc.oneof(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.constant(9007199254740993n))
const contracts = {
  bookings: toContract(bookings),
  expanded: readExample('@readme/oas-examples/3.0/json/petstore-expanded.json'),
  trains: readExample('@readme/oas-examples/3.1/json/train-travel.json'),
}

const subjects: Record<string, Subject> = {
  rooms: {
    mock: () => createMock({ contract: contracts.bookings }),
    collection: '/v1/rooms',
    key: 'id',
    sent: fc.record(
      {
        name: text,
        kind: fc.constantFrom('single', 'double'),
        beds: fc.integer({ min: 1 }),
        owner: int64,
        note: fc.option(fc.string()),
      },
      { requiredKeys: ['name', 'kind'] },
    ),
    items: (body) => body.items,
    change: 'PUT',
    page: (offset, limit) => `offset=${offset}&limit=${limit}`,
    filter: 'kind',
  },
  pets: {
    mock: () => createMock({ contract: contracts.expanded }),
    collection: '/api/pets',
    key: 'id',
    sent: fc.record({ name: fc.string(), tag: fc.string() }, { requiredKeys: ['name'] }),
    items: (body) => body,
    change: undefined,
  },
  'bookings of trips': {
    mock: () => createMock({ contract: contracts.trains }),
    collection: '/bookings',
    key: 'id',
    sent: fc.record({
      trip_id: fc.uuid(),
      passenger_name: fc.string(),
      has_bicycle: fc.boolean(),
      has_dog: fc.boolean(),
    }),
    items: (body) => body.data,
    change: undefined,
  },
}

const send = (mock: Mock, to: string, body?: unknown): Promise<ShortResponse> =>
  sendToMock(mock, { to, ...(body !== undefined && { body: stringifyExactJson(body) }) })

const has = (whole: Loose, part: Record<string, unknown>): boolean =>
  Object.entries(part).every(([name, value]) =>
    isSame(
      whole[name],
      typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value,
    ),
  )

describe.each(Object.entries(subjects))(
  '%s',
  (_name, { mock: create, collection, sent, key, items, change, page, filter }) => {
    const law = <Value>(
      title: string,
      arbitrary: fc.Arbitrary<Value>,
      holds: (mock: Mock, value: Value) => Promise<void>,
    ): void => {
      test(title, async () => {
        await fc.assert(
          fc.asyncProperty(arbitrary, (value) => holds(create(), value)),
          { numRuns: 50 },
        )
      })
    }
    const add = async (mock: Mock, value: unknown): Promise<Record<string, Loose>> => {
      const { status, body } = await send(mock, `POST ${collection}`, value)
      expect(status).toBeLessThan(300)
      return body
    }
    const all = async (mock: Mock): Promise<Record<string, unknown>[]> => {
      const { body } = await send(mock, `GET ${collection}${page === undefined ? '' : `?${page(0, 100)}`}`)
      return items(body)
    }

    law('what was created can be read, is listed, and comes back as written', sent, async (mock, value) => {
      const created = await add(mock, value)
      expect(has(created, value)).toBe(true)
      const { status, body } = await send(mock, `GET ${collection}/${created[key]}`)
      expect(status).toBe(200)
      expect(has(body, value)).toBe(true)
      expect((await all(mock)).filter((one) => one[key] === created[key])).toHaveLength(1)
    })
    law(
      'two creations give two keys',
      fc.array(sent, { minLength: 2, maxLength: 8 }),
      async (mock, values) => {
        const created = await Promise.all(values.map((value) => add(mock, value)))
        expect(new Set(created.map((one) => one[key])).size).toBe(values.length)
        expect(await all(mock)).toHaveLength(values.length)
      },
    )
    law(
      'removed is gone, from the list, too, and the others stay',
      fc.array(sent, { minLength: 1, maxLength: 5 }),
      async (mock, values) => {
        const created = await Promise.all(values.map((value) => add(mock, value)))
        const [first] = created
        expect((await send(mock, `DELETE ${collection}/${first?.[key]}`)).status).toBeLessThan(300)
        expect((await send(mock, `GET ${collection}/${first?.[key]}`)).failure).toBe('unknown-record')
        expect((await send(mock, `DELETE ${collection}/${first?.[key]}`)).failure).toBe('unknown-record')
        expect((await all(mock)).map((one) => one[key])).toEqual(created.slice(1).map((one) => one[key]))
      },
    )
    law(
      'a rejected request changes nothing',
      fc.tuple(sent, fc.constantFrom('{', '[]', '7', '"x"', 'null')),
      async (mock, [value, wrong]) => {
        await add(mock, value)
        const before = await all(mock)
        expect(
          (await sendToMock(mock, { to: `POST ${collection}`, body: wrong })).status,
        ).toBeGreaterThanOrEqual(400)
        expect(await all(mock)).toEqual(before)
      },
    )
    law('HEAD and GET agree', sent, async (mock, value) => {
      const { [key]: own } = await add(mock, value)
      const [get, head] = [
        await send(mock, `GET ${collection}/${own}`),
        await send(mock, `HEAD ${collection}/${own}`),
      ]
      expect(head).toMatchObject({ status: get.status, headers: get.headers, body: '' })
    })
    if (change !== undefined)
      law('replace replaces', fc.tuple(sent, sent), async (mock, [one, other]) => {
        const { [key]: own } = await add(mock, one)
        expect((await send(mock, `${change} ${collection}/${own}`, other)).status).toBeLessThan(300)
        const { body } = await send(mock, `GET ${collection}/${own}`)
        expect(has(body, other)).toBe(true)
        for (const name of Object.keys(one))
          if (!(name in other) && name !== 'beds') expect(body).not.toHaveProperty(name)
      })
    if (page !== undefined)
      law(
        'pages together are the list, without repeats',
        fc.tuple(fc.array(sent, { maxLength: 8 }), fc.integer({ min: 1, max: 4 })),
        async (mock, [values, limit]) => {
          for (const value of values) await add(mock, value)
          const found: unknown[] = []
          for (let offset = 0; offset <= values.length; offset += limit)
            found.push(...items((await send(mock, `GET ${collection}?${page(offset, limit)}`)).body))
          expect(found).toEqual(await all(mock))
        },
      )
    if (filter !== undefined)
      law('filters filter', fc.array(sent, { maxLength: 6 }), async (mock, values) => {
        for (const value of values) await add(mock, value)
        for (const wanted of new Set(values.map((value) => String(value[filter])))) {
          const found = items((await send(mock, `GET ${collection}?${filter}=${wanted}&limit=100`)).body)
          expect(found).toHaveLength(values.filter((value) => value[filter] === wanted).length)
          expect(found.every((one) => one[filter] === wanted)).toBe(true)
        }
      })
  },
)

test("a child isn't reachable under another parent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 6 }), async (owners) => {
      const mock = createMock({ contract: contracts.bookings })
      for (const name of ['a', 'b', 'c']) await send(mock, 'POST /rooms', { name, kind: 'single' })
      for (const owner of owners) {
        const { body } = await send(mock, `POST /rooms/${owner + 1}/bookings`, { guest: 'Ada' })
        for (const room of [1, 2, 3]) {
          const { status } = await send(mock, `GET /rooms/${room}/bookings/${body.id}`)
          expect(status).toBe(room === owner + 1 ? 200 : 404)
        }
      }
      for (const room of [1, 2, 3]) {
        const { body } = await send(mock, `GET /rooms/${room}/bookings`)
        expect(body).toHaveLength(owners.filter((owner) => owner + 1 === room).length)
      }
    }),
    { numRuns: 30 },
  )
})
