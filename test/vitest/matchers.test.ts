import { describe, expect, test } from 'vitest'
import { createPlantStore, type PlantStore } from '../../src/index.ts'
import '../../src/vitest/vitest.ts'
import { stripVTControlCharacters } from 'node:util'

/** Runs a failing assertion and gives its error; the message without colours. */
async function catchError(run: () => unknown): Promise<{ name: string; message: string }> {
  try {
    await run()
  } catch (error) {
    const { name, message } = error as Error
    return { name, message: stripVTControlCharacters(message) }
  }
  throw new Error('the assertion passed')
}

const json = { 'content-type': 'application/json' }
const plantResponse = (body = '{"name":"Fern"}', init: ResponseInit = {}) =>
  new Response(body, { status: 200, headers: json, ...init })

describe.each<
  [
    matcher: 'toBePlant' | 'toBeNewPlant' | 'toBeApiError',
    schema: string,
    right: unknown[],
    wrong: [unknown, string][],
  ]
>([
  [
    'toBePlant',
    'a Plant',
    [{ name: 'Fern' }, { name: '', tag: '' }, { name: 'Fern', id: 1 }],
    [
      [{}, 'name is missing'],
      [{ name: 5 }, 'name must be a string, got 5'],
      [{ name: 'Fern', tag: null }, 'tag must be a string, got null'],
      [null, 'the value must be an object, got null'],
      [undefined, 'the value must be an object, got nothing'],
      ['{"name":"Fern"}', 'the value must be an object, got "{\\"name\\":\\"Fern\\"}"'],
    ],
  ],
  [
    'toBeNewPlant',
    'a NewPlant',
    [
      { id: 1, name: 'Fern' },
      { id: 9223372036854775807n, name: 'Fern', tag: 'fern' },
    ],
    [
      [{ name: 'Fern' }, 'id is missing'],
      [
        { id: 1.5, name: 'Fern' },
        'id must be an integer from -9223372036854775808 to 9223372036854775807, got 1.5',
      ],
      [{ id: '1', name: 'Fern' }, 'id must be an integer from'],
      [{ id: 2 ** 60, name: 'Fern' }, 'which is not exact (a bigint is)'],
      [{}, 'id is missing; name is missing'],
    ],
  ],
  [
    'toBeApiError',
    'an Error',
    [
      { error: 1, message: 'no' },
      { error: -2147483648, message: '' },
    ],
    [
      [{ error: 2147483648, message: 'no' }, 'error must be at most 2147483647, got 2147483648'],
      [{ error: 1.5, message: 'no' }, 'error must be an integer, got 1.5'],
      [{ message: 'no' }, 'error is missing'],
      [{ error: 1 }, 'message is missing'],
    ],
  ],
])('%s', (matcher, schema, right, wrong) => {
  test.each(right.map((value) => [value]))(
    'passes for %o, and its opposite says what came',
    async (value) => {
      expect(value)[matcher]()
      const { message } = await catchError(() => expect(value).not[matcher]())
      expect(message).toContain(`expect(received).not.${matcher}()\n\nExpected: not ${schema}\nReceived: `)
    },
  )

  test.each(wrong)('fails for %o and says: %s', async (value, problem) => {
    expect(value).not[matcher]()
    const { message } = await catchError(() => expect(value)[matcher]())
    expect(message).toContain(`expect(received).${matcher}()\n\nExpected: ${schema}\nReceived: `)
    expect(message).toContain(problem)
  })
})

