import { describe, expect, test } from 'vitest'
import { type AccessOptions, accessOptions, addAccess, openAccess } from '../../src/http/access.ts'
import { check } from '../../src/options/check.ts'
import { files, texts } from '../tools/certificates/certificates.ts'
import { toRequest } from './requests.ts'

const base = new URL('http://127.0.0.1')
const { cert, key, nameOnly, otherKey } = files

test('a header is added to a request that has none of its name; a credential is a variable in commands', () => {
  const access = openAccess({ headers: { 'X-Tenant': 'garden', 'X-Api-Key': 'sesame', 'X-B': '2' } })
  const headers = [{ name: 'x-b', value: '1' }]
  expect(addAccess(toRequest(base, { headers }), access)).toMatchObject({
    headers: [
      ...headers,
      { name: 'X-Tenant', value: 'garden' },
      { name: 'X-Api-Key', value: 'sesame', shell: '$X_API_KEY' },
    ],
  })
  const request = toRequest(base, {})
  expect(addAccess(request, openAccess({}))).toBe(request)
})

test.each<[options: AccessOptions, tls: object, curl: string]>([
  [
    { cert, key, ca: nameOnly },
    { cert: texts.cert, key: texts.key, ca: texts.nameOnly },
    `--cert ${cert} --key ${key} --cacert ${nameOnly}`,
  ],
  [{ ca: cert }, { ca: texts.cert }, `--cacert ${cert}`],
])('certificates are read from their files, and curl gets their paths: %j', (options, tls, curl) => {
  const access = openAccess(options)
  const read = Object.entries(access.tls).map(([name, pem]) => [name, pem.toString()])
  expect([Object.fromEntries(read), access.curl]).toEqual([tls, curl])
  expect(addAccess(toRequest(base, {}), access).curl).toBe(curl)
})

describe('refused is', () => {
  test.each<[message: RegExp, options: AccessOptions]>([
    [/^key needs the certificate, which is missing$/, { key }],
    [/^ca can't be read: it has no certificate$/, { ca: key }],
    [/^ca can't be read: ENOENT: /, { ca: '/nowhere.pem' }],
    [/^cert can't be used: .*\. If its key is in another file, pass that file as well$/, { cert }],
    [/^cert can't be used: .*key values mismatch$/, { cert, key: otherKey }],
  ])('%s', (message, options) => {
    expect(() => openAccess(options)).toThrow(message)
  })

  test.each<[message: RegExp, headers: unknown]>([
    [/^headers must be an object of header names and values$/, 'X-Key s3cret'],
    [/^headers\.Host must be another header, since the run sets this one$/, { Host: 'a' }],
    [/^headers\.authorization must be left out, since --token/, { authorization: 'Bearer s3cret' }],
    [/^headers\."X Y" must be the name of a header$/, { 'X Y': 'a' }],
    [
      /^headers\.X-Key must be visible ASCII characters, with spaces only between them$/,
      { 'X-Key': 's3cret ' },
    ],
    [/^headers\.X-Key must be visible/, { 'X-Key': 's3cret\r\nX-B: 1' }],
  ])('%s', (message, headers) => {
    expect(() => check(headers, accessOptions.headers, 'headers')).toThrow(message)
  })
})
