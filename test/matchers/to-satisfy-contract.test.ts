import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.ts'
import { toContract } from '../../src/mock/mock.ts'
import '../../src/adapters/vitest/vitest.ts'
import { bookings } from '../mock/bookings.ts'
import { catchError } from './catch-error.ts'

const json = { 'content-type': 'application/json' }
const addFern = {
  method: 'POST',
  path: '/plants',
  headers: { ...json, authorization: 'Bearer local-token' },
  body: '{"id":1,"name":"Fern"}',
}
const plantResponse = (body = '{"name":"Fern"}', init: ResponseInit = {}) =>
  new Response(body, { status: 200, headers: json, ...init })

describe('toSatisfyContract', () => {
  test.each<[title: string, respond: () => unknown]>([
    ['a Response of 200', () => plantResponse()],
    ['a Response of 400', () => plantResponse('{"error":1,"message":"no"}', { status: 400 })],
    [
      'a content type with parameters',
      () => plantResponse(undefined, { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }),
    ],
    ['a result of axios', () => ({ status: 200, headers: json, data: { name: 'Fern' } })],
    [
      'a response of Playwright',
      () => ({ status: () => 200, headers: () => json, text: async () => '{"name":"Fern"}' }),
    ],
    [
      'a response of superagent or supertest',
      () => ({ status: 200, statusCode: 200, headers: json, text: '{"name":"Fern"}', body: { name: 5 } }),
    ],
    ['a response of got', () => ({ statusCode: 200, headers: json, body: '{"name":"Fern"}' })],
    ['a response of got that is parsed', () => ({ statusCode: 200, headers: json, body: { name: 'Fern' } })],
    ['the plain data of a mock', () => createMock().handle(addFern)],
  ])('passes for %s', async (_title, respond) => {
    await expect(respond()).toSatisfyContract()
    const { message } = await catchError(() => expect(respond()).not.toSatisfyContract())
    expect(message).toMatch(
      /^expect\(received\)\.not\.toSatisfyContract\(\)\n\nExpected: not a response of POST \/plants\nReceived: [24]00 /,
    )
  })

  test.each<[respond: () => unknown, problem: string]>([
    [() => plantResponse(undefined, { status: 201 }), 'the status must be 200 or 400, got 201'],
    [() => plantResponse('{"id":9007199254740993}'), 'name is missing'],
    [() => plantResponse('{"name":"Fern"'), 'the body is not valid application/json: expected'],
    [() => plantResponse('{"error":1}', { status: 400 }), 'message is missing'],
    [
      () => plantResponse('', { headers: { 'content-type': 'text/plain' } }),
      'the header Content-Type must be application/json, got "text/plain"\nthe body is not valid',
    ],
    [
      () => ({ status: 200, headers: {}, data: { name: 5 } }),
      'the header Content-Type must be application/json, got nothing\nname must be a string, got 5',
    ],
    [() => ({ status: 200, headers: json, data: undefined }), 'the body must be an object, got nothing'],
  ])('fails and says: %2$s', async (respond, problem) => {
    await expect(respond()).not.toSatisfyContract()
    const { message } = await catchError(() => expect(respond()).toSatisfyContract())
    expect(message).toContain(`\n\n${problem}`)
  })

  test('leaves the body of a Response to be read', async () => {
    const response = plantResponse()
    await expect(response).toSatisfyContract()
    expect(await response.json()).toEqual({ name: 'Fern' })
  })

  test.each<[received: unknown, reason: string]>([
    [Promise.resolve(), 'The received value is a promise: await it first.'],
    [
      5,
      'The received value must be a response of fetch, axios, superagent, supertest, got, or Playwright: with status or statusCode, headers, and data, text, or body.',
    ],
    [{ status: 200, headers: {} }, 'The received value must be a response'],
    [{ statusCode: 200, headers: {}, body: new PassThrough() }, 'The received value must be a response'],
  ])("doesn't judge %o", async (received, reason) => {
    for (const assertion of [expect(received), expect(received).not]) {
      const { name, message } = await catchError(() => assertion.toSatisfyContract())
      expect(name).toBe('TypeError')
      expect(message).toContain(`\n\n${reason}`)
    }
  })

  test('judges a Response of another kind than the global one', async () => {
    const response = plantResponse()
    const { status, headers } = response
    const other = { status, headers, bodyUsed: false, clone: () => other, text: () => response.text() }
    await expect(other).toSatisfyContract()
  })

  test('fails for a body that breaks off, and says so', async () => {
    const mock = createMock()
    mock.faults.always('cut-off-body')
    const response = await mock.fetch('http://plants.example/plants', { method: 'POST' })
    const { message } = await catchError(() => expect(response).toSatisfyContract())
    expect(message).toContain(
      'Received: 401 and a body that breaks off\n\nthe status must be 200 or 400, got 401',
    )
  })

  test("doesn't judge a Response that was read already", async () => {
    const response = plantResponse()
    await response.text()
    const { name, message } = await catchError(() => expect(response).toSatisfyContract())
    expect(name).toBe('TypeError')
    expect(message).toContain('The body was already read: pass the response first, or a clone of it.')
  })

  describe('of any description', () => {
    const contract = toContract(bookings)
    const room = '{"id":1,"name":"Blue","kind":"single","beds":1,"createdAt":"2026-01-01T00:00:00Z"}'

    test('passes for a response of the operation, with and without a body', async () => {
      await expect(plantResponse(room)).toSatisfyContract(contract, 'readRoom')
      await expect(plantResponse(room, { status: 201 })).not.toSatisfyContract(contract, 'readRoom')
      await expect(new Response(null, { status: 204 })).toSatisfyContract(contract, 'removeBooking')
    })

    test.each([
      ['a problem of JSON as JSON', 'createRoom', 422, '{}', 'Content-Type must be application/problem+json'],
      ['another value', 'readRoom', 200, '{"name":1}', 'name must be a string of 1 to 40 characters, got 1'],
    ])('fails for %s', async (_title, operation, status, body, problem) => {
      const response = plantResponse(body, { status })
      const { message } = await catchError(() => expect(response).toSatisfyContract(contract, operation))
      expect(message).toContain(problem)
    })

    test.each([
      [undefined, 'operation is missing, and the description has several'],
      ['readRom', 'operation is no operation of the description'],
    ])('rejects the operation %s', async (operation, problem) => {
      for (const assertion of [expect(plantResponse()), expect(plantResponse()).not])
        await expect(assertion.toSatisfyContract(contract, operation)).rejects.toThrow(problem)
    })
  })
})
