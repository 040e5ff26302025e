import nodeHttp from 'node:http'
import { text } from 'node:stream/consumers'
import axios from 'axios'
import ky from 'ky'
import { setupServer } from 'msw/node'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHandlers, type paths } from '../../src/adapters/msw/create-handlers.ts'
import { stringifyExactJson } from '../../src/index.ts'
import { sendPlant } from '../tools/send.ts'

const handlers = createHandlers()
const server = setupServer(...handlers)
const { mock } = handlers
const url = 'http://plants.example/plants'
const headers = { authorization: 'Bearer local-token', 'content-type': 'application/json' }

beforeAll(() => server.listen())
beforeEach(() => mock.reset())
afterAll(() => server.close())

interface Received {
  status: number
  body: unknown
}

/** Clients that front ends use; each sends a plant. */
const clients: Record<string, (plant: { id: number; name: string; tag?: string }) => Promise<Received>> = {
  async fetch(plant) {
    const { status, body } = await sendPlant('http://plants.example', plant)
    return { status, body: JSON.parse(body) }
  },
  async axios(plant) {
    const { status, data } = await axios.post(url, plant, { headers, validateStatus: () => true })
    return { status, body: data }
  },
  async ky(plant) {
    const response = await ky.post(url, { json: plant, headers, throwHttpErrors: false })
    return { status: response.status, body: await response.json() }
  },
  async 'openapi-fetch'(plant) {
    const client = createClient<paths>({ baseUrl: 'http://plants.example', headers })
    const { data, error, response } = await client.POST('/plants', { body: plant })
    return { status: response.status, body: data ?? error }
  },
  'node:http': (plant) =>
    new Promise((resolve, reject) => {
      const sent = nodeHttp.request(url, { method: 'POST', headers }, async (response) => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(await text(response)) })
      })
      sent.on('error', reject)
      sent.end(JSON.stringify(plant))
    }),
}

describe.each(Object.entries(clients))('%s', (_name, send) => {
  test('has its plant stored', async () => {
    const plant = { id: 7, name: 'Boston fern', tag: 'fern' }
    expect(await send(plant)).toEqual({ status: 200, body: { name: 'Boston fern', tag: 'fern' } })
    expect(mock.records('plants').list()).toEqual([plant])
  })

  test('gets the message of a rejection', async () => {
    await mock.records('plants').put({ id: 7, name: 'Fern' })
    expect(await send({ id: 7, name: 'Fern' })).toEqual({
      status: 409,
      body: { error: 40901, message: 'a plant with the id 7 is already stored' },
    })
  })

  test('meets a network failure', async () => {
    // The fault lasts forever, since some clients retry.
    mock.faults.always('dropped-connection')
    await expect(send({ id: 7, name: 'Fern' })).rejects.toThrow()
    expect(mock.requests.matching({ body: { name: 'Fern' }, status: 0 })).not.toEqual([])
  })
})

test('openapi-fetch sends ids that a number cannot hold, with the exact serializer', async () => {
  const client = createClient<paths>({ baseUrl: 'http://plants.example', headers })
  const { data } = await client.POST('/plants', {
    body: { id: 9007199254740993n, name: 'Fern' },
    bodySerializer: stringifyExactJson,
  })
  expect(data).toEqual({ name: 'Fern' })
  expect(mock.records('plants').get(9007199254740993n)).toBeDefined()
})
