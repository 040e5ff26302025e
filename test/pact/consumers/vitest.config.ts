import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Runs the consumers' tests, which write their pacts; `npm run check` uses it to find committed pacts that are stale. */
export default defineConfig({
  cacheDir: fileURLToPath(new URL('../../../node_modules/.vite', import.meta.url)),
  test: {
    include: ['*.pact.ts'],
    globalSetup: './remove-pacts.ts',
    testTimeout: 20_000,
  },
})
