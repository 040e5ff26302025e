import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { verifyProvider } from '../../src/pact/pact.ts'
import { takeIdLike } from '../../src/pact/states/take-id-like.ts'
import { startServer } from '../../src/server/start-server.ts'
import { startRecordingBackend } from './recording-backend.ts'
import {
  noPlant,
  token,
  verifyInteractions,
  withBody,
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

describe('the id of an example', () => {
  const anyInteger = { matchingRules: { body: { '$.id': { matchers: [{ match: 'integer' }] } } } }

  test('is replaced in its state and in the request, exact to the last digit, and the result says so', async () => {
    await using backend = await startRecordingBackend()
    const examples = ['9007199254740993', '9223372036854775807', '-9223372036854775808', '4294967296', '7']
    const differences = examples.map((id) => ({
      states: [noPlant(id)],
      request: { ...withBody({ id: BigInt(id), name: 'Fern' }), ...anyInteger },
    }))
    const { outcome, cases: interactions } = await verifyInteractions(backend.url, differences)
    const sent = readIds(backend.requests)
    expect([outcome, sent.map((id) => classify(BigInt(id)))]).toEqual(['passed', [2, 3, 3, 1, 0]])
    expect(interactions.map(({ substitutes }) => substitutes)).toEqual(
      examples.map((id, index) => [{ id, sent: sent[index] }]),
    )
  })

  const name = 'Fern "\\"'
  const named = [{ name: 'no plant with id 7 exists' }]
  const ofText = (encode: (json: string) => unknown) => (plant: object) => encode(JSON.stringify(plant))

  test('is replaced in every version of the format if it is stored already', async () => {
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
    await using server = await startServer({ port: 0, tokens: [token] })
    const sent = expect.stringMatching(/^\d{7,}$/)
    for (const substitutes of [
      rows.map(() => undefined),
      rows.map((_row, at) => [{ id: `${7 + at}`, sent }]),
    ]) {
      const { outcome, cases: interactions } = await verifyProvider(server.url, { token, pacts })
      expect([outcome, interactions.map((one) => one.substitutes)]).toEqual(['passed', substitutes])
    }
    expect(await server.store.plants.get(7)).toMatchObject({ name })
  })
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

test('a stored id is replaced also if its plant should exist, and if something else should be refused', async () => {
  const stored = new Set([7, 8])
  await using backend = await startRecordingBackend(({ body }) => {
    const { id, name } = JSON.parse(body || '{}')
    if (stored.has(id)) return { status: 409 }
    if (typeof name === 'string') stored.add(id)
    return { status: typeof name === 'string' ? 200 : 400 }
  })
  const { outcome, cases } = await verifyInteractions(backend.url, [
    { states: [{ name: 'a plant with id 7 exists' }], response: { status: 409, body: undefined } },
    {
      states: [noPlant('8')],
      request: withBody({ id: 8, name: 5 }),
      response: { status: 400, body: undefined },
    },
  ])
  const replaced = cases.map(({ substitutes = [] }) => substitutes.map(({ id }) => id))
  expect([outcome, replaced]).toEqual(['passed', [['7'], ['8']]])
})

describe('an id that a pact names exactly', () => {
  const importer = fileURLToPath(new URL('../../contracts/importer-plant-store.json', import.meta.url))
  const named = [...readFileSync(importer, 'utf8').matchAll(/create a plant with the id (-?\d+)/g)].map(
    ([, id = '']) => id,
  )
  const verify = (url: string) =>
    verifyProvider(url, { token, pacts: importer, description: 'the id', requestLimit: 60_000 })

  /** Starts a plant store that keeps ids, and refuses some. */
  function startStore(refused: readonly string[], statusForStored: number) {
    const stored = new Set<string>()
    return startRecordingBackend(({ body }) => {
      const [, id = '', texts = ''] = /^\{"id":(-?\d+),(.+)/.exec(body) ?? []
      const status =
        refused.includes(id) || id === '9223372036854775808' ? 400 : stored.has(id) ? statusForStored : 200
      stored.add(id)
      return {
        status,
        body: status === 200 ? `{${texts}` : '{"error":40000,"message":"no"}',
      }
    })
  }

  test('is sent; if it is stored, another is sent, and the result says which', async () => {
    expect(named).toHaveLength(6)
    await using backend = await startStore([], 409)
    const first = await verify(backend.url)
    expect([first.outcome, first.cases.flatMap(({ substitutes = [] }) => substitutes)]).toEqual([
      'passed',
      [],
    ])
    expect(readIds(backend.requests).toSorted()).toEqual(named.toSorted())
    const { outcome, cases: interactions } = await verify(backend.url)
    const substitutes = interactions.flatMap((one) => one.substitutes ?? [])
    expect([outcome, substitutes.map(({ id }) => id).toSorted()]).toEqual(['passed', named.toSorted()])
    expect(readIds(backend.requests)).toEqual(expect.arrayContaining(substitutes.map(({ sent }) => sent)))
  })

  test('fails the pact if the service takes it for a stored one after rounding', async () => {
    const stored = new Set<number>()
    await using backend = await startRecordingBackend(({ body }) => {
      const id = Number(readIds([{ body }])[0])
      const status = stored.has(id) ? 409 : 200
      stored.add(id)
      return { status }
    })
    const differences = [2n ** 63n - 1n, 2n ** 63n - 2n].map((id) => ({
      description: `${id}`,
      states: [noPlant(`${id}`)],
      request: withBody({ id, name: 'Fern' }),
    }))
    const { cases } = await verifyInteractions(backend.url, differences)
    const rules = cases.map(({ findings }) => findings.map(({ rule }) => rule))
    expect(rules).toEqual([[], ['created-status', 'ids-beyond-2-53-differ']])
  })

  test.each([
    ['409, as for no other reason', 409, 0],
    ['400, as for any wrong id', 400, 4],
  ])('fails the pact if the service refuses it; stored ids get %s', async (_how, statusForStored, notes) => {
    const refused = ['0', '-1', '9223372036854775807', '-9223372036854775808']
    await using backend = await startStore(refused, statusForStored)
    const { cases: interactions } = await verify(backend.url)
    const failed = interactions.filter(({ status }) => status === 'failed')
    const ids = failed.map(({ description = '' }) => /the id (-?\d+)/.exec(description)?.[1])
    expect(ids.toSorted()).toEqual(refused.toSorted())
    expect(failed.flatMap(({ substitutes = [] }) => substitutes)).toEqual([])
    const found = failed.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'note'))
    expect(found.map(({ problem }) => problem)).toEqual(
      Array.from({ length: notes }, () =>
        expect.stringContaining('stored ids and wrong ids in the same way'),
      ),
    )
  })
})
