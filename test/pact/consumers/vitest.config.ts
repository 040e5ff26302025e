import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/**
 * Runs the consumers' tests, which write their pacts; the kit's own tests use it to check that the committed pacts aren't
 * stale. Two files write the pact of the shop, and workers that write one file at once lose interactions.
 */
export default defineConfig({
  cacheDir: fileURLToPath(new URL('../../../node_modules/.vite', import.meta.url)),
  test: {
    include: ['*.pact.ts'],
    globalSetup: './remove-pacts.ts',
    fileParallelism: false,
    testTimeout: 20_000,
  },
})
