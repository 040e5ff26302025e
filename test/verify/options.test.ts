import { describe, expect, test } from 'vitest'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'

const token = 'local-token'

describe('options', () => {
  test.each<[message: RegExp, options: { [Option in keyof VerifyOptions]?: unknown }]>([
    [/^token may contain only/, { token: 'two words' }],
    [/^invalidToken must not be the token/, { invalidToken: token }],
    [/^concurrency must be an integer from 1 to 256, got 0/, { concurrency: 0 }],
    [/^seed must be an integer/, { seed: 0.5 }],
    [
      /^idRange must be a range of int64 values with at least 10000 ids, got 5 to 1/,
      { idRange: { from: 5n, to: 1n } },
    ],
    [/^only names the rule nope, which doesn't exist/, { only: ['nope'] }],
    [/^skip names the rule nope/, { skip: ['nope'] }],
    [/^skip leaves no rule to judge/, { only: ['id-zero'], skip: ['id-zero'] }],
    [/^baseline names the rule nope/, { baseline: [{ rule: 'nope', reason: 'none' }] }],
  ])('%s', async (message, options) => {
    const refused = verify('http://127.0.0.1:1', { token, ...options } as VerifyOptions)
    await expect(refused).rejects.toThrow(message)
  })

  test('that are undefined are ignored', async () => {
    const options = { requestLimit: undefined, limit: undefined, concurrency: undefined, seed: undefined }
    const report = await verify('http://127.0.0.1:1', { token, ...(options as object) })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'unreachable' } })
  })

  test.each([
    ['user:s3cret@staging.example', /like http:\/\/127\.0\.0\.1:4010$/],
    ['ftp://user:s3cret@staging.example', /like http:\/\/127\.0\.0\.1:4010$/],
    ['http://127.0.0.1/?key=s3cret', /^the URL must have no query or fragment$/],
    ['http://127.0.0.1/#s3cret', /^the URL must have no query or fragment$/],
  ])('the URL %j is refused and not shown', async (url, message) => {
    await expect(verify(url, { token })).rejects.toThrow(message)
  })
})
