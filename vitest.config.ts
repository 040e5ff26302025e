import { defineConfig } from 'vitest/config'

const time = { testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { ...time, name: 'kit', include: ['test/**/*.test.ts'], exclude: ['test/package/**'] } },
      {
        test: {
          ...time,
          name: 'package',
          include: ['test/package/*.test.ts'],
          globalSetup: 'test/package/install-package.ts',
        },
      },
    ],
  },
})
