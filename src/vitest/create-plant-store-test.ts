import { aroundAll, test as base, type TestAPI, TestRunner } from 'vitest'
import { describeUnhandled, type UnhandledRequest } from '../doors/describe-unhandled.ts'
import { createTarget } from '../doors/service-url.ts'
import { showRequests } from '../matchers/journal.ts'
import type { HandlersOptions } from '../msw/create-handlers.ts'
import type { MswServer, Network } from '../msw/network.ts'
import { OptionsError } from '../options/options-error.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { PlantStore } from '../store/plant-store.ts'
import { loadMsw } from './load-msw.ts'

/** What each test gets. */
export interface PlantStoreFixtures<Server = TestServer> {
  /** The options of the store, for `test.override({ plantStore: { … } })` and `test.extend({ plantStore: { … } })`. */
  plantStore: PlantStoreOptions
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

/** The URL that the handlers answer at, their server, and the `test` to start from. */
export interface PlantStoreTestOptions<Server = TestServer, Own extends object = object>
  extends HandlersOptions {
  /** The `test` of your project, whose fixtures stay; Vitest's own by default. */
  test?: TestAPI<Own>
  /**
   * The server of your project. In Node, it is the return value of `setupServer` and must be listening; in a page, it is
   * a started worker. Its handlers stay active, and its own `onUnhandledRequest` applies to requests that neither they nor the store handles.
   */
  server?: Server
}

const advice =
  'Handle them with server.use(…), or pass createPlantStoreTest the baseUrl that your client uses.'

/** Runs one test with the handlers of its store. */
interface Round {
  network: Network
  run(runTest: () => Promise<void>): Promise<void>
}

function checkStorage(options: PlantStoreOptions | undefined): void {
  if (options?.storage !== undefined)
    throw new OptionsError("every test has its own store, so storage can't be set")
}

/** Calls a function before each use of `test` and of what comes from it, such as `test.only` or the result of `test.extend`. */
const watchUse = <Callable extends object>(callable: Callable, onUse: () => void): Callable =>
  new Proxy(callable, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver)
      return typeof value === 'function' ? watchUse(value, onUse) : value
    },
    apply(target, self, args) {
      onUse()
      const result = Reflect.apply(target as unknown as () => unknown, self, args)
      // Others, such as the result of `test.each`, would only add calls to the stack in which Vitest finds the line of a test.
      return typeof result === 'function' && 'extend' in result ? watchUse(result, onUse) : result
    },
  })

/**
 * Creates a `test` function: each of its tests has its own plant store, whose handlers are listening. Tests may be
 * concurrent. A test fails if it sends a request that nothing handles. Several files may share it.
 *
 * @param options how each store behaves
 * @param testOptions the URL that the handlers answer at, and the MSW server and the `test` of your project
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
export function createPlantStoreTest<Server extends MswServer = TestServer, Own extends object = object>(
  options: PlantStoreOptions = {},
  testOptions: PlantStoreTestOptions<Server, Own> = {},
): TestAPI<Own & PlantStoreFixtures<Server>> {
  checkStorage(options)
  const { server: given, test: own = base, ...handlersOptions } = testOptions
  const { baseUrl } = handlersOptions
  const rounds = new Map<unknown, Round>()
  let lastNetwork: Network | undefined

  async function createRound(changed: PlantStoreOptions): Promise<{ store: PlantStore; round: Round }> {
    checkStorage(changed)
    const { createHandlers, createLastHandler, openNetwork } = await loadMsw()
    const network = await openNetwork(given)
    const handlers = createHandlers(changed, handlersOptions)
    const { store } = handlers
    const target = createTarget(baseUrl, store.path)
    const toError = (requests: UnhandledRequest[]): Error =>
      new Error(describeUnhandled(requests, target, baseUrl, advice))
    const unhandled: UnhandledRequest[] = []
    let hasEnded = false
    const lastHandler = createLastHandler((request) => {
      unhandled.push(request)
      // It is too late to fail the test, but an unhandled rejection fails the run.
      if (hasEnded) Promise.reject(toError([request]))
    })
    const round: Round = {
      network,
      async run(runTest) {
        // The server of a project applies its own `onUnhandledRequest`.
        await network.around(given === undefined ? [...handlers, lastHandler] : handlers, runTest)
        hasEnded = true
        if (unhandled.length > 0) throw toError(unhandled)
      },
    }
    return { store, round }
  }

  const test = (own as TestAPI).extend<PlantStoreFixtures<Server>>({
    plantStore: options,
    server: async ({ store }, use) => use(rounds.get(store)?.network.server as Server),
    store: [
      async ({ plantStore, task }, use) => {
        const { store, round } = await createRound(plantStore)
        rounds.set(store, round)
        await use(store)
        const lines = task.result?.state === 'fail' ? showRequests(store.requests.all()) : []
        if (lines.length > 0)
          console.error(['By the end of the test, the plant store received:', ...lines].join('\n'))
        // Requests that are still held get their answers.
        store.faults.clear()
        rounds.delete(store)
      },
      { auto: true },
    ],
  })

  const running = new Set<Round>()
  async function aroundTest(runTest: () => Promise<void>, { store }: { store?: unknown }): Promise<void> {
    const round = rounds.get(store)
    // The file may have other tests too: without a store, or with one of another call.
    if (round === undefined) lastNetwork?.release()
    // A describe and one inside of it may both have the hook.
    if (round === undefined || running.has(round)) return runTest()
    lastNetwork = round.network
    running.add(round)
    await round.run(runTest).finally(() => running.delete(round))
  }

  /** The files and describes that have the hook; without it, requests would reach the network. */
  const hooked = new WeakSet<object>()
  return watchUse(test as unknown as TestAPI<Own & PlantStoreFixtures<Server>>, () => {
    const { suite, file } = TestRunner.getCurrentSuite()
    if (hooked.has(file) || hooked.has(suite ?? file)) return
    hooked.add(suite ?? file)
    test.aroundEach((runTest, { store }) => aroundTest(runTest, { store }))
    // After the last hook of the project, which may still send requests.
    aroundAll((runSuite) => runSuite().finally(() => lastNetwork?.release()))
  })
}
