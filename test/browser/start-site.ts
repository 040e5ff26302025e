import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { toContract } from '../../src/contract/to-contract.ts'
import { writeCompiled, writeModule } from '../../src/contract/write-compiled.ts'
import { bookings } from '../mock/bookings.ts'
import { type Listening, listen } from '../tools/listen.ts'

const site = fileURLToPath(new URL('./site/', import.meta.url))
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
const msw = process.env['MSW_MAJOR'] === '2' ? 'msw-2' : 'msw'

/** Compiles a description of our own, as `plant-store compile` does. */
const compileBookings: Plugin = {
  name: 'compile-bookings',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^bookings-contract$/ }, ({ path }) => ({ path, namespace: 'compiled' }))
    onLoad({ filter: /.*/, namespace: 'compiled' }, () => ({
      contents: writeModule(writeCompiled(toContract(bookings).document)),
      resolveDir: site,
    }))
  },
}

/** Bundles the page of `site/`, gives it MSW's worker, and serves both under a strict Content-Security-Policy. */
export async function startSite(): Promise<Listening> {
  const { outputFiles } = await build({
    entryPoints: [`${site}page.ts`],
    outdir: site,
    bundle: true,
    format: 'esm',
    target: 'esnext',
    alias: {
      msw,
      'plant-store-kit/compiled': fileURLToPath(new URL('../../src/contract/compiled.ts', import.meta.url)),
    },
    plugins: [compileBookings],
    write: false,
  })
  const files = new Map<string, string | Uint8Array>(
    outputFiles.map(({ path, contents }) => [`/${basename(path)}`, contents]),
  )
  files.set('/', await readFile(`${site}index.html`))
  const worker = 'mockServiceWorker.js'
  files.set(`/${worker}`, await readFile(fileURLToPath(import.meta.resolve(`${msw}/${worker}`))))
  return listen(({ url = '/', method }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const file = method === 'GET' ? files.get(pathname) : undefined
    response.setHeader('content-security-policy', "script-src 'self'")
    response.setHeader('content-type', types[extname(pathname)] ?? 'text/html')
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
}
