import { expect, test } from 'vitest'
import { learn } from '../../src/drift/drift.ts'
import { learnRefused } from '../../src/drift/learn-refused.ts'
import { askRows } from '../../src/drift/learn-rows.ts'
import { listTriggers } from '../../src/drift/triggers.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { correct, Refusal } from '../verify/backends/parts.ts'
import { createService, token } from './fake-service.ts'

test('a limit of nesting is found, roughly, and ids with a fraction and queries are refused', async () => {
  await using started = await startBackend({
    readBody(exchange) {
      if (exchange.request.url?.includes('?')) throw new Refusal('path', 'there is nothing here')
      return correct.readBody(exchange)
    },
    parse(text) {
      if (/"id":\s*-?\d+[.e]/i.test(text)) throw new Refusal('body', 'id must be an int64')
      if (text.includes('['.repeat(200))) throw new Refusal('body', 'the body is not JSON')
      return correct.parse(text)
    },
  })
  const { options, differences } = await learn(started.url, { token })
  expect(Object.keys(options.refuses ?? {}).sort()).toEqual([
    'deep-nesting',
    'fractional-id',
    'unexpected-query',
  ])
  expect(options.refuses?.['deep-nesting']).toContain('{201}')
  expect(differences).toEqual([])
})

test('a service that refuses other members, by their names, has no limit of nesting', async () => {
  const service = createService(({ text }) => {
    const [, other] = /"(?!id"|name"|tag")(\w+)":/.exec(text) ?? []
    return other === undefined
      ? { status: 200, body: { name: 'Fern' } }
      : { status: 400, body: { error: 1, message: `${other} is not allowed` } }
  })
  const shown = ['an extra member', '10000 nested arrays in an extra member']
  const rows = await askRows(
    service,
    listTriggers(service.session).filter(({ title }) => shown.includes(title)),
  )
  expect(rows.length).toBe(2)
  expect(await learnRefused(service, rows)).toEqual([])
})
