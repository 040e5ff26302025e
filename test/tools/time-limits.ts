import { expect, vi } from 'vitest'
import { hangLimit, processHangLimit } from './hang-limit.ts'

/** The folders whose tests start processes: commands, browsers, databases, runs of `verify`, and Pact's verifier. */
const startProcesses = /\/test\/(?:browser|cli|msw|playwright|adapters|diff|page|pact|redis|verify)\//

// A test that hangs is reported at this time; what is slow on a busy machine still ends earlier.
const limit = startProcesses.test(expect.getState().testPath ?? '') ? processHangLimit : hangLimit
vi.setConfig({ testTimeout: limit, hookTimeout: limit })
