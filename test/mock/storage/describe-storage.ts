import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../../src/arbitraries/code-point.ts'
import { createMock, type Mock } from '../../../src/mock/create-mock.ts'
import type { MockStorage, ResourceStorage, StoredRecord } from '../../../src/mock/storage/mock-storage.ts'
import { sendPlant } from '../../tools/send.ts'
import { contracts } from '../contracts.ts'
import { sendToMock } from '../send-to-mock.ts'

const text = fc.string({ unit: codePoint })
// Few addresses, so that they collide.
const address = fc.oneof(fc.constantFrom('1', '2', '3', '9007199254740993', '["a","1"]', '\n', ''), text)
const scope = fc.constantFrom<Record<string, string>>({}, {}, { hotel: '7' }, { hotel: '7', room: '\n"' })
const value = fc.oneof(
  fc.record({ id: fc.constantFrom<number | bigint>(1, -(2n ** 63n), 9007199254740993n), name: text }),
  fc.constantFrom<unknown>([1.5, { deep: [2n ** 63n] }, null], 'a\0b\n', 0, null, {}),
)
const record: fc.Arbitrary<StoredRecord> = fc.oneof(
  fc.record({ address, key: text, scope, value }),
  fc.record({ address, value }).map((given) => ({ ...given, key: given.address, scope: {} })),
)
const records = fc.uniqueArray(record, { selector: (one) => one.address, maxLength: 5 })
const page = fc.tuple(fc.nat(8), fc.oneof(fc.nat(8), fc.constant(Infinity)))

type Step = (resource: ResourceStorage) => unknown
const step: fc.Arbitrary<Step> = fc.oneof<fc.Arbitrary<Step>[]>(
  records.map((added) => async (resource) => new Set(await resource.insert(added))),
  record.map((added) => (resource) => resource.put(added)),
  fc.tuple(record, fc.boolean()).map(([added, isSame]) => async (resource) => {
    const stored = await resource.get(added.address)
    const before = isSame && stored ? stored : { ...added, value: 'other' }
    if (resource.swap !== undefined) return resource.swap(added, before)
    if (before === stored) await resource.put(added)
    return before === stored
  }),
  records.map((added) => (resource) => resource.replaceAll(added)),
  address.map((found) => (resource) => resource.get(found)),
  address.map((found) => (resource) => resource.remove(found)),
  page.map((range) => (resource) => resource.list(...range)),
  fc.constant((resource) => resource.count()),
)
const names = ['plants', 'hotels/rooms', '__proto__']

