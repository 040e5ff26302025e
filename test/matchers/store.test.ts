import { describe, expect, test } from 'vitest'
import { createPlantStore, type PlantStore } from '../../src/index.ts'
import '../../src/vitest/vitest.ts'
import { sendPlant } from '../tools/send.ts'
import { catchError } from './catch-error.ts'

async function createUsedStore(): Promise<PlantStore> {
  const store = createPlantStore()
  await sendPlant(store, '{"id":9007199254740993,"name":"Fern","tag":"fern"}')
  await sendPlant(store, { id: 2, name: 'Ivy' }, { token: 'invalid-token' })
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
    expect(message).toMatch(/\nReceived: (?:1 of 2 requests matches|2 of 2 requests match)$/)
  })

  test('fails with the nearest request and how it differs', async () => {
    const store = await createUsedStore()
    expect(store).not.toHaveReceived({ name: 'Ivy', status: 200 })
    const { message } = await catchError(() => expect(store).toHaveReceived({ name: 'Ivy', status: 200 }))
    expect(message).toContain('Received: 0 of 2 requests match\n\n')
    expect(message).toContain(
      'Nearest: POST /plants {"id":2,"name":"Ivy"} answered with 401, invalid-token: the bearer token is not valid\n  status: expected 200, received 401',
    )
  })

  test('shows no more than the beginning of a long body', async () => {
    const store = createPlantStore()
    await sendPlant(store, `{"id":1,"name":"${'x'.repeat(1000)}"}`)
    const { message } = await catchError(() => expect(store).toHaveReceived({ id: 2 }))
    expect(message).toMatch(/Nearest: POST \/plants \{"id":1,"name":"x{184}… answered with 200\n/)
  })

  test('fails if nothing was sent', async () => {
    const { message } = await catchError(() => expect(createPlantStore()).toHaveReceived({ id: 1 }))
    expect(message).toMatch(/Received: 0 of 0 requests match$/)
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
        /^expect\(received\)\.not\.toHaveCreatedPlant\(expected\)\n\nExpected: not a created plant like /,
      )
      expect(message).toMatch(/\nReceived: 1 of 1 created plants matches$/)
    },
  )

  test('fails with the most similar request and its differences if the plant was refused', async () => {
    const store = await createUsedStore()
    expect(store).not.toHaveCreatedPlant({ name: 'Ivy' })
    const { message } = await catchError(() => expect(store).toHaveCreatedPlant({ id: 2 }))
    expect(message).toContain('Received: 0 of 1 created plants match\n\nNearest: POST /plants ')
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

  test('refuses an unknown member, whatever was sent', async () => {
    for (const assertion of [expect(createPlantStore()), expect(createPlantStore()).not]) {
      const { name, message } = await catchError(() => assertion[matcher]({ nmae: 'Fern' } as object))
      expect(name).toBe('OptionsError')
      expect(message).toMatch(
        /^(?:there is no member nmae; the members are|a plant has no member "nmae"; the members are) /,
      )
    }
  })

  test('leads to the line of the test if it refuses a value', async () => {
    for (const assertion of [expect(createPlantStore()), expect(createPlantStore()).not]) {
      const { message, stack } = await catchError(() =>
        assertion[matcher]({ id: '9007199254740993' } as object),
      )
      expect(message).toBe('id must be an integer, got "9007199254740993"')
      expect(stack).toContain('store.test.ts:')
    }
  })
})

test.each<[pattern: unknown, message: string]>([
  [null, 'the pattern must be an object, got null'],
  [400, 'the pattern must be an object, got 400'],
  [[], 'the pattern must be an object, got an array'],
  [{ failure: 'duplicateid' }, 'failure must be one of malformed-request'],
  [{ headers: new Headers() }, 'headers must be an object of names and values'],
  [{ headers: { Authorization: 'Bearer secret' } }, 'the journal masks the header Authorization'],
])('toHaveReceived refuses the pattern %o', async (pattern, message) => {
  const assertion = expect(createPlantStore()).not
  expect((await catchError(() => assertion.toHaveReceived(pattern as object))).message).toContain(message)
})

test('toHaveCreatedPlant refuses members that are not of a plant', async () => {
  const assert = () => expect(createPlantStore()).not.toHaveCreatedPlant({ status: 409 } as object)
  expect((await catchError(assert)).message).toMatch(
    /^a plant has no member "status"; the members are id, name, tag/,
  )
})
