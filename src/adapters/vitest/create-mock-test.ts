import { aroundAll, test as base, type TestAPI, TestRunner } from 'vitest'
import type { AnyApi } from '../../contract/contract.ts'
import type { PlantStore } from '../../contract/plant-store.ts'
import {
  describeUnhandled,
  type UnhandledRequest,
  unhandledTitle,
} from '../../mock/adapter/describe-unhandled.ts'
import { createResponder } from '../../mock/adapter/responder.ts'
import type { Mock, MockOptions } from '../../mock/create-mock.ts'
import { strict } from '../../mock/options.ts'
import { OptionsError } from '../../options/options-error.ts'
import { addRequests } from '../matchers/explain-failure.ts'
import type { HandlersOptions } from '../msw/create-handlers.ts'
import type { MswServer, Network } from '../msw/network.ts'
import { loadMsw } from './load-msw.ts'

/** What each test gets. */
export interface MockFixtures<Server = TestServer, Api = AnyApi> {
  /** The options of the mock, for `test.override({ mockOptions: { … } })` and `test.extend({ mockOptions: { … } })`. */
  mockOptions: MockOptions<Api>
  /** The test's own mock; its handlers are listening. */
  mock: Mock<Api>
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

/** The URL that the handlers respond at, their server, and the `test` to start from. */
export interface MockTestOptions<Server = TestServer, Own extends object = object> extends HandlersOptions {
  /** The `test` of your project, whose fixtures stay; Vitest's own by default. */
  test?: TestAPI<Own>
  /**
   * The server of your project: in Node, what `setupServer` returned, listening; in a page, a started worker. Its
   * handlers stay active behind those of the mock.
   */
  server?: Server
}

const advice = {
  handle: 'handle them with server.use(…)',
  address: 'pass createMockTest the baseUrl that your client uses',
}

const isUnhandled = ({ message }: { message: string }): boolean => message.startsWith(unhandledTitle)

/** Runs one test with the handlers of its mock. */
interface Round {
  network: Network
  run(runTest: () => Promise<void>): Promise<void>
}

function checkStorage(options: Pick<MockOptions, 'storage'> | undefined): void {
  if (options?.storage !== undefined)
    throw new OptionsError("every test has its own mock, so storage can't be set")
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
 * Creates a `test` function: each of its tests has its own mock, whose handlers are listening. Tests may be
 * concurrent. A test fails if it sends a request that nothing handles. The message of a failure has the requests of the
 * test. Several files may share it.
 *
 * @param options how each mock responds; unlike elsewhere, `unknownProperties` and `unknownParameters` are `reject` by default
 * @param testOptions the URL that the handlers respond at, and the MSW server and the `test` of your project
 *
 * @example
 * const test = createMockTest({ credentials: ['secret'] })
 *
 * test('adds a plant', async ({ mock }) => {
 *   await addPlant({ id: 1, name: 'Monstera' })
 *   expect(mock).toHaveCreated('plants', { id: 1 })
 * })
 *
 * @throws {OptionsError} if `storage` is set, because tests would share it; in each test, if another option is not valid
 */
export function createMockTest<
  Api = PlantStore,
  Server extends MswServer = TestServer,
  Own extends object = object,
>(
  options: MockOptions<Api> = {},
  testOptions: MockTestOptions<Server, Own> = {},
): TestAPI<Own & MockFixtures<Server, Api>> {
  checkStorage(options)
  const { server: given, test: own = base, ...handlersOptions } = testOptions
  const { baseUrl } = handlersOptions
  const rounds = new Map<unknown, Round>()
  let lastNetwork: Network | undefined

  async function createRound(changed: MockOptions<Api>): Promise<{ mock: Mock<Api>; round: Round }> {
    checkStorage(changed)
    const { createHandlers, createLastHandler, openNetwork } = await loadMsw()
    const network = await openNetwork(given)
    const handlers = createHandlers({ ...strict, ...changed }, handlersOptions)
    const { mock } = handlers
    const { target } = createResponder(mock, baseUrl)
    const toError = (requests: UnhandledRequest[]): Error => {
      const error = new Error(describeUnhandled(requests, mock.contract, target, baseUrl, advice))
      // Its frames would be those of the fixture, not of the test.
      error.stack = `${error}`
      return error
    }
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
        // The server of a project applies its own `onUnhandledFrame`.
        await network.around(given === undefined ? [...handlers, lastHandler] : handlers, runTest)
        hasEnded = true
        if (unhandled.length > 0) throw toError(unhandled)
      },
    }
    return { mock, round }
  }

  const test = (own as TestAPI).extend<MockFixtures<Server, Api>>({
    mockOptions: options,
    server: async ({ mock }, use) => use(rounds.get(mock)?.network.server as Server),
    mock: [
      async ({ mockOptions, task }, use) => {
        // A test that is repeated has the errors of all runs.
        const before = task.result?.errors?.length ?? 0
        const { mock, round } = await createRound(mockOptions)
        rounds.set(mock, round)
        await use(mock)
        const errors = task.result?.errors?.splice(before) ?? []
        // What nothing handled is probably the cause of the other errors.
        errors.sort((one, other) => Number(isUnhandled(other)) - Number(isUnhandled(one)))
        // MSW fails a request with a response that has nothing to say.
        for (const error of errors) if (Object(error.cause).type === 'error') delete error.cause
        addRequests(errors[0], mock.requests.all())
        task.result?.errors?.push(...errors)
        // Requests that are still held get their responses.
        mock.faults.clear()
        rounds.delete(mock)
      },
      { auto: true },
    ],
  })

  const running = new Set<Round>()
  async function aroundTest(runTest: () => Promise<void>, { mock }: { mock?: unknown }): Promise<void> {
    const round = rounds.get(mock)
    // The file may have other tests too: without a mock, or with one of another call.
    if (round === undefined) lastNetwork?.release()
    // A describe and one inside of it may both have the hook.
    if (round === undefined || running.has(round)) return runTest()
    lastNetwork = round.network
    running.add(round)
    await round.run(runTest).finally(() => running.delete(round))
  }

  /** The files and describes that have the hook; without it, requests would reach the network. */
  const hooked = new WeakSet<object>()
  return watchUse(test as unknown as TestAPI<Own & MockFixtures<Server, Api>>, () => {
    const { suite, file } = TestRunner.getCurrentSuite()
    if (hooked.has(file) || hooked.has(suite ?? file)) return
    hooked.add(suite ?? file)
    test.aroundEach((runTest, { mock }) => aroundTest(runTest, { mock }))
    // After the last hook of the project, which may still send requests.
    aroundAll((runSuite) => runSuite().finally(() => lastNetwork?.release()))
  })
}
