import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hangLimit, installHangLimit } from './test/tools/hang-limit.ts'

// No test depends on how fast the machine is: these limits only end what hangs.
const time = { setupFiles: 'test/tools/time-limits.ts', expect: { poll: { timeout: hangLimit } } }
const longTime = {
  testTimeout: installHangLimit,
  hookTimeout: installHangLimit,
  expect: { poll: { timeout: hangLimit } },
}

// MSW changes the globals of its process.
const mswTests = ['test/msw/**/*.test.ts', 'test/vitest/**/*.test.ts']
// A module that another file has loaded can't be mocked anymore.
const isolatedTests = [...mswTests, 'test/pact/verdict.test.ts']

/** What judges whole corpora: minutes on a small machine. */
const thoroughTests = ['test/*/corpus/*.test.ts']

// Many processes load the same modules, so each one reuses the code that another one has compiled.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** Tests that take so long that a run waits for them alone if they start last. */
const slowTests =
  /\/(?:cli\/recordings|diff\/diff|page\/page|playwright\/playwright|corpus\/(?:frameworks|plants|services)|verify\/(?:baselines|mocks|plants|printed|prose|services|unjudged))\.test\.ts$/

/** Vitest ends a shared worker before a file with a worker of its own, so all of these come first, and then the slow ones. */
class FewWorkers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence
    const toHash = ({ project, moduleId }: TestSpecification): string =>
      hash('sha1', `${seed} ${project.name} ${relative(import.meta.dirname, moduleId)}`)
    const toRank = ({ project, moduleId }: TestSpecification): number =>
      project.config.isolate ? 0 : slowTests.test(moduleId) ? 1 : 2
    const sorted = shuffle
      ? files.toSorted((one, other) => (toHash(one) < toHash(other) ? -1 : 1))
      : await super.sort(files)
    return sorted.toSorted((one, other) => toRank(one) - toRank(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: FewWorkers },
    globalSetup: 'test/tools/optional-tools.ts',
    // Some tests wait, so two files more than two cores can run; each further worker loads all modules once more.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      {
        test: {
          ...time,
          name: 'kit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/package/**', ...thoroughTests, ...isolatedTests],
          globalSetup: ['test/tools/build-files.ts', 'test/tools/install-command.ts'],
          // Loading all modules again for each file would take a fifth of the time. Tests undo what they change globally.
          isolate: false,
          // Output has no width here, whatever the terminal says.
          env: { COLUMNS: '' },
          restoreMocks: true,
          unstubEnvs: true,
        },
      },
      { test: { ...time, name: 'isolated', include: isolatedTests } },
      // The same handlers on the major of MSW before.
      {
        resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: 'msw-2' }] },
        test: {
          ...time,
          name: 'msw 2',
          env: { MSW_MAJOR: '2' },
          include: mswTests,
        },
      },
      // These take minutes, so they run with commands of their own.
      {
        test: {
          ...longTime,
          name: 'corpus',
          include: [
            ...thoroughTests,
            'test/adapters/{probes,random-requests}.test.ts',
            'test/contract/examples/make-example.test.ts',
            'test/msw/msw-adapter.test.ts',
            'test/msw/page.test.ts',
            'test/redis/like-memory.test.ts',
            'test/verify/{connections,mocks}.test.ts',
          ],
          globalSetup: 'test/tools/install-command.ts',
          env: { THOROUGH: 'yes' },
        },
      },
      {
        test: {
          ...longTime,
          name: 'installs',
          include: ['test/package/**/*.test.ts'],
          globalSetup: 'test/package/install-package.ts',
        },
      },
    ],
  },
})
