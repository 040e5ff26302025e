// The mock of a description keeps the description: what `verify` reports is a mistake of one of the two.
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../src/contract/contract.ts'
import { readContract } from '../../src/contract/read/read-contract.ts'
import type { MockOptions } from '../../src/mock/options.ts'
import type { OwnCode } from '../../src/mock/own-code.ts'
import { toApi } from '../contract/describe-api.ts'
import { contracts } from '../mock/contracts.ts'
import { foreignDescriptions } from '../mock/foreign/descriptions.ts'
import { shop, silentShop } from '../mock/shop.ts'
import { findBroken, judgeMock, listFindings } from './judge.ts'

/** Descriptions of strangers that have records, polymorphism, forms, parameters in all styles, or credentials. */
const few = ['3.0/parameters-style.json', '3.0/polymorphism.json', '3.1/train-travel.json']

/** Those that only the corpus judges, too. */
const more = [
  '3.0/complex-nesting.json',
  '2.0/petstore-expanded.json',
  '3.0/callbacks.json',
  '3.0/form-data.json',
  '3.0/petstore.json',
  '3.0/schema-enums.json',
  '3.0/security.json',
  '3.0/uspto.json',
  '@scalar/galaxy/dist/3.1.yaml',
]

describe('the mock of a description keeps it', () => {
  test('bookings', async () => {
    const report = await judgeMock(contracts.bookings)
    expect(listFindings(report)).toEqual([])
    expect(report.outcome).toBe('passed')
  })

  test.each(process.env['THOROUGH'] ? [...few, ...more] : few)('%s', async (name) => {
    const report = await judgeMock(await readContract(foreignDescriptions.get(name) ?? ''))
    expect(listFindings(report)).toEqual([])
    expect(report.outcome).toBe('passed')
  })
})

const toRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const respond = (status: number, schema: object) => ({
  responses: { [status]: { description: 'OK', content: { 'application/json': { schema } } } },
})

test('what is tried once for a scheme leaves the budget of the operation for its parameters', async () => {
  const toRooms = (schema: object) => {
    const listRooms = {
      operationId: 'listRooms',
      parameters: [{ name: 'page', in: 'query', schema }],
      ...respond(200, { type: 'object' }),
    }
    const token = { type: 'http', scheme: 'bearer' }
    return toApi(
      { '/rooms': { get: listRooms } },
      { securitySchemes: { token } },
      {},
      { security: [{ token: [] }] },
    )
  }
  const contract = toRooms({ type: 'integer', minimum: 1 })
  const report = await judgeMock(toRooms({ type: 'integer' }), { contract })
  expect(findBroken(report)).toEqual(['rejects-invalid-parameter'])
})

