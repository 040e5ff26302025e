import { describe, expect, test } from 'vitest'
import { describeRequest } from '../../src/adapters/server/logged-request.ts'
import { createMask, findSecrets, maskRequest, maskTexts } from '../../src/http/create-mask.ts'
import { createMock } from '../../src/index.ts'
import { toRequest } from './requests.ts'

const secret = 'c0ffee-secret'
const path = `/plants?access%5Ftoken=${secret}`
const headers = {
  'x-auth-token': secret,
  referer: `http://shop.example/?access_token=${secret}`,
  cookie: `session=${secret}`,
}

describe('a credential in a header, a query, or a Referer is masked', () => {
  test.each<[place: string, show: () => unknown]>([
    [
      'the journal',
      () => {
        const mock = createMock()
        mock.handle({ method: 'POST', path, headers })
        return mock.requests.all()
      },
    ],
    ['the log', () => describeRequest('POST', path, { status: 200, headers: {}, body: '' }, 1)],
    [
      'the proxy and reports',
      () => {
        const list = Object.entries(headers).map(([name, value]) => ({ name, value }))
        const masked = maskRequest(toRequest('http://a', { path, headers: list }))
        return { ...masked, headers: masked.headers.map(({ name, value, shell }) => [name, shell ?? value]) }
      },
    ],
  ])('in %s', (_place, show) => {
    const shown = JSON.stringify(show())
    expect(shown).toContain('***')
    expect(shown).not.toContain(secret)
  })
})

test('the token of a request becomes a variable, and other credentials stay as text in a shell', () => {
  const list = [
    { name: 'Authorization', value: 'Bearer a' },
    { name: 'Referer', value: 'http://a/?token=b&c=$HOME"`' },
    { name: 'Accept', value: '*/*', shell: 'x' },
  ]
  const { headers } = maskRequest(toRequest('http://a', { headers: list }))
  expect(headers).toEqual([
    { ...list[0], shell: 'Bearer $PLANT_STORE_TOKEN' },
    { ...list[1], shell: 'http://a/?token=***&c=\\$HOME\\"\\`' },
    { name: 'Accept', value: '*/*' },
  ])
})

test('what a request sent instead of the token is a secret, with its scheme and without', () => {
  const headers = [
    { name: 'Authorization', value: 'Basic  abc', shell: 'x' },
    { name: 'Accept', value: 'a b' },
  ]
  expect(findSecrets([toRequest('http://a', { headers })])).toEqual(['abc', 'Basic  abc'])
})

test('texts in a value are masked, and names only if asked', () => {
  const value = { abc: ['abc', 1n, null, { abc: 'd' }] }
  const mask = (text: string) => text.replace('abc', '***')
  expect(maskTexts(value, mask)).toEqual({ abc: ['***', 1n, null, { abc: 'd' }] })
  expect(maskTexts(value, mask, mask)).toEqual({ '***': ['***', 1n, null, { '***': 'd' }] })
})

test.each<[secret: string, text: string, masked: string]>([
  [secret, `"${'x'.repeat(30)}c0ffee-sec…" (60 characters)`, `"${'x'.repeat(30)}***…" (60 characters)`],
  [
    secret,
    'one c0ffee-secret, one c0f…, one c0ff… and one c0ffee-secre…',
    'one ***, one c0f…, one ***… and one ***…',
  ],
  [
    secret,
    '"…secret and more" (60 characters), "…ret and c0ffee…"',
    '"…*** and more" (60 characters), "…ret and ***…"',
  ],
  [secret, 'coffee…', 'coffee…'],
  [secret, 'c0ffee-sec', 'c0ffee-sec'],
  ['abc', 'abc', 'abc'],
  ['abcd', 'abcd abc abcd', '*** abc ***'],
  ['a/b "', 'a/b " a%2Fb%20%22 a\\/b " a/b \\"', '*** *** *** ***'],
  ...['a%2bb%3Dc%2fdé', 'a%2Bb=c%2Fd%C3%A9', 'a b=c/dé', 'a+b\\u003dc\\/d\\u00e9'].map(
    (form): [string, string, string] => ['a+b=c/dé', `got ${form}, so`, 'got ***, so'],
  ),
  ['nothing', 'a\\nothing and %41nothing', 'a\\*** and %41***'],
  ['a%2fb', 'a%2fb %', '*** %'],
])('the secret %j in %j', (own, text, masked) => {
  expect(createMask([own])(text)).toBe(masked)
})

test('a large text takes no longer than its size', () => {
  const mask = createMask([`a+${'b'.repeat(8000)}`])
  for (const part of ['…', 'bbbb…', 'bb', '%25', '\\\\'])
    expect(mask(part.repeat(40_000)).length).toBeGreaterThan(0)
})

test('of two secrets, the longer one is masked first', () => {
  expect(createMask(['abcd', 'abcdefgh'])('abcdefgh')).toBe('***')
})
