import { test as base, type TestAPI } from 'vitest'
import type { HandlersOptions, PlantStoreHandlers } from '../msw/create-handlers.ts'
import type { SetupServer, UnhandledRequest } from '../msw/node-server.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { OptionsError } from '../store/options-error.ts'
import type { PlantStore } from '../store/plant-store.ts'

/** What each test gets. */
export interface PlantStoreFixtures {
  /** A store of the test's own, whose handlers are listening. */
  store: PlantStore
  /** MSW's server, for other handlers of the test: `server.use(…)`. They are gone after it. */
  server: SetupServer
}

/** Loads the handlers on demand, so that the matchers do without MSW. */
async function loadHandlers() {
  try {
    const { createHandlers } = await import('../msw/create-handlers.ts')
    const { createLastHandler, listen } = await import('../msw/node-server.ts')
    return { createHandlers, createLastHandler, listen }
  } catch (error) {
    const reason = 'msw could not be loaded. Run npm install --save-dev msw.'
    throw new Error(`Failed to start the plant store: ${reason}`, { cause: error })
  }
}

/** The timer of the platform, as tests may replace it by one that stands still. */
const immediately = setImmediate

/** Lets requests that were sent without waiting for them reach their handlers. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => immediately(resolve))
}

function describeUnhandled(requests: readonly UnhandledRequest[]): string {
  const lines = requests.map(({ method, url }) => `  ${method} ${url}`)
  return [
    'The test sent requests that nothing handles:',
    ...lines,
    'Give them handlers by server.use(…), or createPlantStoreTest the baseUrl that clients use.',
  ].join('\n')
}

/** What goes on around one test. */
interface Around {
  handlers: PlantStoreHandlers
  hasStarted: boolean
}

/**
 * Makes a `test` whose every test has a plant store of its own with handlers that are listening, may run concurrently
 * with others, and fails where it sent a request that nothing handles. Call it in each test file, outside of tests.
 *
 * @param options how each store behaves
 * @param handlersOptions where its handlers answer
 *
 * @example
 * const test = createPlantStoreTest({ tokens: ['secret'] })
 *
 * test('adds a plant', async ({ store }) => {
 *   await addPlant({ id: 1, name: 'Monstera' })
 *   expect(store).toHaveCreatedPlant({ id: 1 })
 * })
 *
 * @throws {OptionsError} where there is a storage, which tests would share; in each test, where another option has a
 *   value that it cannot have
 */
export function createPlantStoreTest(
  options: PlantStoreOptions = {},
  handlersOptions: HandlersOptions = {},
): TestAPI<PlantStoreFixtures> {
  if (options?.storage !== undefined) {
    throw new OptionsError('every test has a store of its own, so storage cannot be given')
  }
  const arounds = new Map<PlantStore, Around>()
  const test = base.extend<PlantStoreFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that no other fixture is needed
    server: async ({}, use) => {
      const { listen } = await loadHandlers()
      await use(listen())
    },
    store: [
      async ({ task }, use) => {
        const { createHandlers } = await loadHandlers()
        const around: Around = { handlers: createHandlers(options, handlersOptions), hasStarted: false }
        const { store } = around.handlers
        arounds.set(store, around)
        await use(store)
        arounds.delete(store)
        if (around.hasStarted || task.result?.state === 'fail') return
        const fix = 'Call createPlantStoreTest in the test file itself, not in a module that files share.'
        throw new Error(`Failed to start the plant store: it is not around the tests of this file. ${fix}`)
      },
      { auto: true },
    ],
  })
  test.aroundEach(async (runTest, { store, server }) => {
    const around = arounds.get(store)
    // The file may have other tests too: without a store, or with one of another call.
    if (around === undefined) return runTest()
    around.hasStarted = true
    const { createLastHandler } = await loadHandlers()
    const unhandled: UnhandledRequest[] = []
    let hasEnded = false
    const lastHandler = createLastHandler((request) => {
      unhandled.push(request)
      // Too late to fail the test; a rejection that nobody handles fails the run.
      if (hasEnded) Promise.reject(new Error(describeUnhandled([request])))
    })
    await server.boundary(async () => {
      server.use(...around.handlers, lastHandler)
      // In a boundary of its own, to whose start `server.resetHandlers()` goes back.
      await server.boundary(runTest)()
      await settle()
    })()
    hasEnded = true
    if (unhandled.length > 0) throw new Error(describeUnhandled(unhandled))
  })
  return test
}
