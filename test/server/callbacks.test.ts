import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { connectMock } from '../../src/adapters/client/connect-mock.ts'
import { readPackageFile } from '../../src/contract/package-files.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { openHooks } from '../mock/callbacks/open-hooks.ts'
import { pets } from '../mock/callbacks/pets.ts'
import { send } from '../tools/send.ts'
import { start } from './start.ts'

test('the control API, its client, and the log have the callbacks of a request', async () => {
  await using hooks = await openHooks()
  const webhooks = { newPet: `${hooks.url}/?token=secret` }
  const { url, adminUrl, log } = await start({ contract: toContract(pets), webhooks })
  const headers = { 'content-type': 'application/json' }
  await send(`${url}/pets`, { method: 'POST', headers, body: '{"name":"Ash"}' })
  const { requests } = connectMock(adminUrl)
  await expect.poll(async () => (await requests.last())?.callbacks?.[0]?.status).toBe(202)
  const entry = await requests.get(1)
  const masked = `${hooks.url}/?token=***`
  const callback = { name: 'newPet', method: 'POST', url: masked, body: '{"id":1,"name":"Ash"}', status: 202 }
  expect(entry?.callbacks).toEqual([{ ...callback, duration: expect.any(Number) }])
  expect(
    (await requests.nearest({ method: 'PUT', body: { name: undefined } }))[0]?.request.callbacks,
  ).toEqual(entry?.callbacks)
  const { JournalEntry } = JSON.parse(readPackageFile('dist/control-api.json')).components.schemas
  const { items } = JournalEntry.properties.callbacks
  const isCallback = new Ajv2020().compile({ ...items, additionalProperties: false })
  expect(isCallback(entry?.callbacks?.[0]), JSON.stringify(isCallback.errors)).toBe(true)
  expect(hooks.received[0]?.url).toBe('/?token=secret')
  const { body: _, name, url: path, ...rest } = callback
  expect(log).toContainEqual({ ...rest, path, number: 1, callback: name, duration: expect.any(Number) })
})

test('each mock of a token sends callbacks by itself', async () => {
  await using hooks = await openHooks()
  const webhooks = { newPet: hooks.url }
  const { url } = await start({ contract: toContract(pets), webhooks, isolate: 'token' })
  for (const token of ['one', 'two']) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    await send(`${url}/pets`, { method: 'POST', headers, body: `{"name":"${token}"}` })
  }
  await expect
    .poll(() => hooks.received.map(({ body }) => JSON.parse(body).name).toSorted())
    .toEqual(['one', 'two'])
})
