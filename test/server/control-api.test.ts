import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { answerControl } from '../../src/server/control-api.ts'
import { maxControlBody } from '../../src/server/control-target.ts'
import { controlApi } from '../../src/server/generated/control-api.ts'
import { startServer } from '../../src/server/start-server.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import { callControl, readError, sendPlant } from '../tools/send.ts'

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
}

const { paths } = controlApi as Description
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
)
const ajv = new Ajv2020({ strict: false, validateFormats: false, schemas: [{ $id: 'api', ...controlApi }] })
const seed = [{ id: 1, name: 'Monstera' }]
/** Bodies for the operations that need one. */
const bodies: Record<string, unknown> = {
  'POST /plants': [{ id: 2, name: 'Ficus' }],
  'PUT /plants': [{ id: 2, name: 'Ficus' }],
  'POST /requests/verify': { id: 2 },
  'POST /requests/search': { id: 3 },
  'POST /faults': { fault: 'invalid-token' },
  'PUT /scenario': { title: 'An outage', steps: [{ fault: 'internal-error' }] },
}

describe('characters that steer a terminal are escaped', () => {
  const name = 'a\u009b\u202e\u2028\u007fb'
  const shown = String.raw`a\u009b\u202e\u2028\u007fb`

  test.each<[method: string, path: string, body?: unknown]>([
    ['GET', '/plants'],
    ['GET', '/plants/1'],
    ['GET', '/requests'],
    ['GET', '/requests/1'],
    ['POST', '/requests/search', {}],
    ['GET', '/faults'],
    ['GET', '/events'],
    ['POST', '/faults', { fault: name }],
  ])('in the answer to %s %s', async (method, path, body) => {
    await using server = await startServer({ port: 0, seed: [{ id: 1, name }] })
    server.store.faults.always({ fault: 'internal-error', path: `/${name}` })
    await sendPlant(server.url, { id: name, name })
    const { body: stream } = await fetch(`${server.url}/__admin${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    let text = ''
    for await (const part of stream?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      if (text.includes(shown)) break
    }
    expect(text).toContain(shown)
    expect(text).not.toMatch(/[\x7f-\x9f\u2028\u202e]/)
  })
})

describe('the description', () => {
  test('is control-api.yaml as one document', async () => {
    await using server = await startServer({ port: 0 })
    const { status, headers, body } = await callControl(server.url, 'GET', '/openapi.json')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body)).toEqual(controlApi)
    expect(body).not.toMatch(/"\$ref":"[^#]/)
    const written: Description = parse(await readFile('src/server/control-api.yaml', 'utf8'))
    const outline = (api: Description) =>
      Object.entries(api.paths).map(([path, on]) => [path, Object.keys(on)])
    expect(outline(JSON.parse(body))).toEqual(outline(written))
  })

  test.each(operations)('%s %s answers as described', async (method, path) => {
    await using server = await startServer({ port: 0, seed })
    // Something to list: a created plant, a refusal and queued faults.
    await sendPlant(server.url, { id: 3, name: 'Fern' })
    await sendPlant(server.url, { id: 3, name: 'Fern' })
    server.store.faults.next({ delay: [1, 2], chance: 0.5 })
    server.store.faults.always('internal-error')
    server.store.faults.play({ title: 'An outage', steps: [{ fault: 'internal-error' }] })

    const { status, headers, body } = await callControl(
      server.url,
      method,
      path.replace('{id}', '1'),
      bodies[`${method} ${path}`],
    )
    expect(status).toBe(200)
    const inline = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/200`
    const { $ref = inline } = paths[path]?.[method.toLowerCase()]?.responses['200'] ?? {}
    const type = headers['content-type'] ?? ''
    const validate = ajv.compile({ $ref: encodeURI(`api${$ref}/content/${type.replace('/', '~1')}/schema`) })
    expect(validate(type === 'application/json' ? JSON.parse(body) : body) || validate.errors).toBe(true)
  })

  test.each(Object.keys(paths))('%s accepts only the described methods', async (path) => {
    await using server = await startServer({ port: 0, seed })
    const known = Object.keys(paths[path] ?? {}).map((method) => method.toUpperCase())
    const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
      (method) => !known.includes(method),
    )
    for (const method of others) {
      const answer = await callControl(server.url, method, path.replace('{id}', '1'))
      expect(answer.status).toBe(405)
      expect(answer.headers['allow']?.split(', ').sort()).toEqual([...known].sort())
      expect(readError(answer).message).toContain(known[0])
    }
  })
})

