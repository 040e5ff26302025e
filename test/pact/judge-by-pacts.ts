import { verifyProvider } from '../../src/pact/pact.ts'
import { type Overrides, startBackend } from '../verify/backends/create-backend.ts'

/** The pacts of the example consumers. */
export const contracts: string = new URL('../../contracts/*.json', import.meta.url).pathname

/** Tells whether the pacts of the example consumers, and nothing else, find something wrong with a backend. */
export async function isFoundByPacts({ backend }: { backend: Overrides }): Promise<boolean> {
  await using started = await startBackend(backend)
  const { outcome } = await verifyProvider(started.url, {
    token: 'local-token',
    pacts: contracts,
    requestLimit: 1500,
  })
  if (outcome === 'unverified') throw new Error('the backend could not be verified')
  return outcome === 'failed'
}
