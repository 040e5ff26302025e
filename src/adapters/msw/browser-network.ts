import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import { createLastHandler, type MswServer, type Network } from './network.ts'

const marker = '/__mock_settled'

/** The worker passes requests on in their order: when this one arrives, all earlier ones have arrived. */
const settled = http.get(marker, () => new HttpResponse()) as never

/** Takes the requests between two tests. No test can fail for them anymore, but an unhandled rejection fails the run. */
const tooLate = createLastHandler(({ method, url }) => {
  const error = `A test sent a request after its end: ${method} ${url}. Wait in the test for everything that it starts.`
  Promise.reject(new Error(error))
})

/** The handlers of the test that runs, which `server.resetHandlers()` restores; msw 2 itself would restore none. */
let active: never[] = [settled]

let own: Promise<MswServer> | undefined

async function start(): Promise<MswServer> {
  const worker = setupWorker()
  // msw 3 reads the first name, msw 2 the second; each ignores the other.
  const options = { quiet: true, onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' }
  try {
    await worker.start(options as Parameters<typeof worker.start>[0])
  } catch (error) {
    throw new Error(
      `Failed to start the mock: the worker of MSW did not start: ${(error as Error).message} ` +
        'Add the plugin msw() of msw/vite to the configuration of Vitest, or run npx msw init public.',
      { cause: error },
    )
  }
  const resetHandlers = (...handlers: never[]): void =>
    worker.resetHandlers(...(handlers.length > 0 ? handlers : active))
  return Object.create(worker, { resetHandlers: { value: resetHandlers } })
}

/** The last test that waits for the worker. A page can't tell which test sent a request, so they take turns. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Returns the network of a page, which uses the worker of the project or one of the kit's own.
 *
 * @throws {Error} if the kit's own worker does not start
 */
export async function openNetwork(given: MswServer | undefined): Promise<Network> {
  if (given === undefined) own ??= start()
  const worker = given ?? (await (own as Promise<MswServer>))

  async function runWith(handlers: never[], runTest: () => Promise<void>): Promise<void> {
    release()
    const before = (worker.listHandlers() as never[]).filter((handler) => handler !== settled)
    active = [settled, ...handlers, ...before]
    worker.resetHandlers(...active)
    try {
      await runTest()
    } finally {
      // The handlers of a test may refuse it.
      await fetch(marker).catch(() => {})
      worker.resetHandlers(settled, ...before)
      // The worker of a project applies its own `onUnhandledFrame`.
      if (given === undefined) worker.use(tooLate)
    }
  }
  function release(): void {
    const handlers = worker.listHandlers() as never[]
    if (handlers.includes(tooLate)) worker.resetHandlers(...handlers.filter((handler) => handler !== tooLate))
  }
  return {
    server: worker,
    release,
    around(handlers, runTest) {
      const turn = last.then(() => runWith(handlers, runTest))
      last = turn.catch(() => {})
      return turn
    },
  }
}
