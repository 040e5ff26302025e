import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type AnsweredRequest, startServer } from '../../src/server/start-server.ts'
import { readError, send } from '../tools/send.ts'

const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

test('a browser gets a page that links to the control API, and runs nothing', async () => {
  await using server = await startServer({ port: 0, basePath: '/v1' })
  const { status, headers, body } = await send(new URL('/', server.url).href, browser)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('POST /v1/plants')
  expect(body).toContain('href="/__admin/"')
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(body) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}';`)
  expect(headers['content-security-policy']).not.toContain('unsafe')
})

test('the page says why the control API is off', async () => {
  await using server = await startServer({ port: 0, host: '0.0.0.0' })
  const { body } = await send(`${server.url}/`, browser)
  expect(body).toContain('--admin-token')
  expect(body).not.toContain('href')
})

test('a path with HTML in it stays text', async () => {
  await using server = await startServer({ port: 0, basePath: '/a&b' })
  expect((await send(new URL('/', server.url).href, browser)).body).toContain('POST /a&amp;b/plants')
})

test('other clients get an Error', async () => {
  await using server = await startServer({ port: 0 })
  const answer = await send(`${server.url}/`, { headers: { accept: '*/*' } })
  expect([answer.status, readError(answer).error]).toEqual([404, 40401])
  expect((await send(`${server.url}/`, { ...browser, method: 'POST' })).status).toBe(404)
})

test('the icon is no 404 in the log, and not in the journal', async () => {
  const log: AnsweredRequest[] = []
  await using server = await startServer({ port: 0, onRequest: (request) => log.push(request) })
  const { status, headers } = await send(`${server.url}/favicon.ico`)
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(log).toMatchObject([{ path: '/favicon.ico', status: 200 }])
  expect(server.store.requests.size).toBe(0)
})
