import { describe, expect, test } from 'vitest'
import { createPlantStore, type PlantStoreOptions } from '../../src/index.ts'
import { exportRequests, type TextResult } from '../../src/server/export-requests.ts'
import { callControl, sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

const fern = '{"id":9007199254740993,"name":"O\'Fern"}'

describe('a command', () => {
  /** Writes the commands for the requests of a store that got this one. */
  async function write(headers: object, options: PlantStoreOptions = {}, fault = false) {
    const store = createPlantStore(options)
    if (fault) store.faults.next('body-too-large')
    await store.handle({ method: 'POST', path: '/plants', headers: { ...headers }, body: fern })
    const result = exportRequests(store.requests.all(), 'curl', store, 'http://localhost')
    return (result as TextResult).text
  }
  const authorization = 'Bearer s3cret'
  const [tokens, invalid] = [['s3cret'], 'bearer invalid-token']

  test.each<[what: string, text: string, command: Promise<string>]>([
    [
      'uses the token of the environment, or any',
      `Bearer \${PLANT_STORE_TOKEN:-local-token}`,
      write({ authorization }),
    ],
    [
      'uses that of the environment if only some are valid',
      'Bearer $PLANT_STORE_TOKEN',
      write({ authorization }, { tokens }),
    ],
    ['keeps a token that is refused', invalid, write({ authorization: invalid })],
    ['masks other credentials', 'Basic ***', write({ authorization: 'Basic eDp5' })],
  ])('%s', async (_what, text, command) => {
    expect(await command).toContain(`"authorization: ${text}"`)
    expect(await command).not.toMatch(/s3cret|eDp5/)
  })

  test('escapes what a shell would run', async () => {
    const command = await write({ referer: 'http://x/?"$`\\&token=s3cret' })
    expect(command).toContain(String.raw`"referer: http://x/?\"\$\`\\&token=***"`)
    expect(command).not.toContain('s3cret')
  })

  test('comes below its number, time, and answer', async () => {
    const { url, store } = await start()
    for (const id of [1, 1]) await sendPlant(url, { id, name: 'Fern' })
    store.faults.next('dropped-connection')
    await sendPlant(url).catch(() => {})
    const { headers, body } = await callControl(url, 'GET', '/requests?format=curl')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`
    const results = ['1. T 200', '2. T 409 duplicate-key', '3. T no answer'].map((result) =>
      expect.stringMatching(new RegExp(`^# ${result.replace('T', time)}\ncurl .*\n?$`)),
    )
    expect(body.split('\n\n')).toEqual(results)
    expect(body).not.toContain('connection:')
    expect((await callControl(url, 'GET', '/requests?status=409&format=curl')).body).toMatch(/^# 2\./)
  })

  test('says that the journal has only a part of a large body, unless a fault refused it', async () => {
    const note = '413 body-too-large. The journal keeps the beginning of a body over the limit.\n'
    const authorized = { authorization, 'content-type': 'application/json' }
    expect(await write(authorized, { maxBody: 5 })).toContain(note)
    expect(await write(authorized, {}, true)).toContain('413 body-too-large\n')
  })
})
