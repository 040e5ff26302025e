import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { loadPeer } from '../../contract/load-peer.ts'
import { preparePacts, type Trial, type VerifiedInteraction } from './prepare-pact.ts'
import { type Service, startServer } from './start-server.ts'

/** The request to the process that verifies. */
export interface VerifierRequest {
  /** The folder in which Pact's verifier is installed. */
  modulePath: string
  /** The options of each run. */
  runs: readonly object[]
}

interface VerifierOptions<T extends Trial> extends Service<T> {
  /** The folder in which Pact's verifier is installed. */
  modulePath: string
  /** Whether the pacts are verified at the same time, and not one after another. */
  areParallel?: boolean
  /** Milliseconds that an answer and a change of a state may take. */
  requestLimit: number
  signal?: AbortSignal
  /** Masks secrets in a text. */
  mask?: (text: string) => string
  /** Called with each line of output of the native code, with secrets masked. */
  onOutput?: ((text: string) => void) | undefined
}

/** Thrown if Pact's verifier gave no result. */
export class VerifierCrash extends Error {
  override name = 'VerifierCrash'
}

/** Finds the verifier of Pact that is installed with the kit, as a package of its own or as a part of Pact. */
export const findVerifier = (what = 'verify the pacts'): string =>
  loadPeer({ what, name: 'Pact', peer: '@pact-foundation/pact-core' }, (require) => {
    try {
      return require.resolve('@pact-foundation/pact-core')
    } catch {
      return createRequire(require.resolve('@pact-foundation/pact')).resolve('@pact-foundation/pact-core')
    }
  })

/**
 * Removes environment variables that would make the verifier use a proxy or skip interactions, and gives it a file with one
 * certificate: reading all certificates of the machine takes longer than the rest, and the verifier only talks HTTP to this process.
 */
function toEnvironment(certificate: string): NodeJS.ProcessEnv {
  const isForUs = /^PACT_(?:DO_NOT_TRACK|PREBUILD_PACKAGE_LOCATION)$/
  const isHarmful = /^(?:(?:https?|all)_proxy|PACT_.*|LOG_LEVEL|NODE_OPTIONS)$/i
  const all = Object.entries(process.env)
  const harmless = all.filter(([name]) => isForUs.test(name) || !isHarmful.test(name))
  return { ...Object.fromEntries(harmless), SSL_CERT_FILE: certificate, SSL_CERT_DIR: dirname(certificate) }
}

const tailLength = 500

/** Milliseconds that the verifier waits longer than the service may take. */
const grace = 10_000

/** The most requests that find out whether an id is stored. */
const maxRequests = 5

function parseResult(text: string, file = ''): { results: VerifiedInteraction[]; failure?: string } {
  type Failure = { mismatch?: { message?: string } }
  try {
    const { interactionResults: results, result, errors = [] } = JSON.parse(text)
    const failures = errors.map((one: Failure) => one.mismatch?.message ?? JSON.stringify(one)).join('; ')
    const failure = failures.replace(`Failed to load pact '${file}' - `, '')
    if (Array.isArray(results)) return { results, ...(result === false && { failure }) }
  } catch {
    // The error below has the text.
  }
  throw new VerifierCrash(text)
}

/**
 * Runs Pact's verifier in a process of its own, which the signal ends, and adds what it says to the trials. Each group of
 * them has pacts of its own.
 *
 * @returns why each run failed as a whole; undefined for one that didn't. With `areParallel`, each pact has a run.
 *
 * @throws {VerifierCrash} if the verifier gives no result
 */
export async function runVerifier<T extends Trial>(
  groups: readonly (readonly T[])[],
  options: VerifierOptions<T>,
): Promise<(string | undefined)[]> {
  const { modulePath, areParallel = false, requestLimit, signal, mask = (text) => text, onOutput } = options
  const trials = groups.flat()
  const texts = groups.flatMap(preparePacts)
  await using server = await startServer(trials, options, requestLimit)
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-pacts-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // `process.exit` doesn't leave the scope.
  process.once('exit', remove)
  using _files = {
    [Symbol.dispose]() {
      process.off('exit', remove)
      remove()
    },
  }
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const pactUrls = texts.map((text, index) => write(`${index}.json`, text))
  const script = new URL(`./verifier-process${extname(import.meta.url)}`, import.meta.url)
  const child = fork(script, {
    execArgv: [],
    env: toEnvironment(write('certificate.pem', rootCertificates[0] ?? '')),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(signal && { signal }),
    killSignal: 'SIGKILL',
  })
  let tail = ''
  for (const input of [child.stdout, child.stderr] as Readable[]) {
    // A chunk may end in the middle of a token, but a line can't.
    createInterface({ input }).on('line', (line) => {
      const text = `${mask(line)}\n`
      tail = `${tail}${text}`.slice(-tailLength)
      onOutput?.(text)
    })
  }
  const runs = (areParallel ? pactUrls.map((url) => [url]) : [pactUrls]).map((group) => ({
    providerBaseUrl: server.url,
    providerStatesSetupUrl: `${server.url}/`,
    pactUrls: group,
    // The server ends requests and changes of states that take too long, and reports that.
    timeout: maxRequests * requestLimit + grace,
    // A redirect target isn't the answer of this service.
    followRedirects: false,
    failIfNoPactsFound: true,
    logLevel: onOutput === undefined ? 'error' : 'info',
  }))
  const all = await new Promise<string[]>((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('close', (code, killer) =>
      reject(new VerifierCrash(`Pact's verifier ended with ${killer ?? code}: ${tail.trim()}`)),
    )
    const request: VerifierRequest = { modulePath, runs }
    child.send(request, () => {})
  })
  const parsed = all.map((text, index) => parseResult(text, runs[index]?.pactUrls[0]))
  const results = parsed.flatMap((one) => one.results)
  for (const trial of trials)
    trial.results.push(...results.filter(({ description }) => description === trial.key))
  return parsed.map(({ failure }) => failure)
}
