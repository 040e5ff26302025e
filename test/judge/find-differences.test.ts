import { expect, test } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import { findDifferences } from '../../src/judge/find-differences.ts'

const properties = {
  id: { type: 'string' },
  name: { type: 'string' },
  size: { type: 'integer', format: 'int64' },
  at: { type: 'string', format: 'date-time' },
  mail: { type: 'string', format: 'email' },
  note: { type: ['string', 'null'] },
  secret: { type: 'string', writeOnly: true },
  made: { type: 'string', readOnly: true },
  list: { type: 'array', items: { type: 'integer' } },
}
const { schemas } = toContract({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {},
  components: { schemas: { Thing: { type: 'object', properties } } },
})
const schema = schemas.get('Thing')

test.each([
  ['the same', { name: 'a' }, { name: 'a', size: 1 }, []],
  ['another string', { name: 'a' }, { name: 'A' }, ['name']],
  ['a rounded integer', { size: 9007199254740993n }, { size: 9007199254740992 }, ['size']],
  ['the same time in another zone', { at: '2020-01-01T01:00:00+01:00' }, { at: '2020-01-01T00:00:00Z' }, []],
  ['the time of the service', { at: '2020-01-01T00:00:00Z' }, { at: new Date().toISOString() }, []],
  ['an email in another case', { mail: 'A@example.com' }, { mail: 'a@example.com' }, []],
  ['null that is left out', { note: null }, {}, []],
  ['what is left out', { note: 'a' }, {}, ['note']],
  ['what responses never have', { secret: 'a' }, {}, []],
  ['what only the service makes', { made: 'a' }, { made: 'b' }, []],
  ['another order', { list: [1, 2] }, { list: [2, 1] }, ['list/0', 'list/1']],
  ['another key', { id: 'a' }, { id: 'b' }, []],
  ['the key in another case', { id: 'a' }, { id: 'A' }, ['id']],
])('%s', (_title, sent, got, expected) => {
  const found = findDifferences(sent, got, schema, schema, { isWhole: true, key: 'id' })
  expect(found.map(({ path }) => path.join('/'))).toEqual(expected)
})

test('a request that names what is readOnly in the record may set it', () => {
  const { schemas } = toContract({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {},
    components: { schemas: { Change: { type: 'object', properties: { made: { type: 'string' } } } } },
  })
  const [difference] = findDifferences({ made: 'a' }, { made: 'b' }, schemas.get('Change'), schema, {
    isWhole: true,
  })
  expect(difference).toMatchObject({ path: ['made'], sent: 'a', got: 'b' })
})
