import { expect, test } from 'vitest'
import type { Operation } from '../../../src/contract/contract.ts'
import { toApi, toPaths } from '../describe-api.ts'

const Stay = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    guestId: { type: 'integer' },
    start: { type: 'string', format: 'date' },
    end: { type: 'string', format: 'date' },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
  },
}
const Guest = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, email: { type: 'string' } },
}
/** What is read from the descriptions of a creation, and of a list. */
function readStays(creation: string, list = ''): { create: Operation['effect']; list: Operation['effect'] } {
  const paths = toPaths('GET /stays > [Stay]\nPOST /stays Stay > 201 Stay\nPOST /guests Guest > 201 Guest')
  Object.assign(paths['/stays']?.['get'], { description: list })
  Object.assign(paths['/stays']?.['post'], { description: creation })
  const [first, second] = toApi(paths, { schemas: { Stay, Guest } }).operations
  return { create: (second as Operation).effect, list: (first as Operation).effect }
}

test.each([
  ['`end` must not be before `start`.', 'before'],
  ['`end` must be after\n`start`.', 'before'],
  ['end must be later than start', 'before'],
  ['`start` may not be after `end`.', 'after'],
  ['`start` cannot be later than `end`.', 'after'],
  ['`start` must not exceed `end`.', 'after'],
])('%j forbids a value', (text, forbidden) => {
  expect(readStays(text).create).toMatchObject({ ordered: [{ forbidden }] })
})

test.each([
  'If `end` is before `start`, the stay begins a day earlier.',
  '`end` may be before `start`.',
  '`end` should be after `start`.',
  '`end` must be given. It comes after `start`.',
])('%j forbids nothing', (text) => {
  expect(readStays(text).create).toMatchObject({ ordered: [] })
})

test.each([
  ['The guest must exist.', ['guestId']],
  ['404 if there is no such\nguest.', ['guestId']],
  ['Unknown guests are created.', []],
  ['The guest pays. A room must exist.', []],
])('%j wants the records of %j', (text, properties) => {
  const { create } = readStays(text)
  const references = create.kind === 'none' ? [] : create.references
  expect(references.map(({ property }) => property)).toEqual(properties)
})

test.each([
  ['Lists stays, newest first.', { property: 'createdAt', isDown: true }],
  ['The oldest stay comes first.', { property: 'createdAt', isDown: false }],
  ['Lists stays. First, log in; the newest client is 3.', undefined],
])('%j says the order %j', (text, usualOrder) => {
  expect(readStays('', text).list).toMatchObject({ list: usualOrder === undefined ? {} : { usualOrder } })
  const { list } = readStays('', text)
  expect(list.kind === 'list' && list.list?.usualOrder).toEqual(usualOrder)
})

test('what one operation says of two properties is true for all that write the record', () => {
  const paths = toPaths('POST /stays Stay > 201 Stay\nPUT /stays/{id} Stay > Stay')
  Object.assign(paths['/stays/{id}']?.['put'], { description: '`end` must be after `start`.' })
  const { operations } = toApi(paths, { schemas: { Stay } })
  const rule = { property: 'end', other: 'start', forbidden: 'before' }
  expect(operations.map(({ effect }) => effect)).toMatchObject([{ ordered: [rule] }, { ordered: [rule] }])
})

test.each([
  ['The last day, not before start.', [{ property: 'end', other: 'start', forbidden: 'before' }]],
  ['Must be later than `start`.', [{ property: 'end', other: 'start', forbidden: 'before' }]],
  ['After start it is fixed.', []],
  ['May be before start.', []],
])('the end that is described by %j has the rules %j', (description, rules) => {
  const paths = toPaths('POST /stays Stay > 201 Stay\nGET /stays/{id} > Stay')
  const properties = { ...Stay.properties, end: { ...Stay.properties.end, description } }
  const [create] = toApi(paths, { schemas: { Stay: { ...Stay, properties } } }).operations
  expect(create?.effect).toMatchObject({ ordered: rules })
})

test('what a list says of its order counts for nothing if the resource says so', () => {
  const paths = toPaths('GET /stays > [Stay]\nPOST /stays Stay > 201 Stay')
  Object.assign(paths['/stays']?.['get'], { description: 'Lists stays, newest first.' })
  const toOrder = (conflicts: boolean) => {
    const [{ effect } = {}] = toApi(
      paths,
      { schemas: { Stay } },
      { resources: { stays: { conflicts } } },
    ).operations
    return effect?.kind === 'list' ? effect.list?.usualOrder : undefined
  }
  expect(toOrder(true)).toEqual({ property: 'createdAt', isDown: true })
  expect(toOrder(false)).toBeUndefined()
})

test.each(['/c++', '/a(b', '/a[b'])('%s is the path of a resource', (path) => {
  const toItem = (path: string) =>
    `POST ${path} Stay > 201 Stay\nGET ${path}/{id} > Stay\nDELETE ${path}/{id} > 204`
  const paths = toPaths(`${toItem(path)}\n${toItem('/guests')}`)
  Object.assign(paths[`${path}/{id}`]?.['delete'].responses, { 409: { description: 'It has stays.' } })
  const { resources } = toApi(paths, { schemas: { Stay } })
  expect(resources.map(({ name }) => name)).toContain(path.slice(1))
})