/** Checks a kind of storage; each one that is created is empty. */
export function describeStorage(
  name: string,
  create: () => MockStorage & Partial<Disposable>,
  numRuns = 60,
): void {
  describe(name, () => {
    test('does what lists of records do, whatever the calls', async () => {
      const steps = fc.array(fc.tuple(fc.constantFrom(...names), step), { maxLength: 12 })
      await fc.assert(
        fc.asyncProperty(steps, async (chosen) => {
          const storage = create()
          const models = Object.fromEntries(names.map((one) => [one, createModel()]))
          const last = names.map((one) => [one, (resource: ResourceStorage) => resource.list()] as const)
          for (const [one, run] of [...chosen, ...last])
            expect(await run(storage.resource(one))).toEqual(await run(models[one] as ResourceStorage))
          storage[Symbol.dispose]?.()
        }),
        { numRuns },
      )
    })

    const toRecord = (id: number | bigint, own: string): StoredRecord => ({
      address: String(id),
      key: String(id),
      scope: {},
      value: { id, name: own },
    })
    test.each([2, 2500])('stores all of %i records or none, and says which are taken', async (count) => {
      const resource = create().resource('plants')
      const added = Array.from({ length: count }, (_, index) => toRecord(count - index, 'Ash'))
      const others = added.map(({ key }) => toRecord(BigInt(key) + 2n ** 60n, 'Oak'))
      await resource.insert([toRecord(2, 'Elm')])
      expect(await resource.insert(added)).toEqual(['2'])
      expect(await resource.list()).toEqual([toRecord(2, 'Elm')])
      // Calls at once keep their order, unless it is the first one of its kind, which may have to be prepared.
      await resource.replaceAll([])
      const both = [resource.replaceAll(added), resource.insert(others)]
      expect(await Promise.all(both)).toEqual([undefined, []])
      expect(await resource.list()).toEqual([...added, ...others])
      await Promise.all([resource.insert(others), resource.replaceAll(others)])
      expect(await resource.list()).toEqual(others)
    })

    test('keeps the records of a mock for the next one', async () => {
      const storage = create()
      const seed = [{ id: 1, name: 'Ash' }]
      const mock = createMock({ storage, seed: { plants: seed } })
      const fern = '{"id":9007199254740993,"name":"Fern"}'
      const sent = [fern, fern, { id: 2, name: 'Ivy' }, { id: 1, name: 'Elm' }]
      const statuses: number[] = []
      for (const body of sent) statuses.push((await sendPlant(mock, body)).status)
      expect(statuses).toEqual([200, 409, 200, 409])
      const all = [...seed, { id: 9007199254740993n, name: 'Fern' }, { id: 2, name: 'Ivy' }]
      const other = { id: 2, name: 'Other' }
      const next = createMock({ storage, seed: { plants: [other, ...seed] } })
      expect(await next.records('plants').list()).toEqual(all)
      expect(await next.records('plants').list({ offset: 1, limit: 1 })).toEqual([all[1]])
      await next.reset()
      expect(await mock.records('plants').list()).toEqual([other, ...seed])
    })

    test('loses no change that two mocks make at once', async () => {
      const storage = create()
      const seed = { rooms: [{ id: 1, name: 'Blue', kind: 'single' }] }
      const [one, other] = [0, 1].map(() => createMock({ contract: contracts.bookings, storage, seed }))
      const headers = { 'content-type': 'application/merge-patch+json' }
      const patch = (mock: typeof one, body: object) =>
        sendToMock(mock as Mock, { to: 'PATCH /rooms/1', body, headers })
      for (let beds = 2; beds < 12; beds++) {
        const note = `note ${beds}`
        await Promise.all([patch(one, { beds }), patch(other, { note })])
        expect(await one?.records('rooms').get(1)).toMatchObject({ beds, note })
      }
    })

    test('keeps the nested records of any description for the next mock', async () => {
      const storage = create()
      const contract = contracts.bookings
      const room = { name: 'Blue', kind: 'single' }
      const seed = { rooms: [{ ...room, id: 5 }, room] }
      const mock = createMock({ contract, storage, seed })
      const owner = '{"name":"Red","kind":"double","owner":9007199254740993}'
      const added = await sendToMock(mock, { to: 'POST /rooms', body: owner })
      const { id } = added.body
      expect(added).toMatchObject({ status: 201, body: { owner: 9007199254740993n } })
      const booking = await sendToMock(mock, { to: `POST /rooms/${id}/bookings`, body: { guest: 'Ada' } })
      expect(booking.status).toBe(201)
      const last = await sendToMock(mock, { to: 'POST /rooms', body: room })
      expect(last.body.id).toBeGreaterThan(id)
      expect((await sendToMock(mock, { to: `DELETE /rooms/${last.body.id}` })).status).toBe(204)
      const before = await mock.records('rooms').list()

      const next = createMock({ contract, storage, seed })
      expect(await next.records('rooms').list()).toEqual(before)
      expect((await sendToMock(next, { to: `GET /rooms/${id}` })).body).toEqual(added.body)
      const page = async (query: string) => (await sendToMock(next, { to: `GET /rooms?${query}` })).body
      expect(await page('limit=1&offset=1')).toMatchObject({ items: [before[1]], total: 3 })
      expect(await page('limit=2&offset=1e300')).toMatchObject({ items: [], total: 3 })
      expect(await page('limit=1&sort=-id')).toMatchObject({ items: [before[0]], total: 3 })
      const to = `/bookings/${booking.body.id}`
      expect((await sendToMock(next, { to: `GET /rooms/${id}${to}` })).body).toEqual(booking.body)
      expect((await sendToMock(next, { to: `GET /rooms/5${to}` })).status).toBe(404)
      // A key isn't made twice, also if its record is gone.
      const { body } = await sendToMock(next, { to: 'POST /rooms', body: room })
      expect(body.id).toBeGreaterThan(last.body.id)
      expect((await sendToMock(next, { to: `DELETE /rooms/${id}` })).status).toBe(204)
      expect(await next.records('bookings').count()).toBe(0)
      await next.reset()
      expect(await mock.records('rooms').list()).toMatchObject([{ id: 5 }, { id: 2 }])
    })
  })
}

/** The simplest storage that is right. */
function createModel(): ResourceStorage {
  let list: StoredRecord[] = []
  const find = (wanted: string): number => list.findIndex((stored) => stored.address === wanted)
  return {
    insert(added) {
      const taken = added.map((one) => one.address).filter((one) => find(one) >= 0)
      if (taken.length === 0) list.push(...added)
      return new Set(taken) as never
    },
    put(added) {
      const at = find(added.address)
      if (at < 0) list.push(added)
      else list[at] = added
    },
    replaceAll(added) {
      list = [...added]
    },
    get: (wanted) => list[find(wanted)],
    remove(wanted) {
      const isThere = find(wanted) >= 0
      list = list.filter((stored) => stored.address !== wanted)
      return isThere
    },
    list: (offset = 0, limit = Infinity) => list.slice(offset, offset + limit),
    count: () => list.length,
  }
}
