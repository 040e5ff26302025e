import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import type { Report } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import { rightBackends } from './backends/right-backends.ts'
import { findBroken, judge } from './judge.ts'
import { startPrismMock } from './start-prism-mock.ts'
import { startExpressBackend, startFastifyBackend } from './written-backends.ts'

const findBrokenMust = ({ rules }: Report): string[] =>
  rules.filter(({ rule, status }) => rule.level === 'must' && status === 'broken').map(({ rule }) => rule.id)

describe.concurrent('a correct backend breaks no rule, however it differs from others', () => {
  test.for(rightBackends)('$title', async ({ backend }, { expect: check }) => {
    await using started = await startBackend(backend)
    const report = await judge(started.url, 3000)
    check(findBrokenMust(report)).toEqual([])
    check(report.outcome).toBe('kept')
  })
})

describe('no rule is broken by', () => {
  test.each(['http', 'documented'] as const)('the fake with the answers %s', async (answers) => {
    await using server = await startServer({ port: 0, tokens: ['local-token'], answers })
    expect(findBroken(await judge(server.url, 3000))).toEqual([])
  })

  test.each([
    ['Fastify', startFastifyBackend],
    ['Express', startExpressBackend],
  ])('a hand-written backend with %s', async (_name, start) => {
    await using backend = await start()
    const report = await judge(backend.url, 3000)
    expect([report.outcome, findBroken(report)]).toEqual(['kept', []])
  })
})

test("Prism's mock answers with its examples, loses digits, and hangs", {}, async () => {
  await using mock = await startPrismMock()
  const report = await judge(mock.url, 500)
  expect(report.outcome).toBe('broken')
  expect(findBrokenMust(report)).toEqual([
    'plant-echoes-name',
    'plant-echoes-tag',
    'id-over-2-53',
    'refuses-fractional-id',
    'refuses-unissued-token',
    'answers-every-request',
  ])
})
