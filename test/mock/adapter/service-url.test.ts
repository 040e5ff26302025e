import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { OptionsError } from '../../../src/index.ts'
import { parseBaseUrl, toUrlPattern } from '../../../src/mock/adapter/service-url.ts'

const origin = 'http://plants.example'

/** Acts as a page at an address. */
function stubLocation(href: string): void {
  vi.stubGlobal('location', { href })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test.each<[baseUrl: string, parsed: object]>([
  [origin, { origin, basePath: '' }],
  [`${origin}/`, { origin, basePath: '' }],
  [`${origin}/v1/`, { origin, basePath: '/v1' }],
  ['HTTPS://plants.example:443/v1', { origin: 'https://plants.example', basePath: '/v1' }],
])('the address %s is parsed as %o', (baseUrl, parsed) => {
  expect(parseBaseUrl(baseUrl)).toEqual(parsed)
})

test('in a page, the address may be relative to it', () => {
  stubLocation('https://shop.example/cart')
  expect(parseBaseUrl('/api')).toEqual({ origin: 'https://shop.example', basePath: '/api' })
  expect(() => parseBaseUrl('ftp://a')).toThrow(
    /without a query or fragment, and absolute outside a page, got "ftp:/,
  )
})

test.each([
  'plants.example',
  '/api',
  'ftp://plants.example',
  'http://plants.example?x=1',
  'http://plants.example#x',
  '',
  5,
  'http://',
])('the address %j is rejected', (baseUrl) => {
  const parse = () => parseBaseUrl(baseUrl as string)
  expect(parse).toThrow(OptionsError)
  const must = 'baseUrl must be an http or https URL without a query or fragment, and absolute outside a page'
  expect(parse).toThrow(`${must}, got ${JSON.stringify(baseUrl)}`)
})

describe('the pattern of the URLs that get responses', () => {
  const anywhere = { path: '/v1/(a)*/plants' }
  const here = { origin: `${origin}:81`, path: '/plants' }
  test.each<[target: { origin?: string; path: string }, url: string, matches: boolean]>([
    [anywhere, 'https://a.example/v1/(a)*/plants', true],
    [anywhere, 'http://localhost:80/v1/(a)*/plants', true],
    [anywhere, 'http://a.example/x/v1/(a)*/plants', false],
    [anywhere, 'http://a.example/v1/aaa/plants', false],
    [anywhere, 'http://a.example/v1/(a)*/plants/1', false],
    [anywhere, 'ftp://a.example/v1/(a)*/plants', false],
    [here, 'http://plants.example:81/plants', true],
    [here, 'http://plants.example/plants', false],
    [here, 'http://plantsXexample:81/plants', false],
    [here, 'https://x/?http://plants.example:81/plants', false],
  ])('of %o: %s is %s', (target, url, matches) => {
    expect(toUrlPattern(target).test(url)).toBe(matches)
  })
})
