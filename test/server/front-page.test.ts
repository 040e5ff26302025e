import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { answerFrontPage } from '../../src/server/front-page.ts'
import { readError, send } from '../tools/send.ts'
import { start } from './start.ts'

const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

test('the page links to the control API, and runs nothing', () => {
  const { status, headers, body } = answerFrontPage('/', '/a&b<c/plants', '/__admin/')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).toContain('POST /a&amp;b&lt;c/plants')
  expect(body).toContain('href="/__admin/"')
  const [, style = ''] = /<style>(.+)<\/style>/s.exec(body) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('the page says why the control API is off', () => {
  const { body } = answerFrontPage('/', '/plants', undefined)
  expect(body).toContain('--admin-token')
  expect(body).not.toContain('href')
})

test('browsers get the page, and other clients an Error', async () => {
  const { url } = await start({ basePath: '/v1' })
  const root = new URL('/', url)
  expect((await send(root, browser)).body).toContain('POST /v1/plants')
  expect((await send(root, { ...browser, method: 'HEAD' })).status).toBe(200)
  expect(readError(await send(root, { headers: { accept: '*/*' } })).error).toBe(40401)
  expect((await send(root, { ...browser, method: 'POST' })).status).toBe(404)
  expect((await send(new URL('/other', url), browser)).status).toBe(404)
})

test('the icon is no 404 in the log, and not in the journal', async () => {
  const { url, log, store } = await start()
  const { status, headers, body } = await send(`${url}/favicon.ico`)
  expect([status, headers['content-type'], body]).toEqual([
    200,
    'image/svg+xml',
    expect.stringContaining('<svg'),
  ])
  expect(log).toMatchObject([{ path: '/favicon.ico', status: 200 }])
  expect(store.requests.size).toBe(0)
})
