import { describe, expect, test } from 'vitest'
import { startBackend } from './create-backend.ts'
import { mistakes } from './mistakes.ts'
import { rightBackends } from './right-backends.ts'

const authorization = { Authorization: 'Bearer local-token' }
const json = { 'Content-Type': 'application/json' }

describe('the correct backend', () => {
  const plant = '{"id":9007199254740993,"name":" Größe \\u0041 ","tag":""}'
  test.each<[title: string, headers: Record<string, string>, body: string, status: number, answer: unknown]>([
    ['creates a plant', { ...authorization, ...json }, plant, 200, { name: ' Größe A ', tag: '' }],
    [
      'creates a plant whose id differs beyond 2^53',
      { ...authorization, ...json },
      '{"id":9007199254740994,"name":"a"}',
      200,
      { name: 'a' },
    ],
    ['refuses a stored id', { ...authorization, ...json }, '{"id":1,"name":"a"}', 409, { error: 409 }],
    [
      'refuses a tag of null',
      { ...authorization, ...json },
      '{"id":2,"name":"a","tag":null}',
      400,
      { error: 400 },
    ],
    [
      'refuses 2^63',
      { ...authorization, ...json },
      '{"id":9223372036854775808,"name":"a"}',
      400,
      { error: 400 },
    ],
    ['refuses a body that is not JSON', { ...authorization, ...json }, '{"id":2', 400, { error: 400 }],
    ['refuses other types', { ...authorization, 'Content-Type': 'text/plain' }, plant, 415, { error: 415 }],
    ['refuses other tokens', { Authorization: 'Bearer local', ...json }, plant, 401, { error: 401 }],
    ['refuses missing credentials', json, '{', 401, { error: 401 }],
  ])('%s', async (_title, headers, body, status, answer) => {
    await using backend = await startBackend()
    const send = (sent: string) => fetch(`${backend.url}/plants`, { method: 'POST', headers, body: sent })
    if (status === 409) await send('{"id":1.0,"name":"b"}')
    await send('{"id":9007199254740992,"name":"b"}')
    const response = await send(body)
    expect(response.status).toBe(status)
    expect(response.headers.get('www-authenticate')?.startsWith('Bearer')).toBe(status === 401 || undefined)
    const received = await response.json()
    if (status === 200) expect(received).toEqual(answer)
    else expect(received).toEqual({ message: expect.any(String), ...(answer as object) })
  })
})

test.each(rightBackends.map(({ title, backend }) => [title, backend] as const))(
  'a correct backend creates a plant and refuses an invalid one: %s',
  async (_title, overrides) => {
    await using backend = await startBackend(overrides)
    const send = (headers: Record<string, string>, body: string) =>
      fetch(`${backend.url}/plants`, { method: 'POST', headers: { ...json, ...headers }, body })
    const created = await send(authorization, '{"id":1,"name":"Größe/ß","tag":"t"}')
    expect(created.status).toBe(200)
    expect(await created.json()).toMatchObject({ name: 'Größe/ß', tag: 't' })
    for (const response of [await send(authorization, '{}'), await send({}, '{"id":2,"name":"a"}')]) {
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      if (response.status === 400)
        expect(await response.json()).toMatchObject({
          error: expect.any(Number),
          message: expect.any(String),
        })
      else await response.arrayBuffer()
    }
  },
)

describe('the mistakes', () => {
  test('have unique titles', () => {
    for (const backends of [mistakes, rightBackends]) {
      const titles = backends.map(({ title }) => title)
      expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
    }
  })
})
