import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantStorePact } from '../../src/pact/pact.ts'
import { send } from './send.ts'
import { makeFolder } from './temporary-folder.ts'
import { verifyFiles } from './verify-files.ts'

test.each(['V4', 'V3'] as const)(
  'in %s, an interaction without a body fails a consumer that sends one, and the provider gets none',
  async (spec) => {
    const dir = join(makeFolder(), 'pacts')
    const pact = plantStorePact({ consumer: 'shop', dir, spec })
    for (const body of ['{}', '""', 'null', '{"id":1,"name":"Fern"}']) {
      const running = pact.bodyRefused().executeTest(({ url }) => send(url, { token: 'x', body }))
      await expect(running, body).rejects.toThrow('Expected empty body')
    }
    expect(existsSync(dir)).toBe(false)
    await pact.bodyRefused().executeTest(({ url }) => send(url, { token: 'x', body: '' }))
    await pact.plantCreated().executeTest(({ url }) => send(url, { token: 'x', body: '{"id":1,"name":"F"}' }))
    const sent = await verifyFiles([join(dir, 'shop-plant-store.json')])
    expect(sent.map(({ body }) => body)).toEqual([expect.stringContaining('Monstera'), ''])
  },
)

test.each(['', '{"id":1}', 'a "quoted" word'])(
  'a body that is the text %j is impossible, as files would lose it',
  (text) => {
    const pact = plantStorePact({ consumer: 'shop', dir: '/nowhere' })
    expect(() => pact.bodyRefused(text)).toThrow("Pact can't hold the text")
  },
)
