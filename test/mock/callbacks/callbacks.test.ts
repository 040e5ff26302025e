import { describe, expect, test } from 'vitest'
import { toContract } from '../../../src/contract/to-contract.ts'
import { createMock, type Mock, type MockOptions } from '../../../src/mock/create-mock.ts'
import type { CallbackEntry } from '../../../src/mock/exchange.ts'
import type { Fault } from '../../../src/mock/faults/fault.ts'
import { takePort } from '../../tools/listen.ts'
import { type ShortRequest, sendToMock } from '../send-to-mock.ts'
import { openHooks } from './open-hooks.ts'
import { pets, petsWith } from './pets.ts'

const contract = toContract(pets)

/** Sends a request, and waits until all of its callbacks have a result. */
async function sendAndWait(mock: Mock, request: ShortRequest): Promise<CallbackEntry[]> {
  await sendToMock(mock, request)
  const read = () => mock.requests.last()?.callbacks ?? []
  await expect.poll(() => read().every(({ status, error }) => status ?? error)).toBe(true)
  return read()
}

const addPet = (body: object = {}, more: Partial<ShortRequest> = {}): ShortRequest => ({
  to: 'POST /pets',
  body: { name: 'Ash', ...body },
  ...more,
})

/** Opens a server for callbacks, and a mock. */
async function open(options: MockOptions = {}) {
  const hooks = await openHooks()
  const mock = createMock({ contract, ...options })
  return { hooks, mock, [Symbol.asyncDispose]: hooks[Symbol.asyncDispose] }
}

test('a callback is sent after the response, with the record, the documented header, and its result in the journal', async () => {
  await using opened = await open()
  const { hooks, mock } = opened
  const callbackUrl = `${hooks.url}/created`
  const body = '{"event":"pet.created","data":{"id":1,"name":"Ash"}}'
  expect(await sendAndWait(mock, addPet({ callbackUrl }))).toEqual([
    { name: 'created', method: 'POST', url: callbackUrl, body, status: 202, duration: expect.any(Number) },
  ])
  const [received, ...others] = hooks.received
  expect(others).toEqual([])
  expect(received).toMatchObject({ method: 'POST', url: '/created', body })
  expect(received?.headers).toMatchObject({ 'content-type': 'application/json', 'x-event': 'created' })
  expect(received?.headers).not.toHaveProperty('x-other')
})

test('a callback whose URL has no value is not sent', async () => {
  await using opened = await open()
  for (const body of [{}, { callbackUrl: undefined }]) {
    await sendToMock(opened.mock, addPet(body))
    expect(opened.mock.requests.last()?.callbacks).toEqual([])
  }
  expect(opened.hooks.received).toEqual([])
})

describe('the URL', () => {
  test.each([
    ['{$request.query.url}', '/a?b=c'],
    ['{$request.header.x-url}/more', '/header/more'],
    ['{$request.query.url}&id={$response.body#/id}', '/a?b=c&id=1'],
    ['{$request.query.url}&at={$response.header.location}', '/a?b=c&at=%2Fpets%2F1'],
    ['{$request.query.url}&{$method}={$statusCode}', '/a?b=c&POST=201'],
    ['{$request.query.url}&n={$request.body#/number}', '/a?b=c&n=9007199254740993'],
    ['{$request.query.url}&q={$request.query.q}', '/a?b=c&q=1%262'],
    ['{$request.header.x-base}{$request.header.x-path}', '/x/y'],
  ])('%s is evaluated to %s', async (template, path) => {
    await using opened = await open({ contract: petsWith(template) })
    const { hooks, mock } = opened
    const to = `POST /pets?q=1%262&url=${encodeURIComponent(`${hooks.url}/a?b=c`)}`
    const headers = { 'x-url': `${hooks.url}/header`, 'x-base': hooks.url, 'x-path': '/x/y' }
    await sendAndWait(mock, addPet({}, { to, headers, body: '{"name":"Ash","number":9007199254740993}' }))
    expect(hooks.received.map(({ method, url }) => `${method} ${url}`)).toEqual([`PUT ${path}`])
  })

  test('has the path parameters and the URL of the request', async () => {
    const url = 'http://localhost:{$request.header.x-port}/{$request.path.id}?from={$url}'
    const changed = structuredClone(pets) as { paths: Record<string, { patch?: object }> }
    Object.assign(changed.paths['/pets/{id}']?.patch ?? {}, {
      callbacks: { changed: { [url]: { post: {} } } },
    })
    await using opened = await open({
      contract: toContract(changed),
      seed: { pets: [{ id: 7, name: 'Rex' }] },
    })
    const { hooks, mock } = opened
    const headers = { 'x-port': new URL(hooks.url).port, host: 'pets.example' }
    await sendAndWait(mock, { to: 'PATCH /pets/7', body: { name: 'Ash' }, headers })
    expect(hooks.received[0]?.url).toBe('/7?from=http%3A%2F%2Fpets.example%2Fpets%2F7')
  })

  test.each([
    '{$request.body#/none/deep}',
    '{$request.body}',
    '{$response.body#/owner}',
    '{$request.header.x-none}',
  ])('%s has no value, so nothing is sent', async (template) => {
    const mock = createMock({ contract: petsWith(template) })
    expect(await sendAndWait(mock, addPet())).toEqual([])
  })
})

