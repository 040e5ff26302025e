import type { Page } from '@playwright/test'
import { stringifyExactJson } from '../../src/index.ts'
import type { InPage, SentOptions } from '../browser/site/in-page.ts'
import { cannotFetch, type Door, toFetchHeaders } from './doors.ts'
import { leftToMsw } from './msw-door.ts'

declare const page: InPage

/** MSW in a browser; a page sends the requests. */
export const createBrowserDoor = (getPage: () => Page): Door => ({
  name: 'MSW in a browser',
  cannotSend: {
    ...cannotFetch,
    ...leftToMsw,
    'a token with letters outside ASCII': 'Chromium hides such headers from service workers',
  },
  async open(options) {
    const openWith = (plants: string): Promise<void> =>
      getPage().evaluate(([given, text]) => page.open(given, text), [options as SentOptions, plants] as const)
    await openWith('[]')
    return {
      addPlants: (plants) => openWith(stringifyExactJson(plants)),
      send: ({ method, path, headers, body }) =>
        getPage().evaluate((sent) => page.send(sent), {
          method,
          path,
          headers: [...toFetchHeaders(headers)],
          body: [...body],
        }),
      async [Symbol.asyncDispose]() {},
    }
  },
})
