import { expect, onTestFinished, test, vi } from 'vitest'
import { OptionsError } from '../../../src/index.ts'
import { parseBaseUrl } from '../../../src/mock/adapter/service-url.ts'

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
