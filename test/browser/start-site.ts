import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { type Listening, listen } from '../tools/listen.ts'

const site = new URL('./site/', import.meta.url).pathname
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Builds the pages of `site/` with Vite, gives them MSW's worker, and serves them under a strict Content-Security-Policy. */
export async function startSite(): Promise<Listening> {
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-site-'))
  await build({
    root: site,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      target: 'esnext',
      minify: false,
      rollupOptions: { input: [join(site, 'index.html'), join(site, 'door.html')] },
    },
  })
  const worker = 'mockServiceWorker.js'
  await copyFile(fileURLToPath(import.meta.resolve(`msw/${worker}`)), join(folder, worker))
  const server = await listen(async ({ url = '/', method }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const file = method === 'GET' ? await readFile(join(folder, name)).catch(() => undefined) : undefined
    response.setHeader('content-security-policy', "script-src 'self'")
    response.setHeader('content-type', types[extname(name)] ?? 'text/plain')
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}