describe('where callbacks are sent to', () => {
  const send = (callbackUrl: string, options: MockOptions = {}, headers: Record<string, string> = {}) =>
    sendAndWait(createMock({ contract, ...options }), addPet({ callbackUrl }, { headers }))
  const notAllowed = (host: string) =>
    `callbacks to the host ${host} aren't allowed; allow it with allowCallbacks, or --allow-callbacks ${host}`

  test.each([
    ['http://hooks.example/a', notAllowed('hooks.example')],
    ['http://localhost.example/', notAllowed('localhost.example')],
    ['http://127.0.0.1.example/', notAllowed('127.0.0.1.example')],
    ['http://0.0.0.0/', notAllowed('0.0.0.0')],
    ['http://169.254.169.254/', notAllowed('169.254.169.254')],
    ['http://[::]/', notAllowed('[::]')],
    ['ftp://localhost/a', 'it is not an absolute http or https URL'],
    ['/relative', 'it is not an absolute http or https URL'],
    ['http://', 'it is not an absolute http or https URL'],
  ])('%s is not requested', async (url, error) => {
    const allowCallbacks = ['other.example']
    expect(await send(url, { allowCallbacks })).toMatchObject([{ url, error }])
  })

  test('allowCallbacks allows a host, and false turns all off', async () => {
    await using hooks = await openHooks()
    const url = hooks.url.replace('127.0.0.1', 'hooks.invalid')
    const [allowed] = await send(url, { allowCallbacks: ['HOOKS.invalid'] })
    expect(allowed?.error).toMatch(/ENOTFOUND|EAI_AGAIN/)
    expect(await send(hooks.url, { allowCallbacks: false })).toEqual([])
    expect(hooks.received).toEqual([])
  })

  test('a page of another site can choose no URL, but one of this machine can', async () => {
    await using hooks = await openHooks()
    const [refused] = await send(hooks.url, {}, { origin: 'https://evil.example' })
    expect(refused?.error).toBe(
      "a page of https://evil.example asked for it, whose host allowCallbacks doesn't have",
    )
    for (const origin of ['http://localhost:5173', 'https://app.example'])
      expect(await send(hooks.url, { allowCallbacks: ['app.example'] }, { origin })).toMatchObject([
        { status: 202 },
      ])
    const mock = createMock({ contract, webhooks: { newPet: hooks.url } })
    const headers = { origin: 'https://evil.example' }
    expect(await sendAndWait(mock, addPet({}, { headers }))).toMatchObject([{ status: 202 }])
  })

  test('a redirect is not followed, and a refused connection is an error', async () => {
    await using hooks = await openHooks((_request, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    )
    expect(await send(`${hooks.url}/from`)).toMatchObject([{ status: 307 }])
    expect(hooks.received.map(({ url }) => url)).toEqual(['/from'])
    await using closed = await takePort()
    await closed[Symbol.asyncDispose]()
    expect((await send(`http://127.0.0.1:${closed.port}/`))[0]?.error).toContain('ECONNREFUSED')
  })

  test('the journal masks credentials', async () => {
    const url = 'http://user:secret-1@127.0.0.1/?access_token=secret-2'
    expect(JSON.stringify(await send(url))).not.toContain('secret-')
  })
})

describe('webhooks', () => {
  test.each<[name: string, request: ShortRequest, body: string]>([
    ['newPet', addPet(), '{"id":8,"name":"Ash"}'],
    ['petChanged', { to: 'PATCH /pets/7', body: { name: 'Ash' } }, '{"id":7,"why":"changed"}'],
    ['petDeleted', { to: 'DELETE /pets/7' }, '{"id":7,"name":true}'],
  ])('%s is sent after what its name or schema says, with the record', async (name, request, body) => {
    await using opened = await open()
    const { hooks } = opened
    const mock = createMock({
      contract,
      seed: { pets: [{ id: 7, name: 'Rex' }] },
      webhooks: { [name]: hooks.url },
    })
    await sendAndWait(mock, { to: 'GET /pets/7' })
    expect(hooks.received).toEqual([])
    expect(await sendAndWait(mock, request)).toMatchObject([{ name, status: 202, body }])
    expect(hooks.received.map((one) => one.body)).toEqual([body])
  })

  test('after names operations, also those without a record', async () => {
    await using hooks = await openHooks()
    const after = ['createReport', 'deletePet']
    const mock = createMock({
      contract,
      seed: { pets: [{ id: 7, name: 'Rex' }] },
      webhooks: { report: { url: hooks.url, after }, newPet: { url: hooks.url, after: 'createReport' } },
    })
    await sendAndWait(mock, { to: 'POST /reports' })
    await sendAndWait(mock, { to: 'DELETE /pets/7' })
    await sendAndWait(mock, addPet())
    expect(hooks.received.map(({ body }) => body).toSorted()).toEqual([
      '{"done":true}',
      '{"done":true}',
      expect.stringContaining('"name":"Rex"'),
    ])
  })

  const url = 'http://localhost:3000/'
  test.each<[webhooks: MockOptions['webhooks'], message: string]>([
    [
      { newPest: url },
      'webhooks.newPest is no webhook of the description, got "newPest"; known are newPet, pet',
    ],
    [
      { report: url },
      'webhooks.report needs the operations that it is sent after, as in { url, after: createPet }; operations are createPet, deletePet, changePet, createReport',
    ],
    [
      { newPet: { url, after: ['createPet', 'createPest'] } },
      'webhooks.newPet.after is no operation of the description, got "createPest"; known are createPet, readPet',
    ],
  ])('%j are rejected', (webhooks, message) => {
    expect(() => createMock({ contract, ...(webhooks && { webhooks }) })).toThrow(message)
  })
})

describe('nothing is sent', () => {
  test.each<Fault>([
    { fault: 'dropped-connection' },
    { fault: 'cut-off-body' },
    { fault: 'not-json-body' },
    { fault: 'internal-error' },
    { status: 200 },
  ])('with the fault %j', async (fault) => {
    await using hooks = await openHooks()
    const mock = createMock({ contract, webhooks: { newPet: hooks.url } })
    mock.faults.next(fault)
    // The body of one of them isn't JSON.
    await sendToMock(mock, addPet()).catch(() => {})
    expect(mock.requests.last()).not.toHaveProperty('callbacks')
    mock.faults.next({ delay: 1 })
    await sendAndWait(mock, addPet())
    expect(hooks.received).toHaveLength(1)
  })

  test.each<[why: string, request: ShortRequest]>([
    ['a rejected request', addPet({ name: 5 })],
    ['a documented error', addPet({}, { headers: { prefer: 'code=409' } })],
    ['a callback itself', addPet({}, { headers: { 'user-agent': 'plant-store-kit callback' } })],
  ])('after %s', async (_why, request) => {
    const mock = createMock({ contract, webhooks: { newPet: 'http://127.0.0.1:1/' } })
    await sendToMock(mock, request)
    expect(mock.requests.last()).not.toHaveProperty('callbacks')
  })

  test('for the same request again', async () => {
    await using hooks = await openHooks()
    const mock = createMock({ contract, webhooks: { newPet: hooks.url } })
    const request = addPet({}, { headers: { 'idempotency-key': 'one' } })
    await sendAndWait(mock, request)
    await sendToMock(mock, request)
    expect(mock.requests.last()).not.toHaveProperty('callbacks')
    expect(mock.records('pets').count()).toBe(1)
  })
})

test('fixed responses, code of your own, and documented examples have callbacks, too', async () => {
  await using hooks = await openHooks()
  const webhooks = { newPet: hooks.url }
  const own = createMock({ contract, webhooks, respond: { createPet: { status: 201, body: { id: 3 } } } })
  expect(await sendAndWait(own, addPet())).toMatchObject([{ name: 'newPet', status: 202 }])
  const plain = createMock({ contract, webhooks })
  const headers = { prefer: 'dynamic=true' }
  expect(await sendAndWait(plain, addPet({}, { headers }))).toMatchObject([{ name: 'newPet', status: 202 }])
})
