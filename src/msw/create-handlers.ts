import { type HttpHandler, HttpResponse, http } from 'msw'
import { describeValue } from '../contract/problems.ts'
import { createCors } from '../doors/cors.ts'
import type { PlantAnswer, PlantRequest } from '../store/exchange.ts'
import { toPlantRequest, toResponse } from '../store/fetch.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { OptionsError } from '../store/options-error.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'
import { createUrlPattern, parseBaseUrl } from './url-pattern.ts'

export type { paths } from '../contract/generated/types.ts'
export type { ApiError, NewPlant, Plant } from '../contract/schemas.ts'
export type { PlantStore, PlantStoreOptions }

/** Where the handlers answer. */
export interface HandlersOptions {
  /**
   * The address of the service as clients know it, a path in it included; in a page it may be relative to the page.
   * Without it, the path of the store is answered at every origin.
   */
  baseUrl?: string
}

/** Request handlers for MSW, and the store that they answer from. */
export type PlantStoreHandlers = HttpHandler[] & { readonly store: PlantStore }

function checkNames(options: HandlersOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new OptionsError(`the options of the handlers must be an object, got ${describeValue(options)}`)
  }
  const unknown = Object.keys(options).find((name) => name !== 'baseUrl')
  if (unknown !== undefined) {
    throw new OptionsError(`the handlers have no option ${describeValue(unknown)}; there is baseUrl`)
  }
}

const cors = createCors()

/** Answers as the server does, a page of another origin included. */
async function answer(store: PlantStore, request: PlantRequest): Promise<PlantAnswer> {
  const { method, headers = {} } = request
  const asked = { method, headers }
  const answered = cors.answerPreflight(asked) ?? (await store.handle(request))
  return { ...answered, headers: { ...answered.headers, ...cors.headersFor(asked) } }
}

const isStore = (given: PlantStore | PlantStoreOptions): given is PlantStore =>
  typeof (given as PlantStore | null)?.handle === 'function'

/**
 * Makes MSW request handlers that answer as the plant store does, for `setupServer` and `setupWorker`. Requests to
 * other addresses are left to MSW.
 *
 * @param storeOrOptions a store, or how the one that is made behaves
 *
 * @example
 * const handlers = createHandlers({ tokens: ['secret'] })
 * const server = setupServer(...handlers)
 * server.listen()
 * handlers.store.requests.count() // 0
 *
 * @throws {OptionsError} where there is no such option, or it has a value that it cannot have
 */
export function createHandlers(
  storeOrOptions: PlantStore | PlantStoreOptions = {},
  options: HandlersOptions = {},
): PlantStoreHandlers {
  checkNames(options)
  const base = options.baseUrl === undefined ? undefined : parseBaseUrl(options.baseUrl)
  const store = isStore(storeOrOptions) ? storeOrOptions : createPlantStore(storeOrOptions)
  const handler = http.all(createUrlPattern(base, store.path), async ({ request }) => {
    const sent = await toPlantRequest(request)
    // The store knows its own path and not that of `baseUrl`.
    const path = store.path + sent.path.replace(/^[^?]*/, '')
    return toResponse(await answer(store, { ...sent, path })) ?? HttpResponse.error()
  })
  return Object.assign([handler], { store })
}