describe('toSatisfyContract', () => {
  test.each<[title: string, answer: () => unknown]>([
    ['a Response of 200', () => plantResponse()],
    ['a Response of 400', () => plantResponse('{"error":1,"message":"no"}', { status: 400 })],
    [
      'a content type with parameters',
      () => plantResponse(undefined, { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }),
    ],
    ['a result of axios', () => ({ status: 200, headers: json, data: { name: 'Fern' } })],
    [
      'a result of axios with its body as text',
      () => ({ status: 200, headers: { 'Content-Type': 'application/json' }, data: '{"name":"Fern"}' }),
    ],
    [
      'a result with headers of fetch',
      () => ({ status: 200, headers: new Headers(json), data: { name: 'Fern' } }),
    ],
  ])('passes for %s', async (_title, answer) => {
    await expect(answer()).toSatisfyContract()
    const { message } = await catchError(() => expect(answer()).not.toSatisfyContract())
    expect(message).toMatch(
      /^expect\(received\)\.not\.toSatisfyContract\(\)\n\nExpected: not an answer of POST \/plants\nReceived: [24]00 /,
    )
  })

  test.each<[answer: () => unknown, problem: string]>([
    [() => plantResponse(undefined, { status: 201 }), 'the status must be 200 or 400, got 201'],
    [() => plantResponse('{"tag":"fern"}'), 'name is missing'],
    [() => plantResponse('{"name":"Fern"'), 'the body is not JSON: expected'],
    [() => plantResponse(''), 'the body is not JSON: expected a value'],
    [() => plantResponse('{"error":1}', { status: 400 }), 'message is missing'],
    [
      () => plantResponse(undefined, { headers: { 'content-type': 'text/plain' } }),
      'the header Content-Type must be application/json, got "text/plain"',
    ],
    [
      () => plantResponse(undefined, { headers: { 'content-type': 'application/json; q=1, text/html' } }),
      'the header Content-Type must be application/json, got "application/json; q=1, text/html"',
    ],
    [
      () => ({ status: 200, headers: {}, data: { name: 5 } }),
      'the header Content-Type must be application/json, got nothing\nname must be a string, got 5',
    ],
  ])('fails and says: %2$s', async (answer, problem) => {
    await expect(answer()).not.toSatisfyContract()
    const { message } = await catchError(() => expect(answer()).toSatisfyContract())
    expect(message).toContain(`\n\n${problem}`)
  })

  test('leaves the body of a Response to be read', async () => {
    const response = plantResponse()
    await expect(response).toSatisfyContract()
    expect(await response.json()).toEqual({ name: 'Fern' })
  })

  test.each<[received: unknown, reason: string]>([
    [Promise.resolve(), 'The received value is a promise: await it first.'],
    [5, 'The received value must be a Response, or a result with status, headers and data as of axios.'],
    [undefined, 'The received value must be a Response'],
    [{ status: 200 }, 'The received value must be a Response'],
    [{ status: 200, headers: {} }, 'The received value must be a Response'],
  ])('refuses to judge %o', async (received, reason) => {
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
    const store = createPlantStore()
    store.faults.always('cut-off-body')
    const response = await store.fetch('http://plants.example/plants', { method: 'POST' })
    const { message } = await catchError(() => expect(response).toSatisfyContract())
    expect(message).toContain(
      'Received: 401 and a body that breaks off\n\nthe status must be 200 or 400, got 401',
    )
  })

  test('refuses to judge a Response that was read already', async () => {
    const response = plantResponse()
    await response.text()
    const { name, message } = await catchError(() => expect(response).toSatisfyContract())
    expect(name).toBe('TypeError')
    expect(message).toContain('The body was read already: pass the response first, or a clone of it.')
  })
})

const send = async (store: PlantStore, body: string, token = 'local-token') =>
  store.handle({
    method: 'POST',
    path: '/plants',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })

async function createUsedStore(): Promise<PlantStore> {
  const store = createPlantStore()
  await send(store, '{"id":9007199254740993,"name":"Fern","tag":"fern"}')
  await send(store, '{"id":2,"name":"Ivy"}', 'invalid-token')
  return store
}

