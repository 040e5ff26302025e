import { createRequire } from 'node:module'
import type { VerifierRequest } from './run-verifier.ts'

type Core = typeof import('@pact-foundation/pact-core')

/**
 * Runs Pact's verifier in a process of its own, since its native code writes to standard output and can't be stopped. It
 * takes one request from the parent process and sends back the result of each run; the runs go on at the same time.
 */
process.once('message', async ({ modulePath, runs }: VerifierRequest) => {
  const core: Core = createRequire(import.meta.url)(modulePath)
  const verify = async (options: VerifierRequest['runs'][number]): Promise<string> => {
    try {
      return await core.default.verifyPacts(options)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  const texts = await Promise.all(runs.map(verify))
  process.send?.(texts, () => process.exit())
})
process.once('disconnect', () => process.exit())
