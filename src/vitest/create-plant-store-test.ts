import { test as base, type TestAPI } from 'vitest'
import type { HandlersOptions } from '../msw/create-handlers.ts'
import type { SetupServer, UnhandledRequest } from '../msw/network.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'

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
    const { createLastHandler, listen } = await import('../msw/network.ts')
    return { createHandlers, createLastHandler, listen }
  } catch (error) {
    const reason = 'msw could not be loaded. Run npm install --save-dev msw.'
    throw new Error(`Failed to start the plant store: ${reason}`, { cause: error })
  }
}

function describeUnhandled(requests: readonly UnhandledRequest[]): string {
  const lines = requests.map(({ method, url }) => `  ${method} ${url}`)
  return [
    'The test sent requests that nothing handles:',
    ...lines,
    'Give them handlers by server.use(…), or createPlantStoreTest the baseUrl that clients use.',
  ].join('\n')
}

/**
 * Makes a `test` whose every test has a plant store of its own with handlers that are listening, may run concurrently
 * with others, and fails where it sent a request that nothing handles. Call it in each test file, outside of tests.
 *
 * @param options how each store behaves
 *
 * @example
 * const test = createPlantStoreTest({ tokens: ['secret'] })
 *
 * test('adds a plant', async ({ store }) => {
 *   await addPlant({ id: 1, name: 'Monstera' })
 *   expect(store).toHaveCreatedPlant({ id: 1 })
 * })
 *
 * @throws {OptionsError} in each test, where an option has a value that it cannot have
 */
export function createPlantStoreTest(
  options: PlantStoreOptions = {},
  handlersOptions: HandlersOptions = {},
): TestAPI<PlantStoreFixtures> {
  const started = new WeakSet<PlantStore>()
  const test = base.extend<PlantStoreFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that no other fixture is needed
    server: async ({}, use) => {
      const { listen } = await loadHandlers()
      await use(listen())
    },
    store: [
      // biome-ignore lint/correctness/noEmptyPattern: as above
      async ({}, use) => {
        const store = createPlantStore(options)
        await use(store)
        if (!started.has(store)) {
          const fix = 'Call createPlantStoreTest in the test file itself, not in a module that files share.'
          throw new Error(`Failed to start the plant store: it is not around the tests of this file. ${fix}`)
        }
      },
      { auto: true },
    ],
  })
  test.aroundEach(async (runTest, { store, server }) => {
    // Other tests of the file have no store.
    if ((store as PlantStore | undefined) === undefined) return runTest()
    const { createHandlers, createLastHandler } = await loadHandlers()
    const unhandled: UnhandledRequest[] = []
    const handlers = createHandlers(store, handlersOptions)
    const lastHandler = createLastHandler((request) => unhandled.push(request))
    started.add(store)
    await server.boundary(async () => {
      server.use(...handlers, lastHandler)
      await runTest()
    })()
    if (unhandled.length > 0) throw new Error(describeUnhandled(unhandled))
  })
  return test
}
