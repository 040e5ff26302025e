import * as msw from 'msw'
import { answerWithCors } from '../doors/answer-with-cors.ts'
import { createTarget, toUrlPattern } from '../doors/service-url.ts'
import type { Mock } from '../mock/create-mock.ts'
import { toPlantRequest, toResponse } from '../mock/fetch.ts'
import { check } from '../options/check.ts'
import { anything, object } from '../options/schema.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'
import { respondLikeMock } from './respond-like-mock.ts'

export type { paths } from '../contract/generated/types.ts'
export type { ApiError, NewPlant, Plant } from '../contract/schemas.ts'
export { browserStorage } from '../mock/storage/browser-storage.ts'
export type { Mock, PlantStore, PlantStoreOptions }

/** The URL that the handlers answer at. */
export interface HandlersOptions {
  /**
   * The address of the service as clients know it, including its path. In a page it may be relative to the page.
   * Without it, the handlers answer the path of the store at every origin.
   */
  baseUrl?: string
}

/**
 * Request handlers for MSW, and the store that they answer from. A copy, such as `[...handlers]`, is a plain array without
 * `store`: pass `createHandlers` a store of your own there. The elements have no specific type: each major and module
 * format of MSW declares its own handlers, and `never` fits all of them.
 */
export type PlantStoreHandlers = never[] & {
  readonly store: PlantStore
  /** Returns a plain array with more handlers. */
  concat<Handler extends object>(...more: (Handler | readonly Handler[])[]): Handler[]
}

/** Request handlers for MSW that respond like a mock, and the mock. */
export type MockHandlers = never[] & {
  readonly mock: Mock
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

const isStore = (given: PlantStore | PlantStoreOptions): given is PlantStore =>
  typeof (given as PlantStore | null)?.handle === 'function'

const isMock = (given: PlantStore | PlantStoreOptions | Mock): given is Mock =>
  (given as Mock | null)?.contract !== undefined

/**
 * Creates MSW request handlers that respond like the plant store, or like a mock of any description, for `setupServer`
 * and `setupWorker`. Requests to other addresses fall through to MSW.
 *
 * @param given a mock, a store, or the options to create a store with
 *
 * @example
 * const handlers = createHandlers({ tokens: ['secret'] })
 * const server = setupServer(...handlers)
 * server.listen()
 * handlers.store.requests.count() // 0
 *
 * @throws {OptionsError} if there is no such option, or its value is not valid
 * @throws {Error} if msw 1 is installed
 */
export function createHandlers(mock: Mock, options?: HandlersOptions): MockHandlers
export function createHandlers(
  given?: PlantStore | PlantStoreOptions,
  options?: HandlersOptions,
): PlantStoreHandlers
export function createHandlers(
  given: PlantStore | PlantStoreOptions | Mock = {},
  options: HandlersOptions = {},
): PlantStoreHandlers | MockHandlers {
  checkMsw()
  check(options, handlersOptionsSchema, 'the options of the handlers')
  const toResult = (answer: PlantAnswer): Response => toResponse(answer) ?? msw.HttpResponse.error()
  if (isMock(given)) {
    const { pattern, respond } = respondLikeMock(given, options.baseUrl)
    const handler = msw.http.all(pattern, async ({ request }) => {
      const answer = await respond(request)
      return answer && toResult(answer)
    })
    return Object.assign([handler as never], { mock: given })
  }
  const store = isStore(given) ? given : createPlantStore(given)
  const pattern = toUrlPattern(createTarget(options.baseUrl, store.path))
  const handler = msw.http.all(pattern, async ({ request }) =>
    toResult(await answerWithCors(store, await toPlantRequest(request))),
  )
  return Object.assign([handler as never], { store })
}
