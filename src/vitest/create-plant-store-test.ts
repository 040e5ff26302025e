import { afterAll, test as base, expect, type RunnerTestCase, type TestAPI, TestRunner } from 'vitest'
import { describeUnhandled, type UnhandledRequest } from '../doors/describe-unhandled.ts'
import { createTarget } from '../doors/service-url.ts'
import { showRequests } from '../matchers/journal.ts'
import type { HandlersOptions } from '../msw/create-handlers.ts'
import type { MswServer, Network } from '../msw/network.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { PlantStore } from '../store/plant-store.ts'
import { loadMsw } from './load-msw.ts'

/** What each test gets. */
export interface PlantStoreFixtures<Server = TestServer> {
  /** The test's own store; its handlers are listening. */
  store: PlantStore
  /** The server of MSW, for more handlers: `server.use(…)`. They are removed after the test. */
  server: Server
}

/** The kit's own server of MSW. Pass one of yours, `{ server }`, to have its exact type. */
export interface TestServer {
  use(...handlers: readonly object[]): void
  resetHandlers(...handlers: readonly object[]): void
  restoreHandlers(): void
  listHandlers(): readonly object[]
}

/** The URL that the handlers answer at, and their server. */
export interface PlantStoreTestOptions<Server = TestServer> extends HandlersOptions {
  /**
   * The server of your project. In Node, it is the return value of `setupServer` and must be listening; in a page, it is
   * a started worker. Its handlers stay active, and its own `onUnhandledRequest` applies to requests that neither they nor the store handles.
   */
  server?: Server
}

const advice =
  'Handle them with server.use(…), or pass createPlantStoreTest the baseUrl that your client uses.'

/** Runs one test with its handlers. */
type Around = (runTest: () => Promise<void>, network: Network) => Promise<void>

/**
 * Creates a `test` function: each of its tests has its own plant store, whose handlers are listening. Tests may be
 * concurrent. A test fails if it sends a request that nothing handles. Call this in each test file, outside of tests.
 *
 * @param options how each store behaves
 * @param testOptions the URL that the handlers answer at, and the MSW server of your project
 *
 * @example
 * const test = createPlantStoreTest({ tokens: ['secret'] })
 *
 * test('adds a plant', async ({ store }) => {
 *   await addPlant({ id: 1, name: 'Monstera' })
 *   expect(store).toHaveCreatedPlant({ id: 1 })
 * })
 *
 * @throws {OptionsError} if `storage` is set, because tests would share it; in each test, if another option is not valid
 */
export function createPlantStoreTest<Server extends MswServer = TestServer>(
  options: PlantStoreOptions = {},
  testOptions: PlantStoreTestOptions<Server> = {},
): TestAPI<PlantStoreFixtures<Server>> {
  if (options?.storage !== undefined) {
    throw new OptionsError("every test has its own store, so storage can't be set")
  }
  const { server: given, ...handlersOptions } = testOptions
  const { baseUrl } = handlersOptions
  const { testPath } = expect.getState()
  const { suite: describe } = TestRunner.getCurrentSuite()
  const arounds = new Map<PlantStore, Around>()
  let lastNetwork: Network | undefined

  /** The hook around the tests belongs to one file, or to a describe; without it, requests would reach the network. */
  function checkPlace({ file, suite }: RunnerTestCase): void {
    if (file.filepath !== testPath) {
      throw new Error(
        'Failed to start the plant store: createPlantStoreTest was not called in this file. ' +
          'Call it in each test file, not in a module that files share.',
      )
    }
    let around = suite
    while (around !== describe && around !== undefined) around = around.suite
    if (around === describe) return
    throw new Error(
      `Failed to start the plant store: createPlantStoreTest was called inside of describe(${describeValue(describe?.name)}), ` +
        'and this test is outside of it. Call createPlantStoreTest at the top of the file.',
    )
  }

  async function createAround(): Promise<{ store: PlantStore; around: Around }> {
    const { createHandlers, createLastHandler } = await loadMsw()
    const handlers = createHandlers(options, handlersOptions)
    const { store } = handlers
    const target = createTarget(baseUrl, store.path)
    const toError = (requests: UnhandledRequest[]): Error =>
      new Error(describeUnhandled(requests, target, baseUrl, advice))
    return {
      store,
      async around(runTest, network) {
        const unhandled: UnhandledRequest[] = []
        let hasEnded = false
        const lastHandler = createLastHandler((request) => {
          unhandled.push(request)
          // It is too late to fail the test, but an unhandled rejection fails the run.
          if (hasEnded) Promise.reject(toError([request]))
        })
        // The server of a project applies its own `onUnhandledRequest`.
        await network.around(given === undefined ? [...handlers, lastHandler] : handlers, runTest)
        hasEnded = true
        if (unhandled.length > 0) throw toError(unhandled)
      },
    }
  }

  const test = base.extend<PlantStoreFixtures<Server> & { network: Network }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that no other fixture is needed
    network: async ({}, use) => {
      const { openNetwork } = await loadMsw()
      await use(await openNetwork(given))
    },
    server: async ({ network }, use) => use(network.server as Server),
    store: [
      async ({ task, onTestFailed }, use) => {
        checkPlace(task)
        const { store, around } = await createAround()
        arounds.set(store, around)
        onTestFailed(() => {
          const lines = showRequests(store.requests.all())
          if (lines.length > 0) console.error(['The plant store received:', ...lines].join('\n'))
        })
        await use(store)
        // Requests that are still held get their answers.
        store.faults.clear()
        arounds.delete(store)
      },
      { auto: true },
    ],
  })
  test.aroundEach(async (runTest, { store, network }) => {
    const around = arounds.get(store)
    // The file may have other tests too: without a store, or with one of another call.
    lastNetwork = around === undefined ? lastNetwork : network
    if (around === undefined) lastNetwork?.release()
    await (around?.(runTest, network) ?? runTest())
  })
  afterAll(() => lastNetwork?.release())
  return test
}
