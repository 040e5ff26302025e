import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { VerifierOptions as CoreOptions } from '@pact-foundation/pact-core'
import { findCore } from '../load-core.ts'

/** The request to the process that verifies. */
export interface VerifierRequest {
  /** The folder in which Pact's core is installed. */
  modulePath: string
  options: CoreOptions
}

interface VerifierOptions {
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  /** Masks secrets in a text. */
  mask(text: string): string
  /** Called with each line of output of the native code, with secrets masked. */
  onOutput(text: string): void
}

/** A difference between a response and a pact, as Pact's verifier reports it. */
export interface Mismatch {
  type: string
  mismatch?: string
  path?: string
  key?: string
  expected?: unknown
  actual?: unknown
}

/** What Pact's verifier says about an interaction. */
export interface VerifiedInteraction {
  consumer: string
  provider: string
  description: string
  providerStates: readonly string[]
  pending: boolean
  result: string
  mismatch?: { mismatches?: Mismatch[]; message?: string }
}

/** What Pact's verifier says about a run. */
export interface Verdict {
  /** The interactions in the order in which they were verified. */
  results: VerifiedInteraction[]
  /** What failed besides interactions, such as a pact that could not be loaded. */
  failures: string[]
  /** What a broker says about its pacts, and when to show it, such as `before_verification`. */
  notices: { when: string; text: string }[]
}

/** Thrown if Pact's verifier gave no result. */
export class VerifierCrash extends Error {
  override name = 'VerifierCrash'
}

/** Environment variables that would make the verifier use a proxy or skip interactions. */
const harmful =
  /^(?:(?:https?|all)_proxy|PACT_(?!DO_NOT_TRACK$|PREBUILD_PACKAGE_LOCATION$).*|LOG_LEVEL|NODE_OPTIONS)$/i

const tailLength = 500

function parseVerdict(text: string): Verdict {
  type Failure = { interaction?: string; mismatch?: { message?: string } }
  try {
    const { interactionResults: results, errors = [], notices = [] } = JSON.parse(text)
    const failures = errors
      .filter(({ interaction = 'Failed to load pact' }: Failure) => interaction === 'Failed to load pact')
      .map((one: Failure) => one.mismatch?.message ?? JSON.stringify(one))
    if (Array.isArray(results)) return { results, failures, notices }
  } catch {
    // The error below has the text.
  }
  throw new VerifierCrash(text)
}

/**
 * Runs Pact's verifier in a process of its own, which the signal ends.
 *
 * @throws {VerifierCrash} if the verifier gives no result
 */
export async function runVerifier(
  options: CoreOptions,
  { env, signal, mask, onOutput }: VerifierOptions,
): Promise<Verdict> {
  const modulePath = findCore('verify the pacts')
  const script = new URL(`./verifier-process${extname(import.meta.url)}`, import.meta.url)
  const harmless = Object.entries(process.env).filter(([name]) => !harmful.test(name))
  const child = fork(script, {
    execArgv: [],
    env: { ...Object.fromEntries(harmless), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  let tail = ''
  // A chunk may end in the middle of a token, but a line can't.
  for (const input of [child.stdout, child.stderr] as Readable[])
    createInterface({ input }).on('line', (line) => {
      const text = `${mask(line)}\n`
      tail = `${tail}${text}`.slice(-tailLength)
      onOutput(text)
    })
  const text = await new Promise<string>((resolve, reject) => {
    let received: string | undefined
    child.once('message', (message) => {
      received = message as string
    })
    child.once('error', reject)
    child.once('close', (code, killer) => {
      if (received !== undefined) resolve(received)
      else reject(new VerifierCrash(`Pact's verifier ended with ${killer ?? code}: ${tail.trim()}`))
    })
    child.send({ modulePath, options } satisfies VerifierRequest, () => {})
  })
  return parseVerdict(text)
}
