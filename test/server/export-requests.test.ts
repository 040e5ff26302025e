import { describe, expect, test } from 'vitest'
import { exportRequests, type TextResult } from '../../src/adapters/server/export-requests.ts'
import { createMock, type MockOptions } from '../../src/index.ts'
import { callControl, sendPlant } from '../tools/send.ts'
import { start } from './start.ts'

const fern = '{"id":9007199254740993,"name":"O\'Fern"}'

describe('a command', () => {
  /** Writes the commands for the requests of a mock that got this one. */
  async function write(headers: object, options: MockOptions = {}, fault = false) {
    const mock = createMock(options)
    if (fault) mock.faults.next('body-too-large')
    await mock.handle({ method: 'POST', path: '/plants', headers: { ...headers }, body: fern })
    const result = exportRequests(mock.requests.all(), 'curl', mock, 'http://localhost')
    return (result as TextResult).text
  }
  const authorization = 'Bearer s3cret'
  const [credentials, invalid] = [['s3cret'], 'bearer invalid-token']

  test.each<[what: string, text: string, command: Promise<string>]>([
    [
      'uses the token of the environment, or any',
      `Bearer \${PLANT_STORE_TOKEN:-local-token}`,
      write({ authorization }),
    ],
    [
      'uses that of the environment if only some are valid',
      'Bearer $PLANT_STORE_TOKEN',
      write({ authorization }, { credentials }),
    ],
    ['keeps a token that is rejected', invalid, write({ authorization: invalid })],
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

  test('comes below its number, time, and response', async () => {
    const { url, mock } = await start()
    for (const id of [1, 1]) await sendPlant(url, { id, name: 'Fern' })
    mock.faults.next('dropped-connection')
    await sendPlant(url).catch(() => {})
    const { headers, body } = await callControl(url, 'GET', '/requests?format=curl')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`
    const results = ['1. T 200', '2. T 409 duplicate-key', '3. T no response'].map((result) =>
      expect.stringMatching(new RegExp(`^# ${result.replace('T', time)}\ncurl .*\n?$`)),
    )
    expect(body.split('\n\n')).toEqual(results)
    expect(body).not.toContain('connection:')
    expect((await callControl(url, 'GET', '/requests?status=409&format=curl')).body).toMatch(/^# 2\./)
  })

  test('says that the journal has only a part of a large body, unless a fault rejected it', async () => {
    const note = '413 body-too-large. The journal keeps the beginning of a body over the limit.\n'
    const authorized = { authorization, 'content-type': 'application/json' }
    expect(await write(authorized, { maxBody: 5 })).toContain(note)
    expect(await write(authorized, {}, true)).toContain('413 body-too-large\n')
  })
})
