import { expect, test } from 'vitest'
import { describeUnhandled } from '../../src/mock/adapter/describe-unhandled.ts'

test.each<[title: string, url: string, baseUrl: string | undefined, difference: string]>([
  [
    'the origin',
    'http://a.example/v1/plants',
    'http://b.example/v1',
    'the origin is http://a.example, not http://b.example',
  ],
  [
    'a slash',
    'http://b.example/v1/plants/',
    'http://b.example/v1',
    'the path has a trailing slash, not /v1/plants',
  ],
  ['the path', 'http://b.example/plants', 'http://b.example/v1', 'the path is /plants, not /v1/plants'],
  [
    'both',
    'http://a.example/plants',
    'http://b.example/v1',
    'the origin is http://a.example, not http://b.example; the path is /plants, not /v1/plants',
  ],
  ['the path at any origin', 'http://a.example/x', undefined, 'the path is /x, not /v1/plants'],
])('says that a request differs in %s', (_title, url, baseUrl, difference) => {
  const origin = baseUrl && { origin: 'http://b.example' }
  const [answered, configured] =
    baseUrl === undefined
      ? ['/v1/plants at every origin', 'no baseUrl is set']
      : ['http://b.example/v1/plants', `baseUrl is "${baseUrl}"`]
  expect(
    describeUnhandled([{ method: 'POST', url }], { path: '/v1/plants', ...origin }, baseUrl, 'Handle them.'),
  ).toBe(
    `The test sent requests that nothing handles:
  POST ${url}: ${difference}
The store answers ${answered} (${configured}).
Handle them.`,
  )
})
