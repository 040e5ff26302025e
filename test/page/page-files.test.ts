import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'

const folder = new URL('../../dist/page/', import.meta.url)
const files = readdirSync(folder)

test('the page is four files of at most 40 kB compressed, which load nothing from elsewhere', () => {
  expect([...files].sort()).toEqual(['favicon.svg', 'index.html', 'page.css', 'page.js'])
  const texts = files.map((name) => readFileSync(new URL(name, folder), 'utf8'))
  expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(40_000)
  expect(texts.join('').replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\/\w/)
})

test('another Host, a page of another origin, and an invalid Host get no page', async () => {
  await using server = await startServer({ port: 0 })
  for (const [headers, status] of [
    [{ Host: 'plants.example' }, 403],
    [{ Host: 'localhost', Origin: 'http://plants.example' }, 403],
    [{ Host: 'a b' }, 400],
  ] as const) {
    const text = toRequestText({ method: 'GET', target: '/__admin/', headers, body: '' })
    expect((await sendRaw(server.url, text))[0]?.status).toBe(status)
  }
})

test('there is no page if the control API is off', async () => {
  await using server = await startServer({ port: 0, host: '0.0.0.0' })
  expect((await fetch(`${server.url}/__admin/`)).status).toBe(404)
})
