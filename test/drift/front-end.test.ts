import { readFileSync } from 'node:fs'
import { getResponse } from 'msw'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createPlantStore, type Fetch, type PlantStoreOptions } from '../../src/index.ts'
import { createHandlers } from '../../src/msw/create-handlers.ts'
import { launchHere } from '../cli/launch-here.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { startFastifyBackend } from '../verify/written-backends.ts'

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
    413: 'Shorten the name.',
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
    await addPlant(fetch, base, { id: id + 1, name: 'Fern'.repeat(300_000) }),
    await addPlant(fetch, base, { id, name: 'Fern' }, 'expired'),
  ]
}

const base = 'http://plants.example'

/** What the front end shows with a fake in code, with handlers for MSW, and with a running fake. */
async function showFakes(options: PlantStoreOptions, flags: readonly string[]): Promise<string[][]> {
  const own = { ...options, tokens: [token] }
  const handlers = createHandlers(own)
  const answer: Fetch = async (input, init) =>
    (await getResponse(handlers, new Request(input, init))) ?? Response.error()
  await using server = await launchHere(['--token', token, ...flags])
  return [
    await showAll(createPlantStore(own).fetch, base),
    await showAll(answer, base),
    await showAll(fetch, server.url),
  ]
}

test('a front end fails with the fake as it is, and passes with the learned file', async () => {
  await using backend = await startFastifyBackend()
  await using folder = createFolder()
  const file = folder.file('plant-store.yaml')
  const real = await showAll(fetch, backend.url)
  expect(real).toEqual([
    'added',
    'Choose another id. (the id is taken)',
    'Check the form. (the body is no NewPlant)',
    'Shorten the name. (Request body is too large)',
    'Log in again. (no valid bearer token)',
  ])
  for (const shown of await showFakes({}, [])) {
    const wrong = shown.filter((text, index) => text !== real[index])
    expect(wrong).toEqual(Array(4).fill(expect.stringMatching(/^Something went wrong\. /)))
  }
  const { code } = await runHere(['learn', backend.url, '--out', file], { PLANT_STORE_TOKEN: token })
  expect(code).toBe(0)
  const options: PlantStoreOptions = parse(readFileSync(file, 'utf8'))
  expect(await showFakes(options, ['--config', file])).toEqual([real, real, real])
})
