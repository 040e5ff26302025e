import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { respondToControl } from '../../src/adapters/server/control-api.ts'
import { readPackageFile } from '../../src/contract/package-files.ts'
import { createServedMock } from '../../src/mock/create-mock.ts'
import { contracts } from '../mock/contracts.ts'
import { replaceMethods } from '../tools/replace-methods.ts'
import { callControl, readError, sendPlant } from '../tools/send.ts'
import { share, start } from './start.ts'

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
}

const controlApi: Description = JSON.parse(readPackageFile('dist/control-api.json'))
const { paths } = controlApi
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
)
const ajv = new Ajv2020({ strict: false, validateFormats: false, schemas: [{ $id: 'api', ...controlApi }] })
/** Bodies for the operations that need one. */
const toBodies = (record: object): Record<string, unknown> => ({
  'POST /records/{resource}': record,
  'PUT /records/{resource}': [record],
  'POST /requests': { method: 'GET', path: '/' },
  'POST /requests/verify': { body: { id: 2 } },
  'POST /requests/search': { status: 404 },
  'POST /faults/remove': { fault: 'internal-error', requests: 'forever' },
  'POST /faults': { fault: 'invalid-credentials' },
  'PUT /scenario': { title: 'An outage', steps: [{ fault: 'internal-error' }] },
})

/** Fills the parameters of a path. */
const toTarget = (path: string, resource = 'plants', id = 1) =>
  path
    .replace('/operations/{id}', `/operations/POST%20%2F${resource}`)
    .replace('/examples/{id}', `/examples/${resource}`)
    .replace('{resource}', resource)
    .replace('{key}', '1')
    .replace('{id}', `${id}`)

const monstera = { id: 1, name: 'Monstera' }
const room = { id: 1, name: 'Blue', kind: 'single' }
const server = await share({ seed: { plants: [monstera] } })
const rooms = await share({ contract: contracts.bookings, seed: { rooms: [room] } })

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  callControl(server.url, method, path, body, headers)

/** Calls the control API without a connection. */
function respond(path: string, bytes: Uint8Array, method = 'PUT') {
  const headers = { host: 'localhost', 'content-type': 'application/json' }
  const request = { method, headers, socket: {} }
  const context = { mockFor: () => createServedMock({}) }
  return respondToControl(
    request as Parameters<typeof respondToControl>[0],
    `/__admin${path}`,
    bytes,
    context,
  )
}

test.each<[method: string, path: string, body?: unknown]>([
  ['GET', '/records/plants'],
  ['GET', '/records/plants/2'],
  ['GET', '/requests'],
  ['GET', '/events'],
  ['POST', '/faults', { fault: 'a\u009b\u202e\u2028\u007fb' }],
])('characters that steer a terminal are escaped in the response to %s %s', async (method, path, body) => {
  const name = 'a\u009b\u202e\u2028\u007fb'
  const shown = String.raw`a\u009b\u202e\u2028\u007fb`
  await sendPlant(server.url, { id: 2, name })
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
  server.mock.handle({ method: 'GET', path: `/${name}` })
  const { body: stream } = await fetch(`${server.url}/__admin${path}`, init)
  let text = ''
  for await (const part of stream?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.includes(shown)) break
  }
  expect(text).toContain(shown)
  expect(text).not.toMatch(/[\x7f-\x9f\u2028\u202e]/)
})

describe('the description', () => {
  test('is control-api.yaml as one document', async () => {
    const { headers, body } = await call('GET', '/openapi.json')
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body)).toEqual(controlApi)
    expect(body).not.toMatch(/"\$ref":"[^#]/)
    const written: Description = parse(await readFile('src/adapters/server/control-api.yaml', 'utf8'))
    const outline = (api: Description) =>
      Object.entries(api.paths).map(([path, on]) => [path, Object.keys(on)])
    expect(outline(controlApi)).toEqual(outline(written))
  })

  describe.each([
    ['plants', server, monstera],
    ['rooms', rooms, room],
  ] as const)('of a mock of %s', (resource, { url, mock }, record) => {
    const bodies = toBodies(record)

    test.each(operations)('is what %s %s does', async (method, path) => {
      // Something to list: a request that is rejected, and queued faults.
      mock.handle({ method: 'GET', path: '/nothing' })
      mock.faults.next({ delay: [1, 2], chance: 0.5 })
      mock.faults.always('internal-error')
      mock.faults.play({ title: 'An outage', steps: [{ fault: 'internal-error' }] })

      const { status, headers, body } = await callControl(
        url,
        method,
        toTarget(path, resource, mock.requests.lastNumber),
        bodies[`${method} ${path}`],
      )
      expect(status).toBe(200)
      const inline = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/200`
      const { $ref = inline } = paths[path]?.[method.toLowerCase()]?.responses['200'] ?? {}
      const type = headers['content-type'] ?? ''
      const validate = ajv.compile({
        $ref: encodeURI(`api${$ref}/content/${type.replace('/', '~1')}/schema`),
      })
      expect(validate(type === 'application/json' ? JSON.parse(body) : body) || validate.errors).toBe(true)
    })
  })

  test.each(Object.keys(paths))('%s accepts only the described methods, and HEAD with GET', async (path) => {
    const known = Object.keys(paths[path] ?? {}).map((method) => method.toUpperCase())
    if (known.includes('GET')) known.push('HEAD')
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      if (known.includes(method)) continue
      const { status, headers } = await call(method, toTarget(path))
      expect([status, headers['allow']?.split(', ').sort()]).toEqual([405, known.sort()])
    }
  })

  test.each(Object.keys(paths).filter((path) => paths[path]?.['get']))(
    'HEAD %s gets the head of GET, as `wget --spider` and wait-on need',
    async (path) => {
      const [head, get] = [await call('HEAD', toTarget(path)), await call('GET', toTarget(path))]
      // These are about the connection and the time.
      const { connection: _, date: __, 'transfer-encoding': ___, ...headers } = get.headers
      expect(head).toMatchObject({ status: get.status, headers, body: '' })
    },
  )
})

describe('a body', () => {
  const mebibyte = 1024 * 1024
  test.each<[what: string, text: string, bytes: number, status: number, message: string]>([
    ['no list', '{}', 0, 400, 'must be an array of records, got an object'],
    ['a list', '[]', 2 * mebibyte, 200, ''],
    ['too large', '[]', 2 * mebibyte + 1, 413, 'the body must have at most 2097152 bytes'],
    ['not UTF-8', '[{"id":1,"name":"Caf\xe9"}]', 0, 400, 'the body is not JSON: it is not valid UTF-8'],
  ])('that is %s: %s in %i bytes is %i', async (_what, text, bytes, status, message) => {
    const responded = await respond('/records/plants', Buffer.from(text.padEnd(bytes), 'latin1'))
    expect([responded.status, responded.body]).toEqual([status, expect.stringContaining(message)])
  })

  test('may be larger than those of the service, and is ignored where it is not needed', async () => {
    const { url, mock } = await start({ maxBody: 10 })
    expect((await callControl(url, 'PUT', '/records/plants', [{ id: 2, name: 'Ficus' }])).status).toBe(200)
    expect((await callControl(url, 'POST', '/reset', '['.repeat(1000))).status).toBe(200)
    expect(mock.records('plants').count()).toBe(0)
  })
})

test('a call that fails in the storage is a 500 that says so', async () => {
  const storage = replaceMethods(() => ({ count: () => Promise.reject(new Error('disk full')) }))
  const failed = await callControl((await start({ storage })).url, 'GET', '/records')
  expect(readError(failed)).toEqual({ error: 500, message: 'the mock failed: disk full' })
})
