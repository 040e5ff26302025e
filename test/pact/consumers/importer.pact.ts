import { PactV4 } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { interaction } from '../../../src/pact/pact.ts'
import { importLine } from './importer.ts'
import { pactsFolder } from './pacts-folder.ts'

const pact = new PactV4({ consumer: 'importer', provider: 'plant-store', dir: pactsFolder, logLevel: 'warn' })
const token = 'a-token-of-the-importer'

test.each([0n, -1n, 4294967296n, 9007199254740993n, 9223372036854775807n, -9223372036854775808n])(
  'imports a plant with the id %s',
  (id) =>
    interaction('createPlant', { request: { body: { id, name: 'Century plant', tag: 'agave' } } })
      .addTo(pact)
      .executeTest(async ({ url }) => {
        const line = { id: `${id}`, name: 'Century plant', tag: 'agave' }
        expect(await importLine(url, line, token)).toEqual({ id: line.id, isImported: true })
      }),
)

test.each([
  ['beyond int64', 9223372036854775808n],
  ['with a fraction', 1.5],
])('reports that an id %s is rejected, and continues', (_what, id) =>
  interaction('createPlant', {
    request: { body: { id, name: 'Century plant' } },
    response: { status: 400, body: { error: 40003, message: 'no' } },
  })
    .addTo(pact)
    .executeTest(async ({ url }) => {
      const { isImported, reason } = await importLine(url, { id: `${id}`, name: 'Century plant' }, token)
      expect([isImported, reason]).toEqual([false, '40003: no'])
    }),
)

test('stops if its token is rejected', () =>
  interaction('createPlant', { request: { credentials: 'invalid' }, response: { status: '4XX' } })
    .addTo(pact)
    .executeTest(async ({ url }) => {
      await expect(importLine(url, { id: '1', name: 'Agave' }, token)).rejects.toThrow('stopped at 1: 401')
    }))
