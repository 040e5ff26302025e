import { type HttpHandler, HttpResponse, http } from 'msw'
import { operation } from '../contract/generated/operation.ts'
import { describeValue } from '../contract/problems.ts'
import { toPlantRequest, toResponse } from '../store/fetch.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { OptionsError } from '../store/options-error.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'

export type { paths } from '../contract/generated/types.ts'
export type { ApiError, NewPlant, Plant } from '../contract/schemas.ts'
export type { PlantStore, PlantStoreOptions }

/** Where the handlers answer. */
export interface HandlersOptions {
  /**
   * The address of the service, a path in it included, as clients know it; in a page it may be relative to the page.
   * Without it, the path of the store is answered at every origin.
   */
  baseUrl?: string
}

/** Request handlers for MSW, and the store that they answer from. */
export type PlantStoreHandlers = HttpHandler[] & { readonly store: PlantStore }

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function parseBaseUrl(baseUrl: string): string {
  const { location } = globalThis as { location?: { href: string } }
  const isText = typeof baseUrl === 'string'
  const url = isText && URL.canParse(baseUrl, location?.href) ? new URL(baseUrl, location?.href) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new OptionsError(
      `baseUrl must be an http or https URL without query and fragment, got ${describeValue(baseUrl)}`,
    )
  }
  return url.origin + url.pathname.replace(/\/$/, '')
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
 * @throws {OptionsError} where an option has a value that it cannot have
 */
export function createHandlers(
  storeOrOptions: PlantStore | PlantStoreOptions = {},
  { baseUrl }: HandlersOptions = {},
): PlantStoreHandlers {
  const base = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl)
  const store = isStore(storeOrOptions) ? storeOrOptions : createPlantStore(storeOrOptions)
  const address =
    base === undefined ? `https?://[^/]+${escapeRegExp(store.path)}` : escapeRegExp(base + operation.path)
  // A path of MSW's own would match below other paths too, and take some characters for patterns.
  const handler = http.all(new RegExp(`^${address}$`), async ({ request }) => {
    const sent = await toPlantRequest(request)
    const path = store.path + sent.path.replace(/^[^?]*/, '')
    return toResponse(await store.handle({ ...sent, path })) ?? HttpResponse.error()
  })
  return Object.assign([handler], { store })
}
