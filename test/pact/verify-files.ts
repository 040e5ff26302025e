import { type PactReport, verifyProvider } from '../../src/pact/pact.ts'
import { startRecordingBackend } from './recording-backend.ts'

/** Lets Pact's verifier send the requests of pacts, with their own ids, to a backend that fails all of them. */
export async function verifyFiles(pacts: readonly string[]): Promise<PactReport['cases']> {
  await using backend = await startRecordingBackend(({ url }) =>
    url === '/states' ? { body: '{}' } : { status: 599, body: '' },
  )
  const stateChangeUrl = `${backend.url}/states`
  const { cases } = await verifyProvider(backend.url, { token: 'a-token', pacts, stateChangeUrl })
  return cases
}
