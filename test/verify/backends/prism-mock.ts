// A thread that runs Prism's mock of `openapi.yaml`, and says its URL.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { silentLogger } from '../../../src/prism/load-prism.ts'

const require = createRequire(import.meta.url)
const requireOfPrism = createRequire(require.resolve('@stoplight/prism-cli/package.json'))

// An Accept that can't be parsed is an unhandled rejection in Prism, which leaves the request without an answer.
process.on('unhandledRejection', () => {})

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
parentPort?.postMessage(await server.listen(0, '127.0.0.1'))
