import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { OptionsError } from '../../src/index.ts'
import { createTarget, toUrlPattern } from '../../src/mock/adapter/service-url.ts'

const origin = 'http://plants.example'

/** Acts as a page at an address. */
function stubLocation(href: string): void {
  vi.stubGlobal('location', { href })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test.each<[baseUrl: string | undefined, storePath: string, target: object]>([
  [undefined, '/plants', { path: '/plants' }],
  [undefined, '/v1/plants', { path: '/v1/plants' }],
  [origin, '/plants', { origin, path: '/plants' }],
  [`${origin}/`, '/v1/plants', { origin, path: '/v1/plants' }],
  [`${origin}/v1/`, '/plants', { origin, path: '/v1/plants' }],
  ['HTTPS://plants.example:443/v1', '/v1/plants', { origin: 'https://plants.example', path: '/v1/plants' }],
])('the address %s and the path %s of the store have the target %o', (baseUrl, storePath, target) => {
  expect(createTarget(baseUrl, storePath)).toEqual(target)
})

test('in a page, the address may be relative to it', () => {
  stubLocation('https://shop.example/cart')
  expect(createTarget('/api', '/plants')).toEqual({ origin: 'https://shop.example', path: '/api/plants' })
  expect(() => createTarget('ftp://a', '/plants')).toThrow(
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
])('the address %j is refused', (baseUrl) => {
  const create = () => createTarget(baseUrl as string, '/plants')
  expect(create).toThrow(OptionsError)
  const must = 'baseUrl must be an http or https URL without a query or fragment, and absolute outside a page'
  expect(create).toThrow(`${must}, got ${JSON.stringify(baseUrl)}`)
})

test('an address that names another path than the store is refused', () => {
  const create = () => createTarget(`${origin}/v1`, '/v2/plants')
  expect(create).toThrow(OptionsError)
  expect(create).toThrow('baseUrl and basePath name two paths, /v1/plants and /v2/plants')
})

describe('the pattern of the URLs that are answered', () => {
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