describe('toHaveReceived', () => {
  test.each([
    [undefined],
    [{}],
    [{ id: 9007199254740993n }],
    [{ name: 'Ivy', status: 401 }],
    [{ failure: 'invalid-token' }],
  ] as const)('passes for a request like %o', async (pattern) => {
    const store = await createUsedStore()
    expect(store).toHaveReceived(pattern)
    const { message } = await catchError(() => expect(store).not.toHaveReceived(pattern))
    expect(message).toMatch(
      /^expect\(received\)\.not\.toHaveReceived\(expected\)\n\nExpected: not a request like /,
    )
    expect(message).toMatch(/\nReceived: (?:1 of 2 requests is|2 of 2 requests are) like it$/)
  })

  test('fails with the nearest request and how it differs', async () => {
    const store = await createUsedStore()
    expect(store).not.toHaveReceived({ name: 'Ivy', status: 200 })
    const { message } = await catchError(() => expect(store).toHaveReceived({ name: 'Ivy', status: 200 }))
    expect(message).toContain('Received: 0 of 2 requests are like it\n\n')
    expect(message).toContain(
      'Nearest: POST /plants {"id":2,"name":"Ivy"} answered with 401\n  status: expected 200, received 401',
    )
  })

  test('fails where nothing was sent', async () => {
    const { message } = await catchError(() => expect(createPlantStore()).toHaveReceived({ id: 1 }))
    expect(message).toMatch(/Received: 0 of 0 requests are like it$/)
  })
})

describe('toHaveCreatedPlant', () => {
  test.each([[undefined], [{ id: 9007199254740993n }], [{ name: 'Fern', tag: 'fern' }]])(
    'passes for a plant like %o',
    async (plant) => {
      const store = await createUsedStore()
      expect(store).toHaveCreatedPlant(plant)
      const { message } = await catchError(() => expect(store).not.toHaveCreatedPlant(plant))
      expect(message).toMatch(
        /^expect\(received\)\.not\.toHaveCreatedPlant\(expected\)\n\nExpected: not a plant like /,
      )
      expect(message).toMatch(/\nReceived: 1 of 1 plants that were created is like it$/)
    },
  )

  test('fails with the nearest request and how it differs, where the plant was refused', async () => {
    const store = await createUsedStore()
    expect(store).not.toHaveCreatedPlant({ name: 'Ivy' })
    const { message } = await catchError(() => expect(store).toHaveCreatedPlant({ id: 2 }))
    expect(message).toContain(
      'Received: 0 of 1 plants that were created are like it\n\nNearest: POST /plants ',
    )
  })
})

describe.each(['toHaveReceived', 'toHaveCreatedPlant'] as const)('%s', (matcher) => {
  test.each([[undefined], [null], [5], [{}], [{ requests: [] }]])('refuses to judge %o', async (received) => {
    for (const assertion of [expect(received), expect(received).not]) {
      const { name, message } = await catchError(() => assertion[matcher]({}))
      expect(name).toBe('TypeError')
      expect(message).toContain('\n\nThe received value must be a plant store.\nReceived: ')
    }
  })

  test('refuses a member that there is none of, whatever was sent', async () => {
    for (const assertion of [expect(createPlantStore()), expect(createPlantStore()).not]) {
      const { name, message } = await catchError(() => assertion[matcher]({ nmae: 'Fern' } as object))
      expect(name).toBe('OptionsError')
      expect(message).toMatch(/^a (?:request|plant) has no member "nmae" to ask for; there are /)
    }
  })
})

test.each<[pattern: unknown, message: string]>([
  [null, 'what a request is like must be an object, got null'],
  [400, 'what a request is like must be an object, got 400'],
  [[], 'what a request is like must be an object, got an array'],
  [{ failure: 'duplicateid' }, 'there is no failure "duplicateid"; there are malformed-request'],
  [{ headers: new Headers() }, 'headers must be an object of names and values'],
  [{ headers: { Authorization: 'Bearer secret' } }, 'the journal masks the header Authorization'],
])('toHaveReceived refuses the pattern %o', async (pattern, message) => {
  const assertion = expect(createPlantStore()).not
  expect((await catchError(() => assertion.toHaveReceived(pattern as object))).message).toContain(message)
})

test('toHaveCreatedPlant refuses members that are not of a plant', async () => {
  const assert = () => expect(createPlantStore()).not.toHaveCreatedPlant({ status: 409 } as object)
  expect((await catchError(assert)).message).toBe(
    'a plant has no member "status" to ask for; there are id, name, tag',
  )
})

test('the matchers of a value are parts of an expected value too', () => {
  expect({ plant: { name: 'Fern' } }).toEqual({ plant: expect.toBePlant() })
  expect({ plant: { name: 'Fern' } }).not.toEqual({ plant: expect.toBeNewPlant() })
})
