import * as msw from 'msw'
import type { AnyApi } from '../../contract/contract.ts'
import type { PlantStore } from '../../contract/plant-store.ts'
import { createResponder } from '../../mock/adapter/responder.ts'
import { createMock, type Mock, type MockOptions } from '../../mock/create-mock.ts'
import { toMockRequest, toResponse } from '../../mock/fetch.ts'
import { check } from '../../options/check.ts'
import { anything, object } from '../../options/schema.ts'

export type { paths } from '../../contract/generated/types.ts'
export type { PlantStore } from '../../contract/plant-store.ts'
export type { ApiError, NewPlant, Plant } from '../../contract/schemas.ts'
export { browserStorage } from '../../mock/storage/browser-storage.ts'
export type { Mock, MockOptions }

/** The URL that the handlers respond at. */
export interface HandlersOptions {
  /**
   * The address of the service as clients know it, including its path. In a page it may be relative to the page.
   */
  baseUrl?: string
}

/**
 * Request handlers for MSW, and the mock that they respond like. A copy, such as `[...handlers]`, is a plain array without
 * `mock`: pass `createHandlers` a mock of your own there. The elements have no specific type: each major and module
 * format of MSW declares its own handlers, and `never` fits all of them.
 */
export type MockHandlers<Api = AnyApi> = never[] & {
  readonly mock: Mock<Api>
  /** Returns a plain array with more handlers. */
  concat<Handler extends object>(...more: (Handler | readonly Handler[])[]): Handler[]
}

const handlersOptionsSchema = /* @__PURE__ */ object({ baseUrl: anything } satisfies Record<
  keyof HandlersOptions,
  unknown
>)

/** An import of single exports would fail with msw 1, which lacks them, so this file imports the whole module. */
function checkMsw(): void {
  if ((msw.http as unknown) !== undefined) return
  throw new Error(
    'Failed to create handlers: msw 1 is installed, but 2.7.0 or newer is required. Run npm install --save-dev msw@latest.',
  )
}

/** In Node, msw 3 responds to the next request of a connection with the handlers of the test that opened it. */
const isInNode = 'process' in globalThis

const isMock = <Api>(given: Mock<Api> | MockOptions<Api>): given is Mock<Api> =>
  typeof (given as Mock<Api> | null)?.handle === 'function'

/**
 * Creates MSW request handlers that respond like a mock, for `setupServer` and `setupWorker`. Requests to other addresses,
 * and to paths that the description doesn't have, fall through to MSW.
 *
 * @param given a mock, or the options to create one with; by default the plant store
 *
 * @example
 * const handlers = createHandlers({ credentials: ['secret'] })
 * const server = setupServer(...handlers)
 * server.listen()
 * handlers.mock.requests.count() // 0
 *
 * @throws {OptionsError} if there is no such option, or its value is not valid
 * @throws {Error} if msw 1 is installed
 */
export function createHandlers<Api = PlantStore>(
  given: Mock<Api> | MockOptions<Api> = {},
  options: HandlersOptions = {},
): MockHandlers<Api> {
  checkMsw()
  check(options, handlersOptionsSchema, 'the options of the handlers')
  const mock = isMock(given) ? given : createMock(given)
  const { pattern, covers, wantsBody, respond } = createResponder(mock, options.baseUrl)
  const handler = msw.http.all(pattern, async ({ request }) => {
    const response = await respond(request.url, await toMockRequest(request, wantsBody(request)))
    if (response === undefined) return undefined
    const made = toResponse(response)
    if (isInNode) made?.headers.set('connection', 'close')
    return made ?? msw.HttpResponse.error()
  })
  // MSW doesn't report a request that a handler matches, even if it gives no response.
  const predicate = ({ request }: { request: Request }): boolean => covers(request.method, request.url)
  return Object.assign([Object.assign(handler, { predicate }) as never], { mock })
}
