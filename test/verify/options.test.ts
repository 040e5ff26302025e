import { describe, expect, test } from 'vitest'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'

const token = 'local-token'

describe('options', () => {
  test.each<[message: RegExp, options: { [Option in keyof VerifyOptions]?: unknown }]>([
    [/^token must be ASCII/, { token: 'two words' }],
    [/^invalidToken must not be the token/, { invalidToken: token }],
    [/^concurrency must be an integer from 1 to 256, got 0/, { concurrency: 0 }],
    [/^seed must be an integer/, { seed: 0.5 }],
    [/^idRange must be a range of int64 values with at least 10000 ids$/, { idRange: { from: 5n, to: 1n } }],
    [/^only\[0\] must be the id of a rule that `plant-store rules` lists, got "nope"$/, { only: ['nope'] }],
    [/^skip\[0\] must be the id of a rule/, { skip: ['nope'] }],
    [/^skip leaves no rule to judge/, { only: ['id-zero'], skip: ['id-zero'] }],
    [/^baseline\[0\]\.rule must be the id of a rule/, { baseline: [{ rule: 'nope', reason: 'none' }] }],
  ])('%s', async (message, options) => {
    await expect(verify('http://127.0.0.1:1', { token, ...options } as VerifyOptions)).rejects.toThrow(
      message,
    )
  })

  test('that are undefined are ignored', async () => {
    const options = { requestLimit: undefined, limit: undefined, concurrency: undefined, seed: undefined }
    const report = await verify('http://127.0.0.1:1', { token, ...(options as object) })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'unreachable' } })
  })

  test.each(['user:s3cret@staging.example', 'ftp://user:s3cret@staging.example'])(
    'the URL %j is refused and not shown',
    async (url) => {
      await expect(verify(url, { token })).rejects.toThrow(/^the URL must be [^@]* or fragment$/)
    },
  )

  test.each(['?key=s3cret', '#s3cret'])('a URL with %j is refused and not shown', async (end) => {
    const refused = verify(`http://127.0.0.1/${end}`, { token })
    await expect(refused).rejects.toThrow(/^the URL must be .* or fragment$/)
  })
})
