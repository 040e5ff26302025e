import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { stateNames } from '../../src/pact/states/provider-states.ts'
import { files } from '../tools/certificates/certificates.ts'
import { listen } from '../tools/listen.ts'
import { runProcess } from '../tools/processes.ts'

/** Returns the body of the answer to a request for a provider state before an interaction. */
export type AnswerState = (state: string, params: Record<string, string>) => string

// Runs in a process of its own, since Pact's core writes its report to standard output; the result comes last.
const program = `
import core from '@pact-foundation/pact-core'
const print = (result) => process.stdout.write('\\n' + result)
core.default.verifyPacts(JSON.parse(process.argv[1])).then(print, ({ message }) => print(message.slice(message.indexOf('{'))))`

/** Runs Pact's own verifier on pacts, without the kit; returns the descriptions of interactions, with the problem of one that failed. */
export async function verifyWithPact(
  pactUrls: readonly string[],
  providerBaseUrl: string,
  answerState: AnswerState,
): Promise<string[]> {
  await using states = await listen(async (request, response) => {
    const { action, state, params } = JSON.parse(await text(request))
    response.setHeader('Content-Type', 'application/json')
    response.end(action === 'setup' ? answerState(state, params) : '{}')
  })
  const options = { provider: 'plant-store', providerBaseUrl, pactUrls, providerStatesSetupUrl: states.url }
  const { stdout } = await runProcess(
    process.execPath,
    ['--input-type=module', '-e', program, JSON.stringify({ ...options, logLevel: 'error' })],
    {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      // With one certificate instead of all of the machine, the verifier needs half the time.
      env: { SSL_CERT_FILE: files.cert, SSL_CERT_DIR: dirname(files.cert) },
    },
  )
  type Result = Record<'interactionDescription' | 'description' | 'result' | 'mismatches', unknown>
  const { interactionResults }: { interactionResults: Result[] } = JSON.parse(
    stdout.slice(stdout.lastIndexOf('\n')),
  )
  return interactionResults.map(({ interactionDescription, description, result, mismatches }) =>
    [interactionDescription ?? description, ...(result === 'OK' ? [] : [JSON.stringify(mismatches)])].join(
      ': ',
    ),
  )
}

/** Returns a fresh id for each interaction that needs a free one. */
export function createFreshIds(first = 9223372036854775000n): AnswerState {
  let next = first
  return (state) => (state === stateNames.noPlant ? `{"id":${next++}}` : '{}')
}
