import { defineConfig } from 'vitest/config'
import { hangLimit } from './test/hang-limit.ts'

// No test depends on how fast the machine is: these limits only end what hangs.
const time = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: hangLimit } } }

export default defineConfig({
  test: {
    globalSetup: 'test/optional-tools.ts',
    // Most tests wait for others' processes, so a core is left for nobody.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...time,
          name: 'kit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/package/**', 'test/verify/corpus/**'],
          globalSetup: ['test/build-inspector.ts', 'test/cli/install-command.ts'],
        },
      },
      {
        // The same handlers on the major of MSW before.
        resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: 'msw-2' }] },
        test: {
          ...time,
          name: 'msw 2',
          env: { MSW_MAJOR: '2' },
          include: ['test/msw/**/*.test.ts', 'test/vitest/**/*.test.ts', 'test/doors/msw-door.test.ts'],
        },
      },
      {
        test: {
          ...time,
          name: 'package',
          include: ['test/package/*.test.ts'],
          globalSetup: 'test/package/install-package.ts',
        },
      },
      // These take minutes, so they run with commands of their own.
      { test: { ...time, name: 'corpus', include: ['test/verify/corpus/*.test.ts'] } },
      {
        test: {
          ...time,
          name: 'installs',
          include: ['test/package/installs/*.test.ts'],
          globalSetup: 'test/package/install-package.ts',
        },
      },
    ],
  },
})
