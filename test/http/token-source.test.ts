import { expect, test } from 'vitest'
import { createTokenSource } from '../../src/http/token-source.ts'

const { signal } = new AbortController()

test('a token of a function is renewed, and a failure says why', async () => {
  const tokens: (() => string | Promise<string>)[] = [
    () => 'first',
    () => 'second',
    () => 'not one',
    () => {
      throw new Error('no network')
    },
    () => new Promise(() => {}),
  ]
  const source = await createTokenSource(async () => tokens.shift()?.() ?? '', signal)
  expect(source).toMatchObject({ current: 'first', all: ['first'], isRenewable: true })
  expect(await source.renew(signal)).toBeUndefined()
  expect(source).toMatchObject({ current: 'second', all: ['first', 'second'] })
  expect(await source.renew(signal)).toMatch(/^gave no token: the token must be .+/)
  expect(await source.renew(signal)).toBe('gave no token: no network')
  expect(await source.renew(AbortSignal.abort())).toBe('gave no token: the run was stopped first')
  expect(source.current).toBe('second')
})

test('a token may be a text or of a function without a promise, and a function that gives none is an error about the token', async () => {
  expect(await createTokenSource('text', signal)).toMatchObject({ current: 'text', isRenewable: false })
  expect(await createTokenSource(() => 'made', signal)).toMatchObject({ current: 'made', isRenewable: true })
  for (const [getToken, message] of [
    [() => Promise.reject(new Error('no network')), 'token gave no token: no network'],
    [() => 'two words', expect.stringMatching(/^token gave no token: the token must be ASCII letters/)],
  ] as const)
    await expect(createTokenSource(getToken, signal)).rejects.toThrow(
      expect.objectContaining({ name: 'OptionsError', path: ['token'], message }),
    )
})
