import { describe, expect, test } from 'vitest'
import type { MockServer } from '../../src/adapters/server/start-server.ts'
import { readPackageFile } from '../../src/contract/package-files.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { callControl, readError, sendPlant } from '../tools/send.ts'
import { share, start } from './start.ts'

const adminToken = 'adm1n'
const { paths }: { paths: Record<string, object> } = JSON.parse(readPackageFile('dist/control-api.json'))
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map(
    (method) => [method.toUpperCase(), path.replace('{resource}', 'plants').replace(/\{\w+\}/, '1')] as const,
  ),
)
const seed = { plants: [{ id: 1, name: 'Monstera' }] }
const open = await share({ seed })
const guarded = await share({ seed, adminToken })
const named = await share({ seed, allowHosts: ['Plants.example'] })

/** Removes all plants with the control API, with these headers; returns the response and how many plants are left. */
async function clearPlants(server: MockServer, headers: Record<string, string | undefined>) {
  const text = toRequestText({ method: 'DELETE', target: '/__admin/records/plants', headers, body: '' })
  const [response] = await sendRaw(server.url, text)
  const message = response && response.status !== 200 ? readError(response).message : ''
  return [response?.status, server.mock.records('plants').count(), message]
}

const ofOtherSite = 'the header Host must be localhost or an IP address. Start with --allow-host to allow'
const ofOtherPage = "pages of other origins can't use the control API"
const at4010 = { Host: 'localhost:4010' }
const withToken = { Host: 'plants.example', 'X-Admin-Token': adminToken }
test.each<[title: string, server: MockServer, headers: object, status: number, message?: string]>([
  ...['localhost', 'localhost:4010', 'LOCALHOST', 'shop.localhost', '127.0.0.1', '[::1]', '[::1]:4010'].map(
    (Host): [string, MockServer, object, number] => ['its own name is accepted', open, { Host }, 200],
  ),
  ...['plants.example:4010', 'localhost.plants.example', '127.0.0.1.plants.example', 'notlocalhost'].map(
    (Host): [string, MockServer, object, number, string] => [
      'a name by which a page of another site could come is rejected',
      open,
      { Host },
      403,
      ofOtherSite,
    ],
  ),
  ['an invalid Host is invalid HTTP', open, { Host: undefined }, 400, 'the header Host is missing'],
  ['a page of the same origin is accepted', open, { ...at4010, Origin: 'http://localhost:4010' }, 200],
  ['a page of another port is not', open, { ...at4010, Origin: 'http://localhost:3000' }, 403, ofOtherPage],
  ['nor of another scheme', open, { ...at4010, Origin: 'https://localhost:4010' }, 403, ofOtherPage],
  ['nor of no origin', open, { ...at4010, Origin: 'null' }, 403, ofOtherPage],
  ['any Host is accepted with the admin token', guarded, withToken, 200],
  ['a page at that Host, too', guarded, { ...withToken, Origin: 'http://plants.example' }, 200],
  ['but none of another origin', guarded, { ...withToken, Origin: 'http://other.example' }, 403, ofOtherPage],
  ['a name that is allowed is accepted', named, { Host: 'plants.EXAMPLE:4010' }, 200],
  ['but no other name', named, { Host: 'other.example' }, 403, ofOtherSite],
  ['what a page of the same origin loads is accepted', open, { 'Sec-Fetch-Site': 'same-origin' }, 200],
  ['what a person types, too', open, { 'Sec-Fetch-Site': 'none' }, 200],
  ['but not what another site loads', open, { 'Sec-Fetch-Site': 'cross-site' }, 403, ofOtherPage],
  ['nor what a page of another port loads', open, { 'Sec-Fetch-Site': 'same-site' }, 403, ofOtherPage],
  ['nor a service worker', open, { 'Service-Worker': 'script' }, 403, 'has no service worker'],
])('%s: %#', async (_title, server, headers, status, message = '') => {
  const left = status === 200 ? 0 : 1
  const expected = [status, left, expect.stringContaining(message)]
  expect(await clearPlants(server, headers as Record<string, string>)).toEqual(expected)
})

describe('with an admin token', () => {
  const protectedCalls = calls.filter(([, path]) => path !== '/health')

  test.each([...protectedCalls, ['GET', '/nothing'] as const])('%s %s requires it', async (method, path) => {
    const wrong = { 'x-admin-token': 'wrong' }
    for (const headers of [{}, wrong, { 'x-admin-token': '' }, { authorization: `Bearer ${adminToken}` }]) {
      const response = await callControl(guarded.url, method, path, undefined, headers)
      const message = 'the header X-Admin-Token must be the admin token'
      expect([response.status, readError(response)]).toEqual([401, { error: 401, message }])
      expect(response.headers['www-authenticate']).toBe('X-Admin-Token realm="plant-store control API"')
    }
    expect(guarded.mock.records('plants').count()).toBe(1)
    const headers = { 'x-admin-token': adminToken }
    const { status } = await callControl(guarded.url, method, path, undefined, headers)
    // Some also need a body or a request in the journal, which is checked only now.
    expect([200, 400, 404]).toContain(status)
  })

  test('the service and the files of the page do not require it', async () => {
    expect((await sendPlant(guarded.url, { id: 2, name: 'Ficus' })).status).toBe(200)
    expect((await callControl(guarded.url, 'GET', '/')).status).toBe(200)
  })
})

const anywhere = await share({ host: '0.0.0.0' })
test.each<[title: string, server: MockServer, headers: Record<string, string | undefined>, version?: string]>(
  [
    ['without the admin token', guarded, {}],
    ['with a wrong one', guarded, { 'X-Admin-Token': 'wrong' }],
    ['at an address that others reach', anywhere, {}],
    ['at a name that is not allowed', open, { Host: 'host.docker.internal' }],
    ['in HTTP/1.0 without Host', open, { Host: undefined }, 'HTTP/1.0'],
  ],
)(
  'the health, which probes of any kind ask for, is there %s',
  async (_title, server, headers, version = '') => {
    const text = toRequestText({ method: 'GET', target: '/__admin/health', headers, body: '' })
    const [response] = await sendRaw(server.url, text.replace(/HTTP\/1.1/, version || '$&'))
    expect(response).toMatchObject({ status: 200, body: '{"status":"ok","storage":"memory"}' })
  },
)

test.each<[options: { host?: string; adminToken?: string }, has: boolean]>([
  [{}, true],
  [{ host: 'localhost' }, true],
  [{ host: '127.0.0.2' }, true],
  [{ host: '0.0.0.0' }, false],
  [{ host: '0.0.0.0', adminToken }, true],
])('whether there is a control API with %j: %s', async (options, has) => {
  const { url, adminUrl, mock } = await start({ ...options, seed })
  expect(adminUrl).toBe(has ? url : '')
  const headers = { 'x-admin-token': adminToken }
  for (const path of ['/records', '']) {
    const response = await callControl(url, 'GET', path, undefined, headers)
    expect(response.status).toBe(has ? 200 : 404)
    if (!has)
      expect(readError(response).message).toContain('because this is not a loopback address and there is')
  }
  expect(mock.records('plants').count()).toBe(1)
  expect((await sendPlant(url, { id: 2, name: 'Ficus' })).status).toBe(200)
})
