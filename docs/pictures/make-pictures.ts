/** Makes the pictures of the README and the docs from real runs: `npm run pictures`. It needs curl and Chromium. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { promisify, stripVTControlCharacters } from 'node:util'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { startChromium } from '../../test/browser/chromium.ts'
import { startBackend } from '../../test/verify/backends/create-backend.ts'
import { mistakes } from '../../test/verify/backends/mistakes.ts'
import { drawTerminal } from './draw-terminal.ts'
import { joinWebp } from './join-webp.ts'

const run = promisify(execFile)
const bin = new URL('../../src/cli/plant-store.ts', import.meta.url).pathname
const columns = 108
const env = { ...process.env, FORCE_COLOR: '1', COLUMNS: `${columns}` }

async function draw(name: string, title: string, text: string): Promise<void> {
  const file = new URL(`${name}.svg`, import.meta.url)
  await writeFile(file, drawTerminal(text, title, columns))
}

/** A refused request: the answer, and what the mock logs. */
async function runFake(): Promise<string> {
  const mock = spawn(process.execPath, [bin, 'start', '--port', '0'], { env })
  const lines: string[] = []
  createInterface(mock.stdout).on('line', (line) => lines.push(line))
  const [first] = await once(mock.stdout, 'data')
  const url = /http:\S+/.exec(String(first))?.[0] ?? ''
  const logged = once(mock.stderr, 'data')
  const send = `curl ${url}/plants \\\n    -H 'Authorization: Bearer local-token' -H 'Content-Type: application/json' \\\n    -d '{"id": 1.5, "name": "Monstera"}'`
  const { stdout } = await run('sh', ['-c', send.replace('curl', 'curl --silent')])
  const [log] = await logged
  mock.kill()
  const shown = `$ npx --no plant-store start &\n${lines[0]}\n$ ${send}\n${log}${stdout}\n`
  return shown.replaceAll(url, 'http://127.0.0.1:4010')
}

/** The report on a backend that rounds ids, up to the end of its first finding. */
async function verifyBackend(): Promise<string> {
  const { backend } = mistakes.find(({ title }) => title === 'an id with a fraction is rounded') ?? {}
  await using started = await startBackend(backend)
  const args = ['verify', started.url, '--token', 'local-token']
  const { stdout } = await run(process.execPath, [bin, ...args], { env }).catch((error) => error)
  const lines: string[] = stdout.split('\n')
  const plain = lines.map((line) => stripVTControlCharacters(line))
  const end = plain.indexOf(
    '',
    plain.findIndex((line) => /^ +→ /.test(line)),
  )
  const report = lines.slice(0, end)
  const shown = `$ npx --no plant-store verify http://127.0.0.1:8080 --token local-token\n${report.join('\n')}`
  return shown.replaceAll(started.url, 'http://127.0.0.1:8080')
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

/** A request that is rejected, appears in the page, and is sent again with a change. */
async function filmPage(): Promise<void> {
  await using server = await startServer({ port: 4010 })
  const browser = await startChromium()
  const size = { width: 944, height: 690 }
  const page = await browser.newPage({ viewport: size })
  const film = await browser.newPage({ viewport: { ...size, height: size.height + 120 } })
  const session = await film.context().newCDPSession(film)
  const frames: Parameters<typeof joinWebp>[0][number][] = []
  async function shoot(milliseconds: number, terminal: string): Promise<void> {
    const images = [
      ['svg+xml', Buffer.from(drawTerminal(terminal, '', columns))],
      ['png', await page.screenshot()],
    ] as const
    const shown = images.map(
      ([type, bytes]) => `<img src="data:image/${type};base64,${bytes.toString('base64')}">`,
    )
    await film.setContent(
      `<body style="margin: 0; display: grid; grid-template-rows: 120px">${shown.join('')}`,
    )
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 })
    frames.push({ webp: Buffer.from(data, 'base64'), milliseconds })
  }
  async function press(key: string, shown: string): Promise<void> {
    await page.keyboard.press(key)
    await page.locator(shown).first().waitFor()
  }
  await page.goto(`${server.url}/__admin/#/requests`)
  await page.getByText('No requests yet').waitFor()
  const send = `curl ${server.url}/plants -H 'Authorization: Bearer local-token' \\\n    -H 'Content-Type: application/json' -d '{"id": 1.5, "name": "Monstera"}'`
  await shoot(2000, `$ ${send}\n`)
  const { stdout } = await run('sh', ['-c', send.replace('curl', 'curl --silent')])
  const terminal = `$ ${send}\n${stdout}\n$`
  await page.locator('a.row').first().waitFor()
  await shoot(2000, terminal)
  await press('ArrowDown', '.reason')
  await shoot(3000, terminal)
  await press('e', '[name=body]:focus')
  await shoot(1500, terminal)
  await page.locator('[name=body]').fill('{"id": 15, "name": "Monstera"}')
  await shoot(1500, terminal)
  await press('Control+Enter', '.responses:has-text("Response 200"):has-text("Before 400")')
  await shoot(4000, terminal)
  await browser.close()
  await writeFile(new URL('resend.webp', import.meta.url), joinWebp(frames, size.width, size.height + 120))
}

await photographPage()
await filmPage()
await draw('refusal', 'The mock explains why it refuses a request', await runFake())
await draw('finding', 'verify reports a broken rule', await verifyBackend())
