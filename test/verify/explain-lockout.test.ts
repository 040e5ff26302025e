import { expect, test } from 'vitest'
import { startBackend } from './backends/create-backend.ts'
import { correct } from './backends/parts.ts'
import { judge } from './judge.ts'

test.each([
  [
    'is accepted again a moment later, after wrong ones',
    7,
    'changed',
    /^the service answered a plain plant with 401, and accepted the same token again .* s later\. If wrong tokens lock out/,
  ],
  ['stays refused', Number.POSITIVE_INFINITY, 'unauthorized', /Pass --token-command to renew the token$/],
])('a valid token that %s', async (_title, locked, kind, message) => {
  let wrong = 0
  let refused = 0
  await using server = await startBackend({
    isAuthorized(authorization) {
      const isValid = correct.isAuthorized(authorization)
      if (!isValid) wrong++
      // A run asks five times before it gives up.
      return isValid && (wrong < 3 || ++refused > locked)
    },
  })
  const report = await judge(server.url, 60_000, { only: ['refuses-unissued-token'], concurrency: 1 })
  expect(report).toMatchObject({
    outcome: 'unjudged',
    unjudged: { kind, message: expect.stringMatching(message) },
  })
})
