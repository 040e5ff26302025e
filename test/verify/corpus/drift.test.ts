import { describe, expect, test } from 'vitest'
import { diff, learn } from '../../../src/drift/drift.ts'
import type { FailureName } from '../../../src/index.ts'
import { startServer } from '../../../src/server/start-server.ts'
import { failureNames } from '../../../src/store/failures.ts'
import { startBackend } from '../backends/create-backend.ts'
import { rightBackends } from '../backends/right-backends.ts'

const token = 'local-token'

/** The cases in which the learned fake differs, and why, by the titles of backends. */
const different: Record<string, { cases: string[]; reason: string }> = {
  'a header with letters outside ASCII gets an empty 400 from the HTTP server': {
    cases: ['a token with letters outside ASCII', 'a tab after the scheme'],
    reason: 'a 400 of the fake is always an Error',
  },
}

test('at most 5 % of the backends can not be imitated', () => {
  expect(Object.keys(different).length).toBeLessThanOrEqual(rightBackends.length * 0.05)
})

describe('a learned fake answers like the backend', () => {
  test.for(rightBackends)('$title', async ({ title, backend }, { expect }) => {
    await using started = await startBackend(backend)
    const { options, requests, broken } = await learn(started.url, { token })
    expect(broken).toEqual([])
    expect(requests).toBeLessThanOrEqual(400)
    const { cases } = await diff(started.url, { token, fake: options })
    const found = cases.filter(({ status }) => status === 'failed').map((one) => one.title)
    expect(found).toEqual(different[title]?.cases ?? [])
  })
})

/** Rows that no request of a client can trigger, or that only the fake has. */
const untriggered: FailureName[] = ['request-timeout', 'forced-error', 'internal-error']

describe('a row that changes after the fake has learned it is found', () => {
  const rows = failureNames.filter((name) => !untriggered.includes(name))
  const learning = (async () => {
    await using server = await startServer({ port: 0, tokens: [token] })
    return await learn(server.url, { token })
  })()

  test('no row is missing here', async () => {
    expect((await learning).notTriggered).toEqual(untriggered)
  })

  test.for(rows.flatMap((row) => [[row, 'status'] as const, [row, 'error'] as const]))(
    '%s: %s',
    async ([row, member], { expect }) => {
      const changed = member === 'status' ? { status: 418 } : { error: 1 }
      await using server = await startServer({ port: 0, tokens: [token], answers: { [row]: changed } })
      const { cases } = await diff(server.url, { token, fake: (await learning).options })
      const problems = cases
        .flatMap(({ findings }) => findings)
        .flatMap(({ kind, problem }) => (kind === 'error' ? [problem] : []))
      const shown = member === 'status' ? /^the status is 418, and / : /^error is 1, and /
      expect(problems.length).toBeGreaterThan(0)
      for (const problem of problems) expect(problem).toMatch(shown)
    },
  )

  test.for([
    [{ onDuplicate: 'replace' as const }, 'a duplicate id'],
    [{ unknownMembers: 'refuse' as const }, 'members that the schema does not name are accepted and ignored'],
    [{ maxBody: 2 ** 20 - 1 }, 'the largest body'],
    [{ maxBody: 2 ** 20 + 1 }, 'a body that is too large'],
    [{ cors: false as const }, 'a preflight of http://localhost:3000'],
    [{ limits: { id: { minimum: 1 } } }, 'the id 0 is an int64'],
    [{ limits: { name: { minLength: 1 } } }, 'an empty name'],
    [{ answers: { created: { members: { createdAt: 'now' } } } }, 'a plant with a name'],
    [{ habits: ['ignores-byte-order-mark' as const] }, 'a byte order mark'],
  ] as const)('%j: %s', async ([changed, title], { expect }) => {
    await using server = await startServer({ port: 0, tokens: [token], ...changed })
    const { cases } = await diff(server.url, { token, fake: (await learning).options })
    const found = cases.filter(({ status }) => status === 'failed').map((one) => one.title)
    expect(found).toContain(title)
  })
})

test('a backend that answers in 10 ms takes at most 10 s to learn and 30 s to compare', async () => {
  await using server = await startServer({ port: 0, tokens: [token], latency: 10 })
  const learned = await learn(server.url, { token })
  const { duration, outcome } = await diff(server.url, { token, fake: learned.options })
  expect(outcome).toBe('passed')
  expect(learned.duration).toBeLessThan(10_000)
  expect(duration).toBeLessThan(30_000)
})
