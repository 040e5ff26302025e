import { describe, expect, test } from 'vitest'
import { learn } from '../../src/drift/drift.ts'
import { createPlantStore, type Fetch, type PlantStoreOptions } from '../../src/index.ts'
import { createHandlers } from '../../src/msw/create-handlers.ts'
import type { Listening } from '../listen.ts'
import { startExpressBackend, startFastifyBackend } from '../verify/written-backends.ts'

const token = 'local-token'

/** A front end that was written for the real service: it knows its error numbers, and shows its messages. */
async function addPlant(fetch: Fetch, base: string, plant: object, credentials = token): Promise<string> {
  const response = await fetch(`${base}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify(plant),
  })
  const { error, message } = (await response.json()) as { error?: number; message?: string }
  if (error === undefined) return 'added'
  const texts: Record<number, string> = {
    401: 'Log in again.',
    409: 'Choose another id.',
    400: 'Check the form.',
  }
  return `${texts[error] ?? 'Something went wrong.'} (${message})`
}

/** The test of the front end. */
async function showAll(fetch: Fetch, base: string): Promise<string[]> {
  const id = 1_000_000 + Math.floor(Math.random() * 1_000_000)
  return [
    await addPlant(fetch, base, { id, name: 'Fern' }),
    await addPlant(fetch, base, { id, name: 'Fern' }),
    await addPlant(fetch, base, { id: 'x', name: 'Fern' }),
    await addPlant(fetch, base, { id, name: 'Fern' }, 'expired'),
  ]
}

const base = 'http://plants.example'

const showFake = (options: PlantStoreOptions): Promise<string[]> =>
  showAll(createPlantStore({ ...options, tokens: [token] }).fetch, base)

describe.each<[name: string, start: () => Promise<Listening>]>([
  ['Express', startExpressBackend],
  ['Fastify', startFastifyBackend],
])('a front end for a backend with %s', (_name, start) => {
  test('fails with the fake as it is, and passes with the learned one', async () => {
    await using backend = await start()
    const real = await showAll(fetch, backend.url)
    expect(real).toEqual([
      'added',
      'Choose another id. (the id is taken)',
      'Check the form. (the body is no NewPlant)',
      'Log in again. (no valid bearer token)',
    ])
    expect(await showFake({})).not.toEqual(real)
    const { options } = await learn(backend.url, { token })
    expect(await showFake(options)).toEqual(real)
    const { store } = createHandlers({ ...options, tokens: [token] })
    expect(await showAll(store.fetch, base)).toEqual(real)
  })
})
