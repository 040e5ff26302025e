// Prism as a process of its own: a mock of a description to compare with, and a judge in front of the kit's mock.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Send } from './run-checks.ts'

const prism = fileURLToPath(
  new URL('../../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url),
)

/** Milliseconds that it may take to start; some descriptions take it longer, and it then counts as unable to serve them. */
const startPatience = 60_000

/** Milliseconds that a response may take: Prism never responds to JSON that doesn't parse. */
const patience = 3000

/** Prism on a port of its own. */
export interface PrismPeer extends AsyncDisposable {
  url: string
}

/** Starts `prism mock FILE`, or `prism proxy FILE UPSTREAM`; undefined if it can't serve the description. */
export async function startPrism(args: readonly string[]): Promise<PrismPeer | undefined> {
  const child: ChildProcess = spawn(process.execPath, [prism, ...args, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SCARF_ANALYTICS: 'false', NO_COLOR: '1' },
  })
  const ended = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)))
  const started = new Promise<string | undefined>((resolve) => {
    let text = ''
    const read = (chunk: Buffer): void => {
      text += String(chunk)
      const [, url] = /Prism is listening on (http:\/\/\S+)/.exec(text) ?? []
      if (url !== undefined) resolve(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    setTimeout(() => resolve(undefined), startPatience).unref()
  })
  const url = await Promise.race([started, ended])
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  if (url === undefined) {
    await stop()
    return undefined
  }
  return { url, [Symbol.asyncDispose]: stop }
}

/**
 * Makes what sends requests to an address; one that gets no response has the status 0.
 *
 * @param base the base path of the description, which Prism's addresses don't have
 */
export const sendTo =
  (url: string, base: string): Send =>
  async ({ method, path, headers, body }) => {
    try {
      const own = path.startsWith(base) ? path.slice(base.length) : path
      const response = await fetch(url + own, {
        method,
        headers: headers as Record<string, string>,
        ...(body !== undefined && method !== 'GET' && method !== 'HEAD' && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    } catch {
      return { status: 0, headers: {}, body: '' }
    }
  }
