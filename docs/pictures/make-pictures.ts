/** Makes the pictures of the README and the docs from real runs: `npm run pictures`. It needs curl and Chromium. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { startChromium } from '../../test/browser/chromium.ts'
import { drawTerminal } from './draw-terminal.ts'

const run = promisify(execFile)
const bin = new URL('../../src/cli/plant-store.ts', import.meta.url).pathname
const columns = 108
const env = { ...process.env, FORCE_COLOR: '1', COLUMNS: `${columns}` }

/** What `start --openapi` prints about a public description, and what clients get: a record, the list, and a rejection. */
async function filmStart(): Promise<void> {
  const description = createRequire(import.meta.url).resolve(
    '@readme/oas-examples/3.1/json/train-travel.json',
  )
  const mock = spawn(process.execPath, [bin, 'start', '--openapi', description, '--port', '0'], { env })
  const printed: string[] = []
  createInterface(mock.stdout).on('line', (line) => printed.push(line))
  await once(mock.stdout, 'data')
  const url = /http:\S+/.exec(printed[0] ?? '')?.[0] ?? ''
  const scenes = [
    `$ npx --no plant-store start --openapi train-travel.json &\n${printed.slice(0, 2).join('\n')}`,
  ]
  const bookings = `curl ${url}/bookings -H 'Authorization: Bearer local-token'`
  const create = `${bookings} \\\n    -H 'Content-Type: application/json' -d`
  for (const send of [
    `${create} '{"trip_id": "4f4e4e10-c824-4d63-b37a-d8d698862f1d"}'`,
    bookings,
    `${create} '{"trip_id": 7}'`,
  ]) {
    const logged = once(mock.stderr, 'data')
    const { stdout } = await run('sh', ['-c', send.replace('curl', 'curl --silent')])
    scenes.push(`$ ${send}\n${await logged}${stdout}`)
  }
  mock.kill()
  const lines = scenes.map((scene) => scene.replaceAll(url, 'http://127.0.0.1:4010').split('\n'))
  const seconds = lines.flatMap((scene, index) =>
    scene.map((_line, row) => index * 3.5 + (row === 0 || /^ /.test(scene[row] ?? '') ? 0 : 1.2)),
  )
  const title = 'A mock of a public description stores a booking, lists it, and says why it rejects another'
  const picture = drawTerminal(lines.flat().join('\n'), title, columns, seconds)
  await writeFile(new URL('start.svg', import.meta.url), picture)
}

/** The page with a few requests, light and dark. */
async function photographPage(): Promise<void> {
  await using server = await startServer({ port: 4010 })
  const send = (body: string, token = 'local-token') =>
    fetch(`${server.url}/plants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    }).catch(() => {})
  const wrong = '{"id":1.5,"name":"Monstera","tag":"foliage"}'
  await send('{"id":7,"name":"Boston fern","tag":"fern"}')
  await send('{"id":9007199254740993,"name":"Aloe vera","tag":"succulent"}')
  await send('{"id":7,"name":"Olive tree"}')
  await send(wrong)
  await send('{"id":9,"name":"Lavender"}', 'invalid-token')
  await send('{"id":10,"name":"Moth orchid",}')
  server.mock.faults.next('dropped-connection')
  await send('{"id":11,"name":"English ivy"}')
  for (let id = 12; id < 17; id++) await send(`{"id":${id},"name":"Golden barrel","tag":"cactus"}`)
  const { number } = server.mock.requests.all().find(({ request }) => request.body === wrong) ?? {}
  const browser = await startChromium()
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 1180, height: 720 }, colorScheme })
    await page.goto(`${server.url}/__admin/#/requests/${number}`)
    await page.locator('.reason').waitFor()
    const session = await page.context().newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
    await writeFile(new URL(`page-${colorScheme}.webp`, import.meta.url), data, 'base64')
  }
  await browser.close()
}

await photographPage()
await filmStart()
