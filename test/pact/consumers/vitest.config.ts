import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Runs the consumers' tests, which write their pacts; the kit's own tests use it to check that the committed pacts aren't stale. */
export default defineConfig({
  cacheDir: fileURLToPath(new URL('../../../node_modules/.vite', import.meta.url)),
  test: { include: ['*.pact.ts'], globalSetup: './remove-pacts.ts', testTimeout: 20_000 },
})
