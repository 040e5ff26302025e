import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { VerifierOptions } from '@pact-foundation/pact-core'
import { findCore } from '../load-core.ts'

export interface VerifierRequest {
  /** The folder in which Pact's core is installed. */
  modulePath: string
  options: VerifierOptions
}

/** A difference between a response and a pact, as Pact's verifier reports it. */
export interface PactMismatch {
  type: string
  mismatch?: string
  path?: string
  key?: string
  expected?: unknown
  actual?: unknown
}

export interface VerifiedInteraction {
  consumer: string
  provider: string
  description: string
  providerStates: readonly string[]
  pending: boolean
  result: string
  mismatch?: { mismatches?: PactMismatch[]; message?: string }
}

/** What Pact's verifier says about a run. */
export interface Verdict {
  /** The interactions in the order in which they were verified. */
  interactionResults: VerifiedInteraction[]
  /** What failed; without an interaction, a pact could not be loaded. */
  errors?: { interaction?: string; mismatch?: { message?: string } }[]
  /** What a broker says about its pacts, and when to show it, such as `before_verification`. */
  notices?: { when: string; text: string }[]
}

/** Environment variables with which the verifier would use a proxy, or send credentials to other addresses. */
const harmful = /^(?:(?:https?|all)_proxy|PACT_BROKER_.*|LOG_LEVEL|NODE_OPTIONS)$/i

/** How many characters of output an error shows. */
const tailLength = 500

/**
 * Runs Pact's verifier in a process of its own, which the signal ends.
 *
 * @param mask masks secrets in each line of output of the native code
 * @param onOutput called with each masked line
 *
 * @throws {Error} if the verifier gives no result; the message has what it says instead
 */
export async function runVerifier(
  options: VerifierOptions,
  signal: AbortSignal,
  mask: (line: string) => string,
  onOutput: (line: string) => void,
): Promise<Verdict> {
  const modulePath = findCore('verify the pacts')
  const script = new URL(`./verifier-process${extname(import.meta.url)}`, import.meta.url)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !harmful.test(name)))
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const
  const child = fork(script, { execArgv: [], env, stdio: [...stdio], signal, killSignal: 'SIGKILL' })
  let tail = ''
  for (const input of [child.stdout, child.stderr] as Readable[])
    createInterface({ input }).on('line', (line) => {
      const masked = mask(line)
      tail = `${tail}${masked}\n`.slice(-tailLength)
      onOutput(masked)
    })
  const text = await new Promise<string>((resolve, reject) => {
    let received: string | undefined
    child.once('message', (message) => {
      received = String(message)
    })
    child.once('error', reject)
    child.once('close', (code, killer) => {
      if (received !== undefined) resolve(received)
      else reject(new Error(`Pact's verifier ended with ${killer ?? code}: ${tail.trimEnd()}`))
    })
    child.send({ modulePath, options } satisfies VerifierRequest, () => {})
  })
  const verdict = text.startsWith('{') ? JSON.parse(text) : undefined
  if (!Array.isArray(verdict?.interactionResults)) throw new Error(text)
  return verdict
}