describe('an invalid call is refused with an Error', () => {
  test.each<
    [
      title: string,
      call: [method: string, path: string, body?: string, type?: string],
      status: number,
      message: string,
    ]
  >([
    ['a change of the page', ['POST', '/'], 405, 'GET or HEAD'],
    ['another method', ['PATCH', '/plants'], 405, 'the method must be GET, POST, PUT, or DELETE'],
    ['an unknown path', ['GET', '/nothing'], 404, '/__admin/openapi.json'],
    ['an unknown path below a known one', ['GET', '/health/1'], 404, '/__admin/openapi.json'],
    [
      'a query parameter of a path without any',
      ['GET', '/health?verbose=1'],
      400,
      'unknown query parameter "verbose"',
    ],
    ['another media type', ['POST', '/plants', '[]', 'text/plain'], 415, 'application/json'],
    ['a form', ['POST', '/plants', '[]', 'application/x-www-form-urlencoded'], 415, 'application/json'],
    ['a body that is not JSON', ['POST', '/plants', '[{]'], 400, 'the body is not JSON: expected'],
    ['JSON that is cut off', ['PUT', '/scenario', '{"title":'], 400, 'the body is not JSON: expected'],
  ])('%s', async (_title, [method, path, body, type], status, message) => {
    await using server = await startServer({ port: 0 })
    const answer = await callControl(
      server.url,
      method,
      path,
      body,
      type === undefined ? {} : { 'content-type': type },
    )
    expect(answer.status).toBe(status)
    expect(readError(answer)).toEqual({ error: status, message: expect.stringContaining(message) })
  })

  test('a body that is not UTF-8', async () => {
    await using server = await startServer({ port: 0 })
    const response = await fetch(new URL('/__admin/plants', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('[{"id":1,"name":"Caf\xe9"}]', 'latin1'),
    })
    expect(response.status).toBe(400)
    expect(await server.store.plants.count()).toBe(0)
  })

  test('a list of plants over 16 MiB', async () => {
    const store = createPlantStore()
    const request = { method: 'POST', headers: { host: 'localhost', 'content-type': 'application/json' } }
    const bytes = new Uint8Array(maxControlBody + 1)
    const answer = await answerControl(
      request as Parameters<typeof answerControl>[0],
      '/__admin/plants',
      bytes,
      { storeFor: () => store, isIsolating: false },
    )
    expect(answer.status).toBe(413)
    expect(readError(answer).message).toContain('16777216')
  })

  test('a call that fails in the storage', async () => {
    const storage = { ...createMemoryStorage(), count: () => Promise.reject(new Error('disk full')) }
    await using server = await startServer({ port: 0, storage })
    const answer = await callControl(server.url, 'GET', '/plants')
    expect(answer.status).toBe(500)
    expect(readError(answer).message).toContain('disk full')
  })
})

test('GET /health says that the fake is ready', async () => {
  await using server = await startServer({ port: 0 })
  const { status, body } = await callControl(server.url, 'GET', '/health')
  expect([status, body]).toEqual([200, '{"status":"ok","store":"memory"}'])
})

test('bodies may be larger than those of the service', async () => {
  await using server = await startServer({ port: 0, maxBody: 100 })
  const plants = Array.from({ length: 1000 }, (_, id) => ({ id, name: `Plant ${id}` }))
  expect((await callControl(server.url, 'PUT', '/plants', plants)).status).toBe(200)
  expect(await server.store.plants.count()).toBe(1000)
})

test('requests to the control API are not in the journal and use up no fault', async () => {
  await using server = await startServer({ port: 0 })
  server.store.faults.next('internal-error')
  expect((await callControl(server.url, 'POST', '/plants', seed)).status).toBe(200)
  expect(server.store.requests.size).toBe(0)
  expect(server.store.faults.list()).toHaveLength(1)
})
