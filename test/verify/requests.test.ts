import { describe, expect, test } from 'vitest'
import { verify } from '../../src/verify/verify.ts'
import { startBackend } from './backends/create-backend.ts'
import { startRecording } from './backends/start-recording.ts'
import { judge } from './judge.ts'

const token = 'local-token'
const isIn = ({ from, to }: { from: bigint; to: bigint }, id: bigint): boolean => id >= from && id <= to

describe('all ids are in the given range', () => {
  test.each([
    [{ from: 1_000_000n, to: 1_100_000n }, 2],
    [{ from: -(2n ** 62n), to: -(2n ** 62n) + 50_000n }, 1],
  ])('%o, in each run of %i', async (idRange, runs) => {
    await using server = await startRecording()
    for (let run = 0; run < runs; run++) {
      const report = await verify(server.url, { token, idRange, thorough: runs === 1 })
      expect(report.outcome).toBe('passed')
      expect(report.plantsLeft.map(BigInt).filter((id) => !isIn(idRange, id))).toEqual([])
    }
    // A body that is cut off inside its id isn't a plant for any parser.
    const sent = server.bodies
      .map(String)
      .filter((body) => body.includes('"name'))
      .flatMap((body) => /"id"\s*:\s*"?([-+]?\d+)(?![\dx])(?!.*[eE][-+]?\d)/.exec(body)?.[1] ?? [])
    expect(sent.map(BigInt).filter((id) => !isIn(idRange, id))).toEqual([])
  })
})

test('a seed repeats the requests, except for ids and plain texts', async () => {
  async function record(seed: number): Promise<string[]> {
    await using server = await startRecording()
    await judge(server.url, 3000, { seed, only: ['text-keeps-markup', 'refuses-truncated-body'] })
    return server.bodies
      .map((body) => body.toString('latin1').replaceAll(/\\u[\da-f]{4}|\d+|[a-z]/gi, '#'))
      .sort()
  }
  const first = await record(7)
  expect(await record(7)).toEqual(first)
  expect(await record(8)).not.toEqual(first)
})

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl'
test.each<[title: string, pattern: RegExp, status: string]>([
  [
    'is accepted with padding, as libraries do',
    /^bearer +eyJhbGciOiJIUzI1NiJ9\.eyJzdWIiOiJtZSJ9\.c2lnbmF0dXJl=*$/i,
    'kept',
  ],
  ['must be refused without its signature', /^Bearer [\w-]+\.eyJzdWIiOiJtZSJ9\.(?:c2lnbmF0dXJl)?$/, 'broken'],
])('a JWT %s', async (_title, pattern, status) => {
  await using server = await startBackend({
    isAuthorized: (authorization = '') => pattern.test(authorization),
  })
  const { cases } = await judge(server.url, 3000, { token: jwt, only: ['refuses-altered-token'] })
  expect(cases[0]?.word).toBe(status)
})
