// The mock of a description keeps the description: what `verify` reports is a mistake of one of the two.
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../src/contract/contract.ts'
import { readContract } from '../../src/contract/read/read-contract.ts'
import type { MockOptions } from '../../src/mock/options.ts'
import type { OwnCode } from '../../src/mock/own-code.ts'
import { respond, toApi, toRef } from '../contract/describe-api.ts'
import { contracts } from '../mock/contracts.ts'
import { foreignDescriptions } from '../mock/foreign-descriptions.ts'
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
