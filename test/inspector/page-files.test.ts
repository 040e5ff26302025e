import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decisions } from '../../src/inspector/decisions.ts'
import { startServer } from '../../src/server/start-server.ts'
import { failureNames } from '../../src/store/failures.ts'
import { readPage } from '../docs/pages.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'

const folder = new URL('../../dist/inspector/', import.meta.url)
const files = readdirSync(folder)

test('the page is four files of at most 60 kB compressed, which load nothing from elsewhere', () => {
  expect([...files].sort()).toEqual(['favicon.svg', 'index.html', 'inspector.css', 'inspector.js'])
  const texts = files.map((name) => readFileSync(new URL(name, folder), 'utf8'))
  expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(60_000)
  expect(texts.join('').replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\/\w/)
})

test.each<[path: string, type: string]>([
  ['/__admin/', 'text/html; charset=utf-8'],
  ['/__admin/?x=1', 'text/html; charset=utf-8'],
  ['/__admin/inspector.js', 'text/javascript; charset=utf-8'],
  ['/__admin/inspector.css', 'text/css; charset=utf-8'],
  ['/__admin/favicon.svg', 'image/svg+xml; charset=utf-8'],
])('%s is %s, under a strict policy, also without the admin token', async (path, type) => {
  await using server = await startServer({ port: 0, adminToken: 'secret' })
  const response = await fetch(server.url + path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).not.toContain('unsafe')
  const head = await fetch(server.url + path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('/__admin leads to the page', async () => {
  await using server = await startServer({ port: 0 })
  const response = await fetch(`${server.url}/__admin`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([308, '/__admin/'])
})

test.each([
  ['another Host', { Host: 'plants.example' }, 403],
  ['a page of another origin', { Host: 'localhost', Origin: 'http://plants.example' }, 403],
  ['an invalid Host', { Host: 'a b' }, 400],
])('%s gets no page', async (_title, headers, status) => {
  await using server = await startServer({ port: 0 })
  const [answer] = await sendRaw(
    server.url,
    toRequestText({ method: 'GET', target: '/__admin/', headers, body: '' }),
  )
  expect(answer?.status).toBe(status)
})

test('there is no page if the control API is off', async () => {
  await using server = await startServer({ port: 0, host: '0.0.0.0' })
  expect((await fetch(`${server.url}/__admin/`)).status).toBe(404)
})

test('the page explains each failure as the docs do', () => {
  expect(Object.keys(decisions)).toEqual([...failureNames])
  const rows = [...readPage('docs/decisions.md').matchAll(/^\| `([\w-]+)` +\| (.*?) +\| \d{3}/gm)]
  expect(rows.map(([, name, when = '']) => [name, when.replaceAll('`', '')])).toEqual(
    Object.entries(decisions).map(([name, { when }]) => [name, when]),
  )
})
