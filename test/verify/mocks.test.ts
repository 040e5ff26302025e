// The mock of a description keeps the description: what `verify` reports is a mistake of one of the two.
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../src/contract/contract.ts'
import { readContract } from '../../src/contract/read/read-contract.ts'
import type { RuleId } from '../../src/judge/rules.ts'
import type { MockOptions } from '../../src/mock/options.ts'
import type { OwnCode } from '../../src/mock/own-code.ts'
import { respond, toApi, toRef } from '../contract/describe-api.ts'
import { contracts } from '../mock/contracts.ts'
import { foreignDescriptions } from '../mock/foreign-descriptions.ts'
import { findBroken, judgeMock, listFindings } from './judge.ts'

/** Descriptions of strangers that have records, parameters in all styles, or credentials. */
const few = ['3.0/parameters-style.json', '3.1/train-travel.json']

/** Those that only the corpus judges, too. */
const more = [
  '3.0/polymorphism.json',
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

/** A service with desks, and notes on each desk. */
function toDesks(): Contract {
  const urgencies = ['low', 'high']
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
          requestBody: ofDesk,
          ...respond(201, toRef('Desk')),
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
  const only = ['created-is-readable', 'removed-is-gone', 'unknown-parent'] as const
  const report = await judgeMock(toDesks(), { onCreated: (record) => left.push(record), only })
  expect(listFindings(report)).toEqual([])
  expect(report.outcome).toBe('passed')
  expect(left).toEqual([])
})

/** A service that is wrong in one way, and the rule that it breaks. */
interface Mistake {
  rule: RuleId
  respond: NonNullable<MockOptions['respond']>
}

const mistakes: Record<string, () => Mistake> = {
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
  'ignores If-Match': () => ({
    rule: 'if-match',
    respond: {
      changeDesk({ request: { headers } }) {
        Reflect.deleteProperty(headers ?? {}, 'if-match')
        return undefined
      },
    },
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
}

test.each(Object.entries(mistakes))('a service that %s is blamed', async (_name, toMistake) => {
  const { rule, respond } = toMistake()
  const report = await judgeMock(toDesks(), { only: [rule] }, { respond })
  expect(findBroken(report)).toContain(rule)
})

test('what fails with a random body is blamed on the property that makes it fail', async () => {
  const Box = {
    type: 'object',
    required: ['size', 'labels'],
    properties: {
      size: { type: 'integer', minimum: 0, maximum: 1_000_000 },
      labels: { type: 'array', items: { enum: ['fragile', 'heavy', 'late'] } },
    },
  }
  const example = { size: 10, labels: ['heavy'] }
  const content = { 'application/json': { schema: toRef('Box'), example } }
  const createBox = { operationId: 'createBox', requestBody: { content }, ...respond(200, toRef('Box')) }
  const contract = toApi({ '/boxes': { post: createBox } }, { schemas: { Box } })
  const rejectUsual: OwnCode = ({ body }) => {
    const { size } = Object(body)
    return size > 100 && size < 900_000 ? { status: 400 } : undefined
  }
  const report = await judgeMock(contract, {}, { respond: { createBox: rejectUsual } })
  const tried = report.cases.flatMap(({ findings }) => findings.map((one) => one.tried))
  expect(tried.filter((one) => one?.includes('a random'))).toEqual([
    expect.stringMatching(/^createBox: a random \/size \(seed \d+\)$/),
  ])
})
