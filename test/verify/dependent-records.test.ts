// Mocks with code of their own, as services whose records depend on each other: the right ones keep their description.
import { expect, test } from 'vitest'
import type { Contract } from '../../src/contract/contract.ts'
import type { OwnCode } from '../../src/mock/own-code.ts'
import { respond, toApi, toRef } from '../contract/describe-api.ts'
import { shop, silentShop } from '../mock/shop.ts'
import { findBroken, judgeMock, listFindings } from './judge.ts'

/** A service of copies that can be lent once at a time, each with its own barcode. */
function toLibrary(): Contract {
  const id = { type: 'integer', readOnly: true }
  const Copy = {
    type: 'object',
    required: ['id', 'barcode', 'isNew', 'shelf'],
    properties: {
      id,
      barcode: { type: 'string', pattern: '^[A-Z]{6}$', examples: ['ABCDEF'] },
      isNew: { type: 'boolean' },
      shelf: { type: 'string', default: 'none' },
    },
  }
  const NewCopy = { ...Copy, required: ['barcode', 'isNew'] }
  const Loan = {
    type: 'object',
    required: ['id', 'copyId', 'state'],
    properties: {
      id,
      copyId: { type: 'integer' },
      state: { enum: ['open', 'closed'], readOnly: true },
    },
  }
  const Repair = {
    type: 'object',
    required: ['id', 'what'],
    properties: { id, what: { type: 'string' } },
  }
  const toBody = (name: string) => ({
    required: true,
    content: { 'application/json': { schema: toRef(name) } },
  })
  const toCreation = (operationId: string, sent: string, name: string) => ({
    operationId,
    requestBody: toBody(sent),
    responses: { ...respond(201, toRef(name)).responses, 409: { description: 'Taken' } },
  })
  const toReading = (operationId: string, name: string) => ({
    operationId,
    responses: { ...respond(200, toRef(name)).responses, 404: { description: 'Nothing' } },
  })
  const isNew = { name: 'isNew', in: 'query', schema: { type: 'boolean' } }
  return toApi(
    {
      '/copies': {
        get: {
          operationId: 'listCopies',
          parameters: [isNew],
          ...respond(200, { type: 'array', items: toRef('Copy') }),
        },
        post: toCreation('createCopy', 'NewCopy', 'Copy'),
      },
      '/copies/{copyId}': {
        parameters: [{ name: 'copyId', in: 'path', required: true, schema: { type: 'integer' } }],
        get: toReading('readCopy', 'Copy'),
        put: {
          ...toReading('replaceCopy', 'Copy'),
          requestBody: toBody('NewCopy'),
          description: 'Never creates a copy.',
        },
      },
      '/loans': { post: toCreation('createLoan', 'Loan', 'Loan') },
      '/loans/{loanId}': { get: toReading('readLoan', 'Loan') },
      '/loans/{loanId}/close': { post: toReading('closeLoan', 'Loan') },
      '/copies/{copyId}/repairs': { post: toCreation('createRepair', 'Repair', 'Repair') },
      '/repairs/{repairId}': { get: toReading('readRepair', 'Repair') },
    },
    { schemas: { Copy, NewCopy, Loan, Repair } },
  )
}

/** What the right service has code of its own for: barcodes are unique, and a copy is lent once. */
const lendOnce = (): Record<string, OwnCode> => ({
  async createCopy({ body }, { records }) {
    const copies = await records('copies').list()
    return copies.some(({ barcode }) => barcode === Object(body).barcode) ? { status: 409 } : undefined
  },
  async createLoan({ body }, { records }) {
    const loans = await records('loans').list()
    return loans.some(({ copyId }) => copyId === Object(body).copyId) ? { status: 409 } : undefined
  },
})

test('a record that can be named once is made anew for each request that names one, and one made below another is read without it', async () => {
  const report = await judgeMock(toLibrary(), {}, { respond: lendOnce() })
  expect(listFindings(report)).toEqual([])
  expect(report.outcome).toBe('passed')
})

