import { afterAll, describe, expect, test } from 'vitest'
import { diff, learn } from '../../../src/drift/drift.ts'
import type { FailureName } from '../../../src/index.ts'
import { startServer } from '../../../src/server/start-server.ts'
import { failureNames } from '../../../src/store/failures.ts'
import { startBackend } from '../backends/create-backend.ts'
import { rightBackends } from '../backends/right-backends.ts'

const token = 'local-token'

/** The most differences that a learned file may have in the middle of all files. */
const maxMedian = 5

describe('what is learned is known', () => {
  const counts: number[] = []

  test.for(rightBackends)('$title', async ({ backend }, { expect }) => {
    await using started = await startBackend(backend)
    const { options, yaml, requests, broken, differences } = await learn(started.url, { token })
    expect(broken).toEqual([])
    expect(requests).toBeLessThanOrEqual(540)
    expect(yaml.split('\n').length).toBeLessThanOrEqual(100)
    counts.push(differences.length)
    // Nothing that a run leaves behind changes the next one.
    for (const run of [1, 2, 3]) {
      const { cases, outcome } = await diff(started.url, { token, fake: options })
      const found = cases.filter(({ status }) => status === 'failed').map((one) => one.title)
      expect([run, outcome, found]).toEqual([run, 'passed', []])
    }
  })

  afterAll(() => {
    const [median = 0] = counts.toSorted((one, other) => one - other).slice(counts.length / 2)
    expect(median).toBeLessThanOrEqual(maxMedian)
  })
})

/** Rows that no request of a client can trigger, or that only the fake has. */
const untriggered: FailureName[] = ['request-timeout', 'forced', 'internal-error']

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
      // One change is one finding.
      expect(problems).toHaveLength(1)
    },
  )

  test.for([
    [{ onDuplicate: 'replace' as const }, 'a stored id'],
    [{ unknownMembers: 'refuse' as const }, 'an extra member'],
    [{ maxBody: 2 ** 20 - 1 }, 'the largest body'],
    [{ maxBody: 2 ** 20 + 1 }, 'a body that is too large'],
    [{ cors: false as const }, 'a preflight of http://localhost:3000'],
    [{ limits: { id: { minimum: 1 } } }, 'an id from -2147483648 to -2'],
    [{ limits: { name: { minLength: 1 } } }, 'the name ""'],
    [{ answers: { created: { members: { createdAt: 'now' } } } }, 'a plain plant'],
    [{ answers: { created: { headers: { 'cache-control': 'no-store' } } } }, 'a plain plant'],
    [{ habits: ['ignores-byte-order-mark' as const] }, 'a body after a byte order mark'],
  ] as const)('%j: %s', async ([changed, title], { expect }) => {
    await using server = await startServer({ port: 0, tokens: [token], ...changed })
    const { cases } = await diff(server.url, { token, fake: (await learning).options })
    const found = cases.filter(({ status }) => status === 'failed')
    expect(found.length).toBeLessThanOrEqual(3)
    expect(
      found.flatMap(({ findings }) => findings.flatMap(({ tried, alike = [] }) => [tried, ...alike])),
    ).toContain(title)
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
