import { fileURLToPath } from 'node:url'
import { type PactReport, verifyProvider } from '../../src/pact/pact.ts'
import { type Overrides, startBackend } from '../verify/backends/create-backend.ts'

/** The pacts of the example consumers. */
export const contracts: string = fileURLToPath(new URL('../../contracts/*.json', import.meta.url))

/** Verifies a backend with the pacts of the example consumers, and nothing else. */
export async function judgeByPacts({ backend }: { backend: Overrides }): Promise<PactReport['outcome']> {
  await using started = await startBackend(backend)
  const { outcome } = await verifyProvider(started.url, {
    token: 'local-token',
    pacts: contracts,
    requestLimit: 5000,
  })
  return outcome
}
