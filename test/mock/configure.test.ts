import { describe, expect, test } from 'vitest'
import { plantStoreAt } from '../../src/contract/plant-store.ts'
import type { MockSettings, Scenario } from '../../src/index.ts'
import { type ChangeableMockOptions, createServedMock } from '../../src/mock/create-mock.ts'
import { createMemoryStorage } from '../../src/mock/storage/memory-storage.ts'
import { sendPlant } from '../tools/send.ts'
import { createSlowStorage } from './slow-storage.ts'

const fern = { id: 1, name: 'Fern' }
const ivy = { id: 2, name: 'Ivy', tag: 'vine' }
const sent = { id: 3, name: 'Sent' }

describe('configure', () => {
  const defaults: MockSettings = {
    storage: 'memory',
    responses: 'usual',
    onDuplicate: 'reject',
    unknownProperties: 'ignore',
    unknownParameters: 'ignore',
    latency: 0,
    maxBody: 1_048_576,
    journal: 1000,
    credentials: [],
    cors: '*',
  }

  test('changes what settings show; options that are missing stay, or get their defaults if all are replaced', async () => {
    const mock = createServedMock({ seed: { plants: [fern] }, journal: 5, latency: 7 })
    expect(mock.settings).toEqual({ ...defaults, journal: 5, latency: 7 })
    const changed: ChangeableMockOptions = { maxBody: 100, unknownProperties: 'reject', cors: false }
    await mock.configure({ ...changed, credentials: ['one', 'two'] })
    const kept = { ...defaults, ...changed, journal: 5, credentials: ['bearerAuth'] }
    expect(mock.settings).toEqual({ ...kept, latency: 7 })
    await mock.configure({ responses: 'documented' })
    expect(mock.settings).toEqual({ ...kept, responses: 'documented', latency: 7 })
    expect((await sendPlant(mock, fern, { token: 'other' })).status).toBe(400)
    await mock.configure({ credentials: undefined } as object)
    expect(mock.settings.credentials).toEqual([])
    await mock.replaceOptions({ ...changed, credentials: ['one', 'two'] })
    expect(mock.settings).toEqual(kept)
  })

  test('applies to the next request, and is taken back', async () => {
    const changed: ChangeableMockOptions = {
      credentials: ['other'],
      responses: { 'invalid-credentials': { status: 403 } },
      onDuplicate: 'replace',
    }
    const seed = { plants: [fern] }
    const mock = createServedMock({ seed })
    expect((await sendPlant(mock, fern)).status).toBe(409)
    await mock.configure(changed)
    expect((await sendPlant(mock, fern)).status).toBe(403)
    expect((await sendPlant(mock, fern, { token: 'other' })).status).toBe(200)
    await mock.replaceOptions({ seed })
    expect((await sendPlant(mock, fern)).status).toBe(409)
  })

  test.each([
    ['at once', createMemoryStorage],
    ['later', createSlowStorage],
  ])(
    'changes records of the seed that nobody else changed, in a storage that responds %s',
    async (_, create) => {
      const mock = createServedMock({
        seed: { plants: [fern, ivy] },
        onDuplicate: 'replace',
        storage: create(),
      })
      const { list, replaceAll } = mock.records('plants')
      await sendPlant(mock, sent)
      await sendPlant(mock, { ...ivy, tag: 'changed' })
      const palm = { id: 4, name: 'Palm' }
      const plants = [{ ...fern, tag: 'new' }, { ...ivy, name: 'Other' }, { ...sent, name: 'Seed' }, palm]
      await mock.configure({ seed: { plants } })
      const kept = [plants[0], { ...ivy, tag: 'changed' }, sent, palm]
      expect(await list()).toEqual(kept)
      await mock.configure({ seed: { plants: [palm] } })
      expect(await list()).toEqual(kept)
      await mock.reset()
      expect(await list()).toEqual([palm])
      await replaceAll([])
      await mock.configure({ seed: { plants: [palm] }, maxBody: 100 })
      expect(await list()).toEqual([])
    },
  )

  const slow: Scenario = { title: 'Slow', steps: [{ delay: 1, requests: 2 }, { fault: 'internal-error' }] }

  test('starts another scenario, but not the same again; queued faults stay', async () => {
    const mock = createServedMock({ scenario: slow, onDuplicate: 'replace' })
    const statusOf = async () => (await sendPlant(mock)).status
    expect([await statusOf(), await statusOf()]).toEqual([200, 200])
    await mock.configure({ scenario: structuredClone(slow), latency: 1 })
    mock.faults.next('invalid-credentials')
    await mock.configure({ scenario: slow, onDuplicate: 'replace' })
    expect([await statusOf(), await statusOf()]).toEqual([401, 500])
    await mock.configure({ scenario: { ...slow, title: 'Slower' }, onDuplicate: 'replace' })
    expect([mock.faults.scenario, await statusOf()]).toEqual(['Slower', 200])
    await mock.replaceOptions({})
    expect(mock.faults.scenario).toBe(undefined)
  })

  test.each<[wrong: object, message: string]>([
    [{ maxBody: 0 }, 'maxBody'],
    [{ seed: { plants: [{ id: 1.5 }] } }, 'seed.plants[0] is no record of plants: id must be'],
    [{ responses: { 'duplicate-key': { status: 200 } } }, 'responses.duplicate-key.status must be'],
    [{ journal: 1 }, "journal can't change while the mock runs"],
    [{ storage: createMemoryStorage() }, "storage can't change"],
    [{ randomSeed: 1 }, "randomSeed can't change"],
  ])('rejects %o before anything changes', async (wrong, message) => {
    const mock = createServedMock({ seed: { plants: [fern] }, maxBody: 50 })
    const before = mock.settings
    await expect(mock.configure({ onDuplicate: 'replace', ...wrong })).rejects.toThrow(message)
    expect(mock.settings).toBe(before)
    expect(mock.changes.counts.options).toBe(0)
  })

  test('keeps what it can not change, and the contract', async () => {
    const contract = plantStoreAt('/v1')
    const mock = createServedMock({ contract, journal: 1, randomSeed: 7 })
    await mock.configure({ cors: ['http://localhost:3000'] })
    expect([mock.contract, mock.settings.journal]).toEqual([contract, 1])
    await mock.replaceOptions({ contract: plantStoreAt('/v2') })
    expect(mock.covers({ method: 'POST', path: '/v2/plants' })).toBe(true)
    expect(mock.covers({ method: 'POST', path: '/v1/plants' })).toBe(false)
  })
})
