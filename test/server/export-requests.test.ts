import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { createHarValidator } from '../reports/har-validator.ts'
import { has } from '../tools/optional-tools.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { callControl, sendPlant } from '../tools/send.ts'

const run = promisify(execFile)
const fern = '{"id":9007199254740993,"name":"O\'Fern"}'

test('format=har is an HTTP Archive 1.2 with every request, without credentials', async () => {
  await using server = await startServer({ port: 0 })
  await sendPlant(`${server.url}/`, fern)
  await sendPlant(server.url, fern, { headers: { authorization: 'Bearer secret' } })
  server.store.faults.next('dropped-connection')
  await sendPlant(server.url, fern).catch(() => {})
  await sendRaw(server.url, toRequestText({ method: 'OPTIONS', target: '*', body: '' }))
  const { headers, body } = await callControl(server.url, 'GET', '/requests?format=har')
  const har = JSON.parse(body)
  const validate = createHarValidator()
  expect([validate(har), validate.errors]).toEqual([true, null])
  expect(headers['content-type']).toBe('application/har+json')
  expect(body).not.toContain('secret')
  expect(har.log.entries).toMatchObject([
    { comment: '1: unknown-path', response: { status: 404 } },
    {
      request: { url: `${server.url}/plants`, postData: { mimeType: 'application/json', text: fern } },
      response: { status: 200, content: { text: '{"name":"O\'Fern"}' } },
    },
    {
      comment: '3: fault dropped-connection',
      response: { status: 0, comment: expect.stringContaining('No answer') },
    },
    { request: { method: 'OPTIONS', url: `${server.url}/*` } },
  ])
})

test('both formats say that the journal has only the beginning of a large body', async () => {
  await using server = await startServer({ port: 0, maxBody: 2000 })
  await sendPlant(server.url, 'x'.repeat(3000))
  const note = 'The journal keeps the beginning of a body over the limit.'
  for (const format of ['har', 'curl'])
    expect((await callControl(server.url, 'GET', `/requests?format=${format}`)).body).toContain(note)
})

test('the filters select what is exported', async () => {
  await using server = await startServer({ port: 0 })
  for (const id of [1, 1, 2]) await sendPlant(server.url, { id, name: 'Fern' })
  const { body } = await callControl(server.url, 'GET', '/requests?status=409&format=curl')
  expect(body.match(/^# .*$/gm)).toEqual([expect.stringMatching(/^# 2\. \S+ 409 duplicate-id$/)])
})

test.each(['/requests?format=xml', '/requests/1?format=xml'])('%s is refused', async (path) => {
  await using server = await startServer({ port: 0 })
  await sendPlant(server.url, fern)
  const { status, body } = await callControl(server.url, 'GET', path)
  expect([status, JSON.parse(body).message]).toEqual([400, 'format must be har or curl, got "xml"'])
})

test('GET /requests/{id} gives one request, until the journal drops it', async () => {
  await using server = await startServer({ port: 0, journal: 2 })
  for (const id of [1, 2, 3]) await sendPlant(server.url, { id, name: 'Fern' })
  const statuses = await Promise.all(
    ['0', '1', '2', '3', '4', '-1', 'x'].map((id) => callControl(server.url, 'GET', `/requests/${id}`)),
  )
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200, 200, 404, 404, 400])
  expect(JSON.parse(statuses[3]?.body ?? '')).toMatchObject({
    number: 3,
    request: { body: '{"id":3,"name":"Fern"}' },
  })
})

describe.skipIf(!has('curl'))('format=curl: a pasted command', () => {
  /** Sends a plant, runs the command for it without the stored plant, and returns the two last requests. */
  async function paste(headers: Record<string, string>, env: Record<string, string>, tokens?: string[]) {
    await using server = await startServer({ port: 0, ...(tokens && { tokens }) })
    await sendPlant(server.url, fern, { headers })
    const { body } = await callControl(server.url, 'GET', '/requests/1?format=curl')
    await server.store.plants.clear()
    await run('sh', ['-c', body], { env: { PATH: process.env['PATH'], ...env } })
    return { command: body, entries: server.store.requests.all() }
  }

  test('sends the same body, with the token from the environment', async () => {
    const token = 'first-token'
    const { command, entries } = await paste(
      { authorization: `Bearer ${token}` },
      { PLANT_STORE_TOKEN: token },
      [token],
    )
    expect(command).not.toContain(token)
    expect(entries.map(({ answer }) => answer.status)).toEqual([200, 200])
    expect(entries[1]?.request.body).toBe(fern)
  })

  test.each<[headers: Record<string, string>, status: number]>([
    [{}, 200],
    [{ authorization: 'Bearer invalid-token' }, 401],
    [{ authorization: 'Basic eDp5' }, 401],
    [{ 'content-type': 'text/plain; a="$HOME`id`"' }, 415],
    [{ 'x-token': 'a"$(id)"' }, 200],
  ])('gets the same answer without a token: %o', async (headers, status) => {
    const { entries } = await paste(headers, {})
    expect(entries.map(({ answer }) => answer.status)).toEqual([status, status])
  })
})