/** A service with desks, which a client creates once for each key, and notes on each desk. */
function toDesks({ urgencies = ['low', 'high'], key = 'Idempotency-Key' } = {}): Contract {
  const toId = (more: object) => ({
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' }, ...more },
  })
  const place = {
    type: 'object',
    required: ['room'],
    properties: {
      room: { type: 'string' },
      floor: { type: 'integer' },
      isQuiet: { type: 'boolean', default: false },
    },
  }
  const dueAt = { type: 'string', format: 'date-time', examples: ['2031-05-06T07:00:00Z'] }
  const tags = { type: 'array', items: { type: 'string', minLength: 1 }, default: [] }
  const Desk = toId({
    tags,
    dueAt,
    urgency: { enum: urgencies },
    place,
  })
  const toBody = (name: string) => ({
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  const { requestBody: ofDesk, ...desk } = { requestBody: toBody('Desk'), ...respond(200, toRef('Desk')) }
  const etag = { headers: { ETag: { schema: { type: 'string' } } } }
  const withEtag = { responses: { 200: { ...desk.responses[200], ...etag } } }
  const conflict = { 409: { description: 'The key is taken' } }
  return toApi(
    {
      '/desks': {
        get: {
          operationId: 'listDesks',
          parameters: [
            {
              name: 'urgency',
              in: 'query',
              schema: { type: 'array', minItems: 1, items: { enum: urgencies } },
            },
            { name: 'tag', in: 'query', schema: { type: 'string', minLength: 1 } },
            { name: 'dueBefore', in: 'query', schema: { type: 'string', format: 'date-time' } },
          ],
          ...respond(200, { type: 'array', items: toRef('Desk') }),
        },
        post: {
          operationId: 'createDesk',
          parameters: [{ name: key, in: 'header', schema: { type: 'string', minLength: 9 } }],
          requestBody: ofDesk,
          responses: { ...respond(201, toRef('Desk')).responses, ...conflict },
        },
      },
      '/desks/{deskId}': {
        get: { operationId: 'readDesk', ...withEtag },
        patch: {
          operationId: 'changeDesk',
          parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
          requestBody: {
            required: true,
            content: {
              'application/merge-patch+json': {
                schema: {
                  type: 'object',
                  properties: {
                    name: { type: 'string' },
                    tags,
                    dueAt,
                    urgency: { enum: urgencies },
                    place: { ...place, required: [] },
                  },
                },
              },
            },
          },
          responses: {
            ...respond(200, toRef('Desk')).responses,
            ...conflict,
            412: { description: 'It has changed' },
          },
        },
        delete: {
          operationId: 'removeDesk',
          responses: { 204: { description: 'Gone' }, 404: { description: 'No such desk' } },
        },
      },
      '/desks/{deskId}/notes': {
        post: { operationId: 'createNote', requestBody: toBody('Note'), ...respond(201, toRef('Note')) },
        get: respond(200, { type: 'array', items: toRef('Note') }),
      },
      '/desks/{deskId}/notes/{noteId}': {
        get: {
          operationId: 'readNote',
          responses: { ...respond(200, toRef('Note')).responses, 404: { description: 'No such note' } },
        },
      },
    },
    { schemas: { Desk, Note: toId({}) } },
  )
}

test('what belongs to a removed record is not left behind', async () => {
  const left: unknown[] = []
  const report = await judgeMock(toDesks(), { onCreated: (record) => left.push(record) })
  expect(listFindings(report)).toEqual([])
  expect(report.outcome).toBe('passed')
  expect(left).toEqual([])
})

/** A service that is wrong in one way, and the rule that it breaks. */
interface Mistake {
  rule: string
  contract?: Contract
  respond?: NonNullable<MockOptions['respond']>
}

/** Rejects desks with a name that is taken; what takes time lets others in between. */
function rejectTaken(wait?: () => Promise<unknown>): OwnCode {
  const names = new Set<string>()
  return async ({ body }) => {
    const { name } = body as { name: string }
    if (names.has(name)) return { status: 409 }
    if (wait !== undefined) await wait()
    names.add(name)
    return undefined
  }
}

const mistakes: Record<string, () => Mistake> = {
  'brings defaults back with each change': () => ({
    rule: 'merge-keeps-rest',
    respond: {
      async changeDesk({ body, parameters: { path } }, { records }) {
        const desk = await records('desks').get(String(path['deskId']))
        if (desk !== undefined) await records('desks').put({ ...desk, tags: [], ...(body as object) })
        return undefined
      },
    },
  }),
  'still has what belongs to a removed record'() {
    const notes = new Map<string, unknown>()
    return {
      rule: 'unknown-parent',
      respond: {
        async readNote({ request, parameters: { path } }, { records }) {
          const [deskId, noteId] = [String(path['deskId']), String(path['noteId'])]
          const note = (await records('notes').get(noteId, [deskId])) ?? notes.get(request.path)
          notes.set(request.path, note)
          return note === undefined ? undefined : { body: note }
        },
      },
    }
  },
  'rejects a request whose key it knows'() {
    const keys = new Set<string>()
    return {
      rule: 'idempotency-key',
      contract: toDesks({ key: 'Another-Header' }),
      respond: {
        createDesk({ request: { headers } }) {
          const key = String(headers?.['idempotency-key'])
          if (keys.has(key)) return { status: 409 }
          if (headers?.['idempotency-key'] !== undefined) keys.add(key)
          return undefined
        },
      },
    }
  },
  'reads only the first value of a filter': () => ({
    rule: 'filter-filters',
    respond: {
      async listDesks({ parameters: { query } }, { records }) {
        const [first] = (query['urgency'] ?? []) as unknown[]
        const desks = await records('desks').list()
        return { body: desks.filter((desk) => first === undefined || Object(desk).urgency === first) }
      },
    },
  }),
  'looks for a part of an item': () => ({
    rule: 'filter-filters',
    respond: {
      async listDesks({ parameters: { query } }, { records }) {
        const desks = await records('desks').list()
        const has = (desk: object): boolean => Object(desk).tags.join(' ').includes(query['tag'])
        return query['tag'] === undefined ? undefined : { body: desks.filter(has) }
      },
    },
  }),
  'ignores a bound': () => ({
    rule: 'filter-filters',
    respond: {
      listDesks({ parameters: { query } }) {
        Reflect.deleteProperty(query, 'dueBefore')
        return undefined
      },
    },
  }),
  'replaces an object in a record': () => ({
    rule: 'merge-keeps-rest',
    respond: {
      async changeDesk({ body, parameters: { path } }, { records }) {
        const desk = await records('desks').get(String(path['deskId']))
        const { floor: _, ...place } = Object(desk?.['place'])
        if (desk !== undefined && Object(body).place) await records('desks').put({ ...desk, place })
        return undefined
      },
    },
  }),
  'brings defaults of an object back with each change of it': () => ({
    rule: 'merge-keeps-rest',
    respond: {
      changeDesk({ body }) {
        const desk = body as { place?: object }
        if (desk.place !== undefined) desk.place = { isQuiet: false, ...desk.place }
        return undefined
      },
    },
  }),
  'removes the last record, whichever is named': () => ({
    rule: 'changes-only-its-record',
    respond: {
      async removeDesk({ parameters: { path } }, { records }) {
        const desks = await records('desks').list()
        if (!desks.some((desk) => String(desk['id']) === path['deskId'])) return undefined
        await records('desks').remove(String(desks.at(-1)?.['id']))
        return { status: 204 }
      },
    },
  }),
  'has the same entity tag after a change': () => ({
    rule: 'if-match',
    respond: {
      async readDesk({ parameters: { path } }, { records }) {
        const desk = await records('desks').get(String(path['deskId']))
        return desk && { headers: { etag: '"1"' }, body: desk }
      },
      changeDesk({ request: { headers = {} } }) {
        if (headers['if-match'] === '"1"') Reflect.deleteProperty(headers, 'if-match')
        return undefined
      },
    },
  }),
  'removes another record instead of a missing one': () => ({
    rule: 'changes-only-its-record',
    respond: {
      async removeDesk({ parameters: { path } }, { records }) {
        const desks = await records('desks').list()
        const isThere = desks.some((desk) => String(desk['id']) === path['deskId'])
        const last = desks.at(-1)
        if (!isThere && last !== undefined) await records('desks').remove(String(last['id']))
        return undefined
      },
    },
  }),
  'fails on a NUL': () => ({
    rule: 'no-server-error',
    respond: {
      createNote: ({ body }) => (Object(body).name.includes('\0') ? { status: 500 } : undefined),
    },
  }),
  'ignores If-Match': () => ({
    rule: 'if-match',
    respond: {
      changeDesk({ request: { headers } }) {
        Reflect.deleteProperty(headers ?? {}, 'if-match')
        return undefined
      },
    },
  }),
  'stores what is unique twice at once': () => ({
    rule: 'duplicate-key',
    respond: { createDesk: rejectTaken(() => new Promise((resolve) => setTimeout(resolve, 20))) },
  }),
  'changes a record so that what is unique is there twice': () => ({
    rule: 'duplicate-key',
    respond: { createDesk: rejectTaken() },
  }),
  'drops the offset of a time': () => ({
    rule: 'sent-comes-back',
    respond: {
      createDesk({ body }) {
        const desk = body as { dueAt?: string }
        if (desk.dueAt !== undefined) desk.dueAt = desk.dueAt.replace('+05:30', 'Z')
        return undefined
      },
    },
  }),
  'takes values in any case': () => ({
    rule: 'rejects-invalid-body',
    contract: toDesks({ urgencies: ['low', 'high', 'LOW', 'HIGH'] }),
  }),
}

test.each(Object.entries(mistakes))('a service that %s is blamed', async (_name, toMistake) => {
  const { rule, contract = toDesks(), respond = {} } = toMistake()
  const report = await judgeMock(contract, { contract: toDesks() }, { respond })
  expect(findBroken(report)).toContain(rule)
})

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
