import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { verifyProvider } from '../../src/pact/pact.ts'
import { takeIdLike } from '../../src/pact/states/provider-states.ts'
import { startRecordingBackend } from './recording-backend.ts'
import {
  noPlant,
  token,
  verifyInteractions,
  withBody,
  withFreeId,
  writeFile,
  writeInteraction,
  writePact,
} from './written-pact.ts'

const readIds = (requests: readonly { body: string }[]): string[] =>
  requests.map(({ body }) => /"id":(-?[\d.]+)/.exec(body)?.[1] ?? '')

/** The class of the size of an id: int32, safe integers, and int64 in two steps. */
const classify = (id: bigint): number => {
  const size = id < 0n ? -id : id
  return [2n ** 31n, 2n ** 53n, 2n ** 62n].filter((edge) => size >= edge).length
}

test('an id is replaced by an odd one of the same size and sign that is likely to be free', () => {
  const edges = [31n, 53n, 62n].flatMap((bit) => [2n ** bit - 1n, 2n ** bit])
  for (const size of [0n, 1n, ...edges, 2n ** 63n - 1n, 2n ** 63n]) {
    const examples = size === 0n ? [size] : size === 2n ** 63n ? [-size] : [size, -size]
    for (const example of examples) {
      const taken = Array.from({ length: 20 }, () => takeIdLike(example))
      expect(new Set(taken).size, `${example}`).toBeGreaterThan(15)
      for (const id of taken) {
        expect([classify(id), id < 0n, id % 2n !== 0n]).toEqual([classify(example), example < 0n, true])
        expect((id < 0n ? -id : id) >= 2n ** 20n).toBe(true)
        expect(BigInt.asIntN(64, id)).toBe(id)
      }
    }
  }
  for (const beyond of [2n ** 63n, -(2n ** 63n) - 1n]) expect(takeIdLike(beyond)).toBe(beyond)
})

test('an id that the pact leaves open is that of the state, exact to the last digit', async () => {
  await using backend = await startRecordingBackend()
  const examples = ['9007199254740993', '9223372036854775807', '-9223372036854775808', '4294967296', '7']
  const differences = examples.map((id) => ({
    states: [noPlant(id)],
    request: { ...withBody({ id: BigInt(id), name: 'Fern' }), ...withFreeId },
  }))
  expect((await verifyInteractions(backend.url, differences)).outcome).toBe('passed')
  const sent = readIds(backend.requests)
  expect(sent.map((id) => classify(BigInt(id)))).toEqual([2, 3, 3, 1, 0])
  expect(sent).not.toEqual(expect.arrayContaining(examples))
})

const name = 'Fern "\\"'
const named = [{ name: 'no plant with id 7 exists' }]
const ofText = (encode: (json: string) => unknown) => (plant: object) => encode(JSON.stringify(plant))

test('an id that the pact names is replaced in every version of the format if it is stored already', async () => {
  const rows: [version: string, pact: object, toBody?: (plant: object) => unknown][] = [
    ['2.0.0', { providerState: 'no plant with id 7 exists' }],
    // The state is about the id of the request.
    ['2.0.0', { providerState: 'no plant with the id exists' }],
    ['3.0.0', { providerStates: named }],
    ['3.0.0', { providerStates: named }, ofText((content) => content)],
    ['4.0', { providerStates: named }, ofText((content) => ({ content, encoded: 'JSON' }))],
    ['4.0', { providerStates: named }, ofText((json) => ({ content: btoa(json), encoded: 'base64' }))],
  ]
  const pacts = rows.map(([version, states, toBody = (plant) => plant], at) => {
    const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' }
    const request = { method: 'POST', path: '/plants', headers, body: toBody({ id: 7 + at, name }) }
    const own = JSON.parse(JSON.stringify(states).replace('id 7', `id ${7 + at}`))
    const type = version === '4.0' && { type: 'Synchronous/HTTP' }
    const response = { status: 200, body: { name } }
    const interaction = { description: 'a plant is created', ...type, ...own, request, response }
    return writeFile(writePact([interaction], { metadata: { pactSpecification: { version } } }))
  })
  await using server = await startServer({ port: 0, credentials: [token] })
  for (const count of [rows.length, 2 * rows.length]) {
    expect((await verifyProvider(server.url, { token, pacts })).outcome).toBe('passed')
    expect(await server.mock.records('plants').count()).toBe(count)
  }
  expect(await server.mock.records('plants').get(7)).toMatchObject({ name })
})

test('ids that no provider can store are sent unchanged', async () => {
  await using backend = await startRecordingBackend()
  const ids = ['1.5', '7.0', '9223372036854775808']
  const interaction = JSON.stringify(writeInteraction({ states: [] }))
  const sent = ids.map((id) => interaction.replace('"id":7', `"id":${id}`))
  const pact = JSON.stringify(writePact([])).replace('"interactions":[]', `"interactions":[${sent}]`)
  await verifyProvider(backend.url, { token, pacts: writeFile(pact) })
  expect(readIds(backend.requests)).toEqual(ids)
})

test('a stored id is replaced also if something else should be refused', async () => {
  await using backend = await startRecordingBackend(({ body }) => ({
    status: body.includes('"id":8,') ? 409 : 400,
  }))
  const { outcome } = await verifyInteractions(backend.url, [
    {
      states: [noPlant('8')],
      request: withBody({ id: 8, name: 5 }),
      response: { status: 400, body: undefined },
    },
  ])
  expect([outcome, backend.requests.length]).toEqual(['passed', 2])
})

test('an id that the service refuses although it is free fails the pact', async () => {
  const importer = fileURLToPath(new URL('../../contracts/importer-plant-store.json', import.meta.url))
  const all = [...readFileSync(importer, 'utf8').matchAll(/create a plant with the id (-?\d+)/g)]
  const ids = all.map(([, id = '']) => id)
  const refused = ['0', '-1', '9223372036854775807', '-9223372036854775808']
  const stored = new Set<string>()
  await using backend = await startRecordingBackend(({ body }) => {
    const [, id = '', texts = ''] = /^\{"id":(-?\d+),(.+)/.exec(body) ?? []
    const status = refused.includes(id) ? 400 : stored.has(id) ? 409 : 200
    stored.add(id)
    return { status, body: status === 200 ? `{${texts}` : '{"error":40000,"message":"no"}' }
  })
  const options = { token, pacts: importer, description: 'the id' }
  const { cases } = await verifyProvider(backend.url, options)
  const failed = cases.flatMap(({ status, description = '' }) =>
    status === 'failed' ? (/the id (-?\d+)/.exec(description)?.[1] ?? '') : [],
  )
  expect(failed.toSorted()).toEqual(refused.toSorted())
  expect(readIds(backend.requests)).toEqual(expect.arrayContaining(ids))
})
