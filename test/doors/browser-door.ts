import type { Page } from '@playwright/test'
import { stringifyExactJson } from '../../src/index.ts'
import type { InPage, SentStore } from '../browser/site/in-page.ts'
import { receive } from './door-answer.ts'
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
    // A request brings the store along, since each call of the page takes time.
    let store: SentStore | undefined = { options, plants: '[]' }
    return {
      async startOver(plants) {
        store = { options, plants: stringifyExactJson(plants) }
      },
      send({ method, path, headers, body }) {
        const request = {
          method,
          path,
          headers: [...toFetchHeaders(headers)],
          body: Buffer.from(body).toString('base64'),
        }
        const sent = [request, store] as const
        store = undefined
        return receive(getPage().evaluate((both) => page.send(...both), sent))
      },
      async [Symbol.asyncDispose]() {},
    }
  },
})
