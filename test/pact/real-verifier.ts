import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { stateNames } from '../../src/pact/states/provider-states.ts'
import { files } from '../tools/certificates/certificates.ts'
import { hangLimit } from '../tools/hang-limit.ts'
import { listen } from '../tools/listen.ts'

const run = promisify(execFile)

/** Pact's result for an interaction. */
export interface VerifiedInteraction {
  description: string
  /** `OK`, or what is wrong as JSON. */
  result: string
}

/** A request for a provider state before an interaction. */
export type AnswerState = (state: string, params: Record<string, string>) => string

// Runs in a process of its own, since Pact's core writes its report to standard output; the result comes last.
const program = `
import core from '@pact-foundation/pact-core'
const print = (result) => process.stdout.write('\\n' + result)
core.default.verifyPacts(JSON.parse(process.argv[1])).then(print, ({ message }) => print(message.slice(message.indexOf('{'))))`

/** Runs Pact's own verifier on a pact; `answerState` returns the body of the answer to each change of state. */
export async function verifyWithPact(
  file: string,
  providerBaseUrl: string,
  answerState: AnswerState = () => '{}',
): Promise<VerifiedInteraction[]> {
  await using states = await listen(async (request, response) => {
    const { action, state, params } = JSON.parse(await text(request))
    response.setHeader('Content-Type', 'application/json')
    response.end(action === 'setup' ? answerState(state, params) : '{}')
  })
  const options = {
    provider: 'plant-store',
    providerBaseUrl,
    pactUrls: [file],
    providerStatesSetupUrl: states.url,
    logLevel: 'error',
  }
  // With one certificate instead of all of the machine, the verifier needs half the time.
  const env = { ...process.env, SSL_CERT_FILE: files.cert, SSL_CERT_DIR: dirname(files.cert) }
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '-e', program, JSON.stringify(options)],
    { timeout: hangLimit, env },
  )
  const { interactionResults } = JSON.parse(stdout.slice(stdout.lastIndexOf('\n')))
  return interactionResults.map(
    ({ interactionDescription, description, result, mismatches }: Record<string, unknown>) => ({
      description: interactionDescription ?? description,
      result: result === 'OK' ? 'OK' : JSON.stringify(mismatches ?? result),
    }),
  )
}

/** Returns a fresh id for each interaction that needs a free one. */
export function createFreshIds(first = 9223372036854775000n): AnswerState {
  let next = first
  return (state) => (state === stateNames.noPlant ? `{"id":${next++}}` : '{}')
}
