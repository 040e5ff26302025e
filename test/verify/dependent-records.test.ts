// Mocks with code of their own, as services whose records depend on each other: the right ones keep their description.
import { expect, test } from 'vitest'
import type { Contract } from '../../src/contract/contract.ts'
import type { RuleId } from '../../src/judge/rules.ts'
import type { OwnCode } from '../../src/mock/own-code.ts'
import { respond, toApi, toRef } from '../contract/describe-api.ts'
import { shop, silentShop } from '../mock/shop.ts'
import { findBroken, judgeMock, listFindings } from './judge.ts'

test('what the descriptions of 409s reject is rejected', async () => {
  const only = ['duplicate-key', 'rejects-in-state'] as const
  const report = await judgeMock(shop, { only })
  expect(listFindings(report)).toEqual([])
  expect(report.outcome).toBe('passed')
  const { cases } = await judgeMock(silentShop, { contract: shop, only })
  const found = cases.flatMap(({ title, findings }) => findings.map(({ tried }) => `${title}: ${tried}`))
  expect(found).toEqual([
    'duplicate-key: createCustomer: creating a record like another one',
    'rejects-in-state: shipOrder: POST /orders/{orderId}/ship after shipOrder',
    'rejects-in-state: replaceOrder: PUT /orders/{orderId} after shipOrder',
    'rejects-in-state: removeOrder: DELETE /orders/{orderId} after shipOrder',
    'rejects-in-state: removeCustomer: removing a record that has orders',
  ])
})

test('a list that is not in the order that was asked for is blamed', async () => {
  const listCustomers: OwnCode = async (_request, { records }) => ({
    body: await records('customers').list(),
  })
  const report = await judgeMock(shop, { only: ['list-is-sorted'] }, { respond: { listCustomers } })
  expect(findBroken(report)).toEqual(['list-is-sorted'])
})

/** A clinic, where one slot begins at a time, a slot is booked once, and a change has to name the version of a slot. */
function toClinic(): Contract {
  const id = { type: 'integer', readOnly: true }
  const Slot = {
    type: 'object',
    required: ['id', 'startsAt', 'endsAt', 'status'],
    properties: {
      id,
      startsAt: { type: 'string', format: 'date-time', examples: ['2031-03-08T09:00:00Z'] },
      endsAt: { type: 'string', format: 'date-time', examples: ['2031-03-08T09:30:00Z'] },
      room: { type: 'string' },
      status: { enum: ['open', 'booked'], readOnly: true },
    },
  }
  const Booking = {
    type: 'object',
    required: ['id', 'slotId'],
    properties: { id, slotId: { type: 'integer' }, note: { type: 'string', minLength: 1 } },
  }
  const toContent = (name: string) => ({ content: { 'application/json': { schema: toRef(name) } } })
  const toCreation = (operationId: string, name: string, conflict: string) => ({
    operationId,
    requestBody: { required: true, ...toContent(name) },
    responses: { 201: { description: 'OK', ...toContent(name) }, 409: { description: conflict } },
  })
  const etag = { ETag: { required: true, schema: { type: 'string' } } }
  const tagged = {
    200: { description: 'OK', headers: etag, ...toContent('Slot') },
    404: { description: 'Unknown' },
  }
  return toApi(
    {
      '/slots': { post: toCreation('createSlot', 'Slot', 'Another slot begins at the same time.') },
      '/slots/{slotId}': {
        parameters: [{ name: 'slotId', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'readSlot', responses: tagged },
        patch: {
          operationId: 'changeSlot',
          parameters: [{ name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }],
          requestBody: {
            required: true,
            content: {
              'application/merge-patch+json': {
                schema: { type: 'object', properties: { room: { type: ['string', 'null'] } } },
              },
            },
          },
          responses: { ...tagged, 412: { description: 'It has changed' } },
        },
        delete: {
          operationId: 'removeSlot',
          responses: {
            204: { description: 'Gone' },
            404: { description: 'Unknown' },
            409: { description: 'The slot is booked.' },
          },
        },
      },
      '/bookings': { post: toCreation('createBooking', 'Booking', 'The slot is not open.') },
      '/bookings/{bookingId}': {
        parameters: [{ name: 'bookingId', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          operationId: 'readBooking',
          responses: { 200: { description: 'OK', ...toContent('Booking') }, 404: { description: 'Unknown' } },
        },
      },
    },
    { schemas: { Slot, Booking } },
  )
}

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
  const report = await judgeMock(toClinic(), { only }, { respond: keepSlots })
  expect(listFindings(report)).toEqual([])
  const kept = report.cases.flatMap(({ title, status }) => (status === 'passed' ? [title] : []))
  expect(kept).toEqual(expect.arrayContaining([...only]))
})

const clinicMistakes: Record<string, { rule: RuleId; respond: Record<string, OwnCode> }> = {
  'books a slot twice': {
    rule: 'rejects-in-state',
    respond: {
      async createBooking({ body }, { records }) {
        const slot = await records('slots').get(String(Object(body).slotId))
        if (slot === undefined) return { status: 409 }
        await records('slots').put({ ...slot, status: 'booked' })
        return undefined
      },
    },
  },
  'ignores null in a change that names a version': {
    rule: 'merge-removes',
    respond: {
      async changeSlot({ body, parameters: { path } }, { records }) {
        const slot = await records('slots').get(String(path['slotId']))
        return Object(body).room === null && slot ? { body: slot, headers: { etag: '"1"' } } : undefined
      },
    },
  },
}

test.each(Object.entries(clinicMistakes))('a clinic is blamed that %s', async (_name, { rule, respond }) => {
  const report = await judgeMock(toClinic(), { only: [rule] }, { respond: { ...keepSlots, ...respond } })
  expect(findBroken(report)).toContain(rule)
})

test.each([{ maximum: 3, default: 2 }, {}])(
  'a list that has a limit of %o, and no way to more, is not blamed for what it leaves out',
  async (limit) => {
    const id = { type: 'integer', readOnly: true }
    const properties = { id, text: { type: 'string', minLength: 1 }, status: { enum: ['open', 'done'] } }
    const Note = { type: 'object', required: ['id', 'text', 'status'], properties }
    const content = { 'application/json': { schema: toRef('Note') } }
    const contract = toApi(
      {
        '/notes': {
          get: {
            operationId: 'listNotes',
            parameters: [
              { name: 'status', in: 'query', schema: properties.status },
              { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, ...limit } },
            ],
            ...respond(200, { type: 'array', items: toRef('Note') }),
          },
          post: {
            operationId: 'createNote',
            requestBody: { required: true, content },
            ...respond(201, toRef('Note')),
          },
        },
      },
      { schemas: { Note } },
    )
    const listNotes: OwnCode = async ({ parameters: { query } }, { records }) => {
      const notes = await records('notes').list()
      const found = notes.filter(({ status }) => [undefined, status].includes(query['status'] as string))
      return { body: found.slice(0, Math.min(Number(query['limit'] ?? 2), 3)) }
    }
    const report = await judgeMock(contract, {}, { respond: { listNotes } })
    expect(listFindings(report)).toEqual([])
    expect(report.outcome).toBe('passed')
  },
)
