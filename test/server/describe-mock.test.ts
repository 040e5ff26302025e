import { expect, test } from 'vitest'
import { callControl } from '../tools/send.ts'
import { start } from './start.ts'

const defaults = {
  store: 'memory',
  onDuplicate: 'reject',
  unknownMembers: 'ignore',
  habits: [],
  latency: 0,
  maxBody: 1048576,
  journal: 1000,
  seed: 0,
  cors: '*',
}

test('GET /config describes the fake with defaults', async () => {
  const { url } = await start()
  const config = JSON.parse((await callControl(url, 'GET', '/config')).body)
  const version = expect.stringMatching(/^\d+\.\d+\.\d+/)
  expect(config).toEqual({ version, operation: { method: 'POST', path: '/plants' }, ...defaults })
})

test('GET /config describes other options, and masks tokens', async () => {
  const upstream = 'http://plants.example'
  const seed = [{ id: 1, name: 'Fern' }]
  const tokens = ['secret-1', 'secret-2']
  const { adminUrl } = await start({ tokens, isolate: 'token', upstream, seed, basePath: '/v1' })
  const { body } = await callControl(adminUrl, 'GET', '/config')
  expect(body).not.toContain('secret')
  expect(JSON.parse(body)).toMatchObject({
    operation: { path: '/v1/plants' },
    ...{ tokens: ['***', '***'], isolate: 'token', upstream, seed: 1 },
  })
})
