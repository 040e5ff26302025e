import { describe, expect, test } from 'vitest'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { expectRefused } from '../tools/refused.ts'

const token = 'local-token'

describe('options', () => {
  test('that are not valid are rejected, with the messages of the recording', () =>
    expectRefused(
      'refused-options',
      [
        { token: 'two words' },
        { invalidToken: token },
        { concurrency: 0 },
        { seed: 0.5 },
        { only: ['nope'] },
        { skip: ['nope'] },
        { only: ['responds'], skip: ['responds'] },
        { baseline: [{ rule: 'nope', seen: '400', requests: ['a'], reason: 'none' }] },
        { baseline: [{ rule: 'responds', reason: 'none' }] },
        { operations: ['createRoom'] },
        { credentials: { key: 'a' } },
      ],
      (options) => verify('http://127.0.0.1:1', { token, ...options } as VerifyOptions),
    ))

  test('that are undefined are ignored', async () => {
    const options = { requestLimit: undefined, limit: undefined, concurrency: undefined, seed: undefined }
    const report = await verify('http://127.0.0.1:1', { token, ...(options as object) })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'unreachable' } })
  })

  test('rules may have the names that they had before', async () => {
    const only = ['refuses-null-tag'] as unknown as NonNullable<VerifyOptions['only']>
    const { cases } = await verify('http://127.0.0.1:1', { token, only })
    expect(cases).toEqual([])
  })

  test.each([
    'user:s3cret@a',
    'ftp://user:s3cret@a',
    'http://127.0.0.1/?key=s3cret',
    'http://127.0.0.1/#s3cret',
  ])('the URL %j is rejected and not shown', async (url) => {
    await expect(verify(url, { token })).rejects.toThrow(/^the URL must be (?!.*s3cret).* or fragment$/)
  })
})
