import { describe, expect, test } from 'vitest'
import {
  escapeControls,
  escapeControlsOfJson,
  escapeControlsOfLines,
} from '../../src/http/escape-controls.ts'
import { hideQuery, maskHeader, maskUrl } from '../../src/http/mask.ts'

describe('a header that holds a credential is masked', () => {
  test.each([
    ['Authorization', 'Bearer abc', 'Bearer ***'],
    ['authorization', 'basic \nabc', 'basic ***'],
    ['authorization', 'abc', '***'],
    ['Proxy-Authorization', 'Digest username="me"', 'Digest ***'],
    ['Cookie', 'a=b; c=d', '***'],
    ['Set-Cookie', 'session=abc; Path=/', '***'],
    ['X-Auth-Token', 'abc', '***'],
    ['X-Admin-Token', 'abc', '***'],
    ['X-Amz-Security-Token', 'abc', '***'],
    ['X-CSRFToken', 'abc', '***'],
    ['X-API-Key', 'abc', '***'],
    ['apikey', 'abc', '***'],
    ['X-Auth', 'abc', '***'],
    ['Client-Secret', 'abc', '***'],
    [
      'Referer',
      'http://shop.example/?a=1&access_token=abc#top',
      'http://shop.example/?a=1&access_token=***#top',
    ],
    ['Location', 'https://me:p@ss@plants.example/x', 'https://***@plants.example/x'],
    ['Refresh', '0; url=http://x/?token=abc', '0; url=http://x/?token=***'],
  ])('%s: %s', (name, value, shown) => expect(maskHeader(name, value)).toBe(shown))
})

test.each([
  ['WWW-Authenticate', 'Bearer realm="plant-store", error="invalid_token"'],
  ['Idempotency-Key', 'abc'],
  ['Content-Type', 'application/json; charset=utf-8'],
  ['Accept', '*/*;q=0.8'],
])('the header %s stays as it is', (name, value) => expect(maskHeader(name, value)).toBe(value))

describe('a credential in a URL is masked', () => {
  test.each([
    ['/plants?access_token=abc', '/plants?access_token=***'],
    ['/plants?access%5Ftoken=abc&a=1', '/plants?access%5Ftoken=***&a=1'],
    ['/plants?%61ccess_%74oken=a=b', '/plants?%61ccess_%74oken=***'],
    ['/plants?a=1&apiKey=abc;api_key=abc', '/plants?a=1&apiKey=***;api_key=***'],
    ['/callback#id_token=abc', '/callback#id_token=***'],
    ['/plants?a?token=abc', '/plants?a?token=***'],
    ['/plants?to=http://x/?token=abc', '/plants?to=http://x/?token=***'],
    ['/plants?a[access_token]=abc&token[0][1]=abc', '/plants?a[access_token]=***&token[0][1]=***'],
    ['/plants?to=%2Fa%3Fname%3D1%26token%3Dabc', '/plants?to=***'],
    ['http://me@x/plants', 'http://***@x/plants'],
    ['me:secret@plants.example:80', '***@plants.example:80'],
    ['/plants?token[]=abc&token%5B0%5D=abc', '/plants?token[]=***&token%5B0%5D=***'],
    ['/go?to=https%3A%2F%2Fx%2F%3Fa%3D1%26token%3Dabc%26b%3D2&c=3', '/go?to=***&c=3'],
    ['/plants/a@b', '/plants/a@b'],
    ['/plants?tokens=2&name=token', '/plants?tokens=2&name=token'],
    ['/plants?%', '/plants?%'],
  ])('%s', (url, shown) => expect(maskUrl(url)).toBe(shown))
})

test('a long URL takes linear time', () => {
  for (const unit of ['?', '?a', '//', '//a@', '&a=', ';;', '%3f', '?a=%26'])
    expect(maskUrl(unit.repeat(20_000))).toBeTypeOf('string')
})

test('all of a query can be hidden', () => {
  expect([hideQuery(new URL('http://a/?b=c\n')), hideQuery('/a?b\n?c')]).toEqual(['http://a/?…', '/a?…'])
})

test('lines stay lines', () => {
  expect(escapeControlsOfLines('a\u001b\nb\r\n')).toBe('a\\u{1b}\nb\\u{d}\n')
})

describe('characters that steer a terminal are escaped', () => {
  test.each([
    ['escape', '\u001b[31m', '\\u{1b}[31m', '"\\u001b[31m"'],
    ['C1 control', '\u009b31m', '\\u{9b}31m', '"\\u009b31m"'],
    ['line end', 'a\r\nb', 'a\\u{d}\\u{a}b', '"a\\r\\nb"'],
    ['bidi override', '\u202eb', '\\u{202e}b', '"\\u202eb"'],
    ['line separator', '\u2028', '\\u{2028}', '"\\u2028"'],
    ['astral tag', '\u{e0041}', '\\u{e0041}', '"\\udb40\\udc41"'],
    ['no character', 'a\ufffe', 'a\\u{fffe}', '"a\\ufffe"'],
    ['half of a pair', '\ud83c', '\\u{d83c}', '"\\ud83c"'],
    ['old workflow command', 'a ##[set-env]', 'a \\u{23}#[set-env]', '"a \\u0023#[set-env]"'],
    ['pipeline command', '###vso[x', '#\\u{23}#vso[x', '"#\\u0023#vso[x"'],
    ['workflow command', '::a:: b ::c', '\\u{3a}:a:: b \\u{3a}:c', '"::a:: b ::c"'],
    ['letters', 'é 🌱 菊 [::1] #1 a::b', 'é 🌱 菊 [::1] #1 a::b', '"é 🌱 菊 [::1] #1 a::b"'],
  ])('%s', (_title, text, shown, json) => {
    expect(escapeControls(text)).toBe(shown)
    expect(escapeControlsOfJson(JSON.stringify(text))).toBe(json)
  })
})
