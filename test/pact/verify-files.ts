import { type InteractionResult, verifyProvider } from '../../src/pact/pact.ts'
import { startRecordingBackend } from './recording-backend.ts'

/** What Pact's verifier sent for an interaction. */
export interface Sent {
  pact: string
  description: string
  body: string | undefined
  contentType: string | undefined
  result: InteractionResult
}

/** Lets Pact's verifier send the requests of pacts, with their own ids, to a backend that fails all of them. */
export async function verifyFiles(pacts: readonly string[]): Promise<Sent[]> {
  await using backend = await startRecordingBackend(({ url }) => ({
    ...(url === '/states' ? { body: '{}' } : { status: 599, body: '' }),
  }))
  const stateChangeUrl = `${backend.url}/states`
  const { interactions } = await verifyProvider(backend.url, { token: 'a-token', pacts, stateChangeUrl })
  return interactions.map((result) => ({
    pact: result.pact,
    description: result.description,
    body: result.exchange?.request.body,
    contentType: result.exchange?.request.headers.find(
      ([name]) => name.toLowerCase() === 'content-type',
    )?.[1],
    result,
  }))
}
