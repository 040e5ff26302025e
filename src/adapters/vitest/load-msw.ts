import type { MswServer, Network } from '../msw/network.ts'

/** Older versions no longer intercept requests when a server listens a second time. */
const required = '2.7.0'

interface NodeProcess {
  getBuiltinModule?(name: string): { createRequire(from: string): (path: string) => { version: string } }
}

const { process } = globalThis as { process?: NodeProcess }
const isNode = process?.getBuiltinModule !== undefined

/** Returns the version of the installed msw; undefined if none is installed, and in pages. */
function findMswVersion(): string | undefined {
  try {
    return process?.getBuiltinModule?.('module').createRequire(import.meta.url)('msw/package.json').version
  } catch {
    return undefined
  }
}

const isOlder = (version: string): boolean =>
  version.localeCompare(required, undefined, { numeric: true }) < 0

const fail = (reason: string, cause?: unknown): never => {
  throw new Error(`Failed to start the mock: ${reason}`, { cause })
}

/** Everything that the fixture needs from MSW. */
export interface Msw {
  createHandlers: typeof import('../msw/create-handlers.ts').createHandlers
  createLastHandler: typeof import('../msw/network.ts').createLastHandler
  openNetwork(given: MswServer | undefined): Network | Promise<Network>
}

/**
 * Loads MSW when a test needs it, so that the matchers work without it.
 *
 * @throws {Error} if it is missing, too old or broken; the message names the installed and the required version
 */
export async function loadMsw(): Promise<Msw> {
  const version = findMswVersion()
  if (version !== undefined && isOlder(version)) {
    const fix = 'Run npm install --save-dev msw@latest.'
    fail(`msw ${version} is installed, but ${required} or newer is required. ${fix}`)
  }
  try {
    const { createHandlers } = await import('../msw/create-handlers.ts')
    const { createLastHandler } = await import('../msw/network.ts')
    const { openNetwork } = isNode
      ? await import('../msw/node-network.ts')
      : await import('../msw/browser-network.ts')
    return { createHandlers, createLastHandler, openNetwork }
  } catch (error) {
    const fix = `Run npm install --save-dev msw.`
    return version === undefined && isNode
      ? fail(`msw is not installed, and ${required} or newer is required. ${fix}`, error)
      : fail(`msw ${version ?? ''} could not be loaded: ${(error as Error).message}`, error)
  }
}
