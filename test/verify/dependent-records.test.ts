// Mocks with code of their own, as services whose records depend on each other: the right ones keep their description.
import { expect, test } from 'vitest'
import { readContract } from '../../src/contract/read/read-contract.ts'
import type { OwnCode } from '../../src/mock/own-code.ts'
import { shop, silentShop } from '../mock/shop.ts'
import { expectKept, judgeMock, listFindings, testMockMistakes } from './judge.ts'

test('what the descriptions of 409s reject is rejected, and a list is in the order that was asked for', async () => {
  const only = ['duplicate-key', 'rejects-in-state', 'list-is-sorted'] as const
  expectKept(await judgeMock(shop, { only }))
  const listCustomers: OwnCode = async (_request, { records }) => ({
    body: await records('customers').list(),
  })
  const { cases } = await judgeMock(silentShop, { contract: shop, only }, { respond: { listCustomers } })
  const found = cases.flatMap(({ title, findings }) => findings.map(({ tried }) => `${title}: ${tried}`))
  expect(found).toEqual([
    'duplicate-key: createCustomer: creating a record like another one',
    'rejects-in-state: shipOrder: POST /orders/{orderId}/ship after shipOrder',
    'rejects-in-state: replaceOrder: PUT /orders/{orderId} after shipOrder',
    'rejects-in-state: removeOrder: DELETE /orders/{orderId} after shipOrder',
    'rejects-in-state: removeCustomer: removing a record that has orders',
    'list-is-sorted: listCustomers: a list in an order',
  ])
})

const clinic = await readContract('test/verify/descriptions/clinic.yaml')

/** What the right clinic has code of its own for. */
const keepSlots: Record<string, OwnCode> = {
  async createSlot({ body }, { records }) {
    const slots = await records('slots').list()
    return slots.some(({ startsAt }) => startsAt === Object(body).startsAt) ? { status: 409 } : undefined
  },
  async createBooking({ body }, { records }) {
    const slot = await records('slots').get(String(Object(body).slotId))
    if (slot?.['status'] !== 'open') return { status: 409 }
    await records('slots').put({ ...slot, status: 'booked' })
    return undefined
  },
}

test('dates that have to be unique, records that are used up, and required entity tags let operations be judged', async () => {
  const only = ['if-match', 'merge-changes', 'merge-removes', 'rejects-in-state'] as const
  const report = await judgeMock(clinic, { only }, { respond: keepSlots })
  expect(listFindings(report)).toEqual([])
  const kept = report.cases.flatMap(({ title, status }) => (status === 'passed' ? [title] : []))
  expect(kept).toEqual(expect.arrayContaining([...only]))
})

testMockMistakes(
  'clinic',
  clinic,
  {
    'it books a slot twice': {
      breaks: 'rejects-in-state of createBooking',
      respond: {
        async createBooking({ body }, { records }) {
          const slot = await records('slots').get(String(Object(body).slotId))
          if (slot === undefined) return { status: 409 }
          await records('slots').put({ ...slot, status: 'booked' })
          return undefined
        },
      },
    },
    'it ignores null in a change that names a version': {
      breaks: 'merge-removes of changeSlot',
      respond: {
        async changeSlot({ body, parameters: { path } }, { records }) {
          const slot = await records('slots').get(String(path['slotId']))
          return Object(body).room === null && slot ? { body: slot, headers: { etag: '"1"' } } : undefined
        },
      },
    },
  },
  keepSlots,
)

test('a list that has a limit, and no way to more, is not blamed for what it leaves out', async () => {
  const contract = await readContract('test/verify/descriptions/notes.yaml')
  const list = (name: string): OwnCode => {
    return async ({ parameters: { query } }, { records }) => {
      const all = await records(name).list()
      const found = all.filter(({ status }) => [undefined, status].includes(query['status'] as string))
      return { body: found.slice(0, Math.min(Number(query['limit'] ?? 2), 3)) }
    }
  }
  const ownCode = { listNotes: list('notes'), listMemos: list('memos') }
  const report = await judgeMock(contract, {}, { respond: ownCode })
  expectKept(report)
})
