import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '../../../src/prism/load-prism.ts'

const require = createRequire(import.meta.url)
const requireOfPrism = createRequire(require.resolve('@stoplight/prism-cli/package.json'))

/** Starts Prism's mock of `openapi.yaml`. */
export async function startPrismMock(): Promise<AsyncDisposable & { url: string }> {
  const { createServer } = requireOfPrism('@stoplight/prism-http-server')
  const { getHttpOperationsFromSpec } = requireOfPrism('@stoplight/prism-http')
  const description = fileURLToPath(new URL('../../../openapi.yaml', import.meta.url))
  const config = {
    isProxy: false,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    mock: { dynamic: false },
  }
  const server = createServer(await getHttpOperationsFromSpec(description), {
    components: { logger: silentLogger },
    config,
  })
  const url: string = await server.listen(0, '127.0.0.1')
  return { url, [Symbol.asyncDispose]: () => server.close() }
}
