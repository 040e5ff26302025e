import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { diff, learn } from '../../src/drift/drift.ts'
import type { PlantStoreOptions } from '../../src/index.ts'
import { installHangLimit } from '../tools/hang-limit.ts'
import { type Overrides, startBackend } from '../verify/backends/create-backend.ts'
import { correct, Refusal } from '../verify/backends/parts.ts'
import { token } from './fake-service.ts'

/** A service that the fake can't imitate: it refuses one name, in a way that a run can change. */
function createOdd(): Overrides & { status: number } {
  return {
    status: 400,
    readName(members) {
      const name = correct.readName(members)
      if (name === '  Fern  ') throw new Refusal('path', `no plant at ${performance.now()}`)
      return name
    },
    toStatus(kind) {
      return kind === 'path' ? this.status : correct.toStatus(kind)
    },
  }
}

const only = ['the name and the tag "  Fern  "', 'a plain plant']

async function compare(url: string, fake: PlantStoreOptions) {
  const { outcome, cases } = await diff(url, { token, fake, only })
  return [outcome, ...cases.map(({ status, title, tries = 1 }) => `${status} ${tries}: ${title}`)]
}

test('nothing that is random is in the file', { timeout: installHangLimit }, async () => {
  await using started = await startBackend({
    toError: (error, { message }) => ({ error, message: `${message} (${randomUUID()})`, at: Date.now() }),
    accept(plant, parts, exchange) {
      const answer = correct.accept(plant, parts, exchange)
      return { ...answer, headers: { ...answer.headers, ETag: `"${performance.now()}"`, Expires: 'never' } }
    },
  })
  const [one, other] = [await learn(started.url, { token }), await learn(started.url, { token })]
  // A busy machine may answer later the second time.
  const withoutLatency = ({ yaml }: typeof one) => yaml.replace(/^latency: .+\n/m, '')
  expect(withoutLatency(other)).toBe(withoutLatency(one))
})

test('what learn can not imitate is known to diff, and each change of it is news', {
  timeout: installHangLimit,
}, async () => {
  const odd = createOdd()
  await using started = await startBackend({ ...odd, toStatus: (kind) => odd.toStatus?.(kind) ?? 0 })
  const { options, differences } = await learn(started.url, { token })
  const [one, ...others] = options.differences ?? []
  expect(others).toEqual([])
  expect(one).toEqual({
    difference: 'Plants: the service refuses what the fake accepts',
    request: 'POST /plants | {"id":…,"name":"  Fern  ","tag":"  Fern  "}',
    service: expect.stringMatching(/^400 application\/json \{"error":400,"message":"no plant at …"\}$/),
    fake: expect.stringMatching(/^200 application\/json \{"name":" {2}Fern {2}",/),
    cases: { 'the status is 400, and 200 from the fake': ['the name and the tag "  Fern  "'] },
  })
  expect(differences).toEqual([{ ...one, advice: expect.stringContaining('--limits') }])
  const same = ['passed', 'passed 1: a plain plant', 'known 1: the name and the tag "  Fern  "']
  for (const run of [1, 2, 3]) expect([run, await compare(started.url, options)]).toEqual([run, same])
  // As plant-store 2.0 wrote them.
  const old = Object.entries(one?.cases ?? {}).map(([difference, cases]) => ({ difference, cases }))
  expect(await compare(started.url, { ...options, differences: old as never })).toEqual(same)
  odd.status = 422
  expect(await compare(started.url, options)).toEqual([
    'failed',
    'passed 1: a plain plant',
    'failed 1: the status is 422, and 200 from the fake',
  ])
  const right = await startBackend()
  expect(await compare(right.url, options)).toEqual([
    'failed',
    'passed 1: a plain plant',
    'passed 1: the name and the tag "  Fern  "',
    'failed 1: no longer different: the status is 400, and 200 from the fake',
  ])
  await right[Symbol.asyncDispose]()
})

test('a token is not in the file, even if answers repeat one that is longer than a line', {
  timeout: installHangLimit,
}, async () => {
  const long = randomBytes(700).toString('hex')
  await using started = await startBackend({
    isAuthorized: (authorization) => authorization === `Bearer ${long}`,
    refuse: (_refusal, _parts, { request: { headers } }) => ({
      status: 400,
      headers: { 'Content-Type': 'text/plain' },
      body: `got ${headers.authorization?.replace('Bearer ', '')}`,
    }),
  })
  const { yaml } = await learn(started.url, { token: long })
  expect(yaml).toContain('400 text/plain got ***')
  expect(yaml).not.toContain(long.slice(0, 8))
})