const libraryMistakes: Record<string, { rule: string; respond: Record<string, OwnCode> }> = {
  'does not store what an action has done to a loan': {
    rule: 'action-is-stored',
    respond: {
      async closeLoan({ parameters: { path } }, { records }) {
        const loan = await records('loans').get(String(path['loanId']))
        return loan && { body: { ...loan, state: 'closed' } }
      },
    },
  },
  'keeps what a replacement leaves out, although it has a default': {
    rule: 'default-is-used',
    respond: {
      async replaceCopy({ body, parameters: { path } }, { records }) {
        const copy = await records('copies').get(String(path['copyId']))
        if (copy === undefined) return undefined
        await records('copies').put({ ...copy, ...(body as object) })
        return { body: { ...copy, ...(body as object) } }
      },
    },
  },
  'creates a copy that it should replace': {
    rule: 'unknown-key',
    respond: {
      async replaceCopy({ body, parameters: { path } }, { records }) {
        const copies = await records('copies').list()
        const isKnown = copies.some((copy) => copy['id'] === path['copyId'])
        if (isKnown) return undefined
        if (copies.some(({ barcode }) => barcode === Object(body).barcode)) return { status: 409 }
        return { body: { shelf: 'none', ...(body as object), id: Number(path['copyId']) } }
      },
    },
  },
  'reads every boolean in a query as true': {
    rule: 'filter-filters',
    respond: {
      async listCopies({ parameters: { query } }, { records }) {
        const copies = await records('copies').list()
        return { body: query['isNew'] === undefined ? copies : copies.filter((copy) => copy['isNew']) }
      },
    },
  },
}

test.each(Object.entries(libraryMistakes))(
  'a service whose copies can be lent once is blamed if it %s',
  async (_name, { rule, respond }) => {
    const report = await judgeMock(toLibrary(), {}, { respond: { ...lendOnce(), ...respond } })
    expect(findBroken(report)).toEqual([rule])
  },
)

test('what the descriptions of 409s reject is rejected', async () => {
  const report = await judgeMock(shop)
  expect(listFindings(report)).toEqual([])
  expect(report.outcome).toBe('passed')
  const { cases } = await judgeMock(silentShop, { contract: shop })
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
  const report = await judgeMock(
    shop,
    {},
    {
      respond: {
        async listCustomers(_request, { records }) {
          return { body: await records('customers').list() }
        },
      },
    },
  )
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
  const report = await judgeMock(toClinic(), {}, { respond: keepSlots })
  expect(listFindings(report)).toEqual([])
  expect(report.outcome).toBe('passed')
  const kept = report.cases.flatMap(({ title, status }) => (status === 'passed' ? [title] : []))
  expect(kept).toEqual(
    expect.arrayContaining(['if-match', 'merge-changes', 'merge-removes', 'rejects-in-state']),
  )
})

const clinicMistakes: Record<string, { rule: string; respond: Record<string, OwnCode> }> = {
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
  const report = await judgeMock(toClinic(), {}, { respond: { ...keepSlots, ...respond } })
  expect(findBroken(report)).toContain(rule)
})

test.each([{ maximum: 3, default: 2 }, { maximum: 3 }, { default: 2 }, {}])(
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

test('what is created below a record, and read without it, has its owner from the path', async () => {
  const id = { type: 'integer', readOnly: true }
  const Member = { type: 'object', required: ['id', 'name'], properties: { id, name: { type: 'string' } } }
  const NewVisit = {
    type: 'object',
    required: ['minutes'],
    properties: { minutes: { type: 'integer', minimum: 5 } },
  }
  const Visit = {
    type: 'object',
    required: ['id', 'memberId', 'minutes'],
    properties: { id: { type: 'integer' }, memberId: { type: 'integer' }, ...NewVisit.properties },
  }
  const create = (operationId: string, sent: string, shown: string, more: object = {}) => ({
    operationId,
    requestBody: { required: true, content: { 'application/json': { schema: toRef(sent) } } },
    responses: { ...respond(201, toRef(shown)).responses, ...more },
  })
  const unknown = { 404: { description: 'Unknown' } }
  const read = (operationId: string, name: string) => ({
    operationId,
    responses: { ...respond(200, toRef(name)).responses, ...unknown },
  })
  const keep = { 204: { description: 'Gone' }, ...unknown, 409: { description: 'The member has visits.' } }
  const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
  const contract = toApi(
    {
      '/members': { post: create('createMember', 'Member', 'Member') },
      '/members/{memberId}': {
        parameters: [inPath('memberId')],
        get: read('readMember', 'Member'),
        delete: { operationId: 'removeMember', responses: keep },
      },
      '/members/{memberId}/visits': {
        parameters: [inPath('memberId')],
        post: create('createVisit', 'NewVisit', 'Visit', unknown),
      },
      '/visits/{visitId}': { parameters: [inPath('visitId')], get: read('readVisit', 'Visit') },
    },
    { schemas: { Member, NewVisit, Visit } },
  )
  const report = await judgeMock(contract)
  expect(listFindings(report)).toEqual([])
  expect(report.outcome).toBe('passed')
  const kept = report.cases.flatMap(({ title, status }) => (status === 'passed' ? [title] : []))
  expect(kept).toEqual(expect.arrayContaining(['rejects-in-state', 'unknown-parent']))
})
