import { createRequire } from 'node:module'
import type { VerifierRequest } from './run-verifier.ts'

type Core = typeof import('@pact-foundation/pact-core')

/**
 * Runs Pact's verifier in a process of its own, since its native code writes to standard output and can't be stopped. It
 * takes one request from the parent process and sends back the result.
 */
process.once('message', async ({ modulePath, options }: VerifierRequest) => {
  const core: Core = createRequire(import.meta.url)(modulePath)
  const text = await core.default
    .verifyPacts(options)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  process.send?.(text, () => process.exit())
})
process.once('disconnect', () => process.exit())
