// The mock of a description keeps the description: what `verify` reports is a mistake of one of the two.
import { describe, expect, test } from 'vitest'
import { readContract } from '../../src/contract/read/read-contract.ts'
import type { OwnCode } from '../../src/mock/own-code.ts'
import { respond, toApi, toRef } from '../contract/describe-api.ts'
import { contracts } from '../mock/contracts.ts'
import { foreignDescriptions } from '../mock/foreign-descriptions.ts'
import { expectKept, findBroken, judgeMock, testMockMistakes } from './judge.ts'

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
    expectKept(await judgeMock(contracts.bookings))
  })

  test.each(process.env['THOROUGH'] ? [...few, ...more] : few)('%s', async (name) => {
    expectKept(await judgeMock(await readContract(foreignDescriptions.get(name) ?? '')))
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

const desks = await readContract('test/verify/descriptions/desks.yaml')

test('what belongs to a removed record is not left behind', async () => {
  const left: unknown[] = []
  const only = ['created-is-readable', 'removed-is-gone', 'unknown-parent'] as const
  const report = await judgeMock(desks, { onCreated: (record) => left.push(record), only })
  expectKept(report)
  expect(left).toEqual([])
})

const notes = new Map<string, unknown>()

testMockMistakes('desks', desks, {
  'it still has what belongs to a removed record': {
    breaks: 'unknown-parent of readNote',
    respond: {
      async readNote({ request, parameters: { path } }, { records }) {
        const [deskId, noteId] = [String(path['deskId']), String(path['noteId'])]
        const note = (await records('notes').get(noteId, [deskId])) ?? notes.get(request.path)
        notes.set(request.path, note)
        return note === undefined ? undefined : { body: note }
      },
    },
  },
  'it reads only the first value of a filter': {
    breaks: 'filter-filters of listDesks: the filter urgency',
    respond: {
      async listDesks({ parameters: { query } }, { records }) {
        const [first, second] = (query['urgency'] ?? []) as unknown[]
        const desks = await records('desks').list()
        return second ? { body: desks.filter(({ urgency }) => urgency === first) } : undefined
      },
    },
  },
  'it looks for a part of an item': {
    breaks: 'filter-filters of listDesks: the filter tag',
    respond: {
      async listDesks({ parameters: { query } }, { records }) {
        const desks = await records('desks').list()
        const has = (desk: object): boolean => Object(desk).tags.join(' ').includes(query['tag'])
        return query['tag'] === undefined ? undefined : { body: desks.filter(has) }
      },
    },
  },
  'it ignores a bound': {
    breaks: 'filter-filters of listDesks: the bound dueBefore',
    respond: {
      listDesks({ parameters: { query } }) {
        Reflect.deleteProperty(query, 'dueBefore')
        return undefined
      },
    },
  },
  'it replaces an object in a record': {
    breaks: 'merge-keeps-rest of changeDesk',
    respond: {
      async changeDesk({ body, parameters: { path } }, { records }) {
        const desk = await records('desks').get(String(path['deskId']))
        const { floor: _, ...place } = Object(desk?.['place'])
        if (desk !== undefined && Object(body).place) await records('desks').put({ ...desk, place })
        return undefined
      },
    },
  },
  'it removes another record instead of a missing one': {
    breaks: 'changes-only-its-record of removeDesk',
    respond: {
      async removeDesk({ parameters: { path } }, { records }) {
        const desks = await records('desks').list()
        const isThere = desks.some((desk) => String(desk['id']) === path['deskId'])
        const last = desks.at(-1)
        if (!isThere && last !== undefined) await records('desks').remove(String(last['id']))
        return undefined
      },
    },
  },
  'it ignores If-Match': {
    breaks: 'if-match of changeDesk',
    respond: {
      changeDesk({ request: { headers } }) {
        Reflect.deleteProperty(headers ?? {}, 'if-match')
        return undefined
      },
    },
  },
  'it drops the offset of a time': {
    breaks: 'sent-comes-back of createDesk',
    respond: {
      createDesk({ body }) {
        const desk = body as { dueAt?: string }
        if (desk.dueAt !== undefined) desk.dueAt = desk.dueAt.replace('+05:30', 'Z')
        return undefined
      },
    },
  },
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
