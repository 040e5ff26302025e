import { describe, expect, test } from 'vitest'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import { startBackend } from './backends/create-backend.ts'
import { toJsonAnswer } from './backends/parts.ts'
import { judge } from './judge.ts'

const token = 'local-token'

const only: RuleId[] = ['error-is-int32', 'refusal-hides-token', 'refuses-other-scheme']

describe('a token is in no report', () => {
  test('if the backend repeats it in a wrong answer', async () => {
    await using backend = await startBackend({
      toError: () => ({ error: `want ${token}`, message: 'no' }),
    })
    const report = await judge(backend.url, 1000, { only })
    expect(JSON.stringify(report)).not.toContain(token)
  })

  test('if the backend repeats it in another form', async () => {
    await using backend = await startBackend({
      refuse: (_refusal, _parts, exchange) =>
        toJsonAnswer(400, JSON.stringify({ error: exchange.request.headers.authorization, message: 'no' })),
    })
    const report = JSON.stringify(await judge(backend.url, 1000, { only }))
    for (const part of ['password', 'user'] as const) {
      expect(report).not.toContain(
        Buffer.from(part === 'password' ? `plant:${token}` : `${token}:`).toString('base64'),
      )
    }
    expect(report).not.toContain(token)
  })

  test('if the backend repeats it where reports cut a text off', async () => {
    await using backend = await startBackend({
      toBody: ({ id: _, ...plant }, { request: { headers } }) => ({
        ...plant,
        name: `${'x'.repeat(25)}${headers.authorization}`,
      }),
    })
    const text = JSON.stringify(await judge(backend.url, 1000, { only: ['plant-echoes-name'] }))
    expect(text).toContain('***…')
    expect(text).not.toContain(token.slice(0, 5))
  })
})
