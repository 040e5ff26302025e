import { type Adapter, cannotFetch, toFetchHeaders } from '../adapters/adapters.ts'
import type { Case } from '../adapters/cases.ts'
import { toBrokenResponse } from '../adapters/received-response.ts'
import { callIn, type Tabs } from '../browser/browsers.ts'
import type { Kit, Received, SentRequest } from '../browser/site/in-page.ts'
import { leftToMsw } from './msw-adapter.ts'

declare const kit: Kit

/** MSW in a browser; a page sends the requests of all cases together, since each call of the page takes time. */
export const createBrowserAdapter = (tabs: Tabs, cases: readonly Case[]): Adapter => {
  type Sent = Pick<Case, 'options' | 'stored' | 'request'>
  const toSent = ({ options, stored, request: { method, path, headers, body } }: Sent): SentRequest => ({
    options,
    plants: stored,
    method,
    path,
    headers: [...toFetchHeaders(headers)],
    body: Buffer.from(body).toString('base64'),
  })
  const sendAll = (all: readonly Sent[]): Promise<Received[]> =>
    callIn(tabs.tab, (list) => kit.sendAll(list), all.map(toSent))
  let responses: Promise<Received[]> | undefined
  return {
    name: 'MSW in a browser',
    cannotSend: {
      ...cannotFetch,
      ...leftToMsw,
      'a token with letters outside ASCII': 'Chromium hides such headers from service workers',
      'a token before a no-break space': 'Chromium hides such headers from service workers',
      'a gzipped body': "a page can't decode it",
      'plain JSON labeled gzip': "a page can't decode it",
    },
    open: async (options) => ({
      async startOver() {},
      async send(request) {
        const index = cases.findIndex((entry) => entry.request === request)
        if (index >= 0) responses ??= sendAll(cases)
        const all = index < 0 ? sendAll([{ options, stored: '[]', request }]) : responses
        const response = (await all)?.at(index)
        return response ?? toBrokenResponse('dropped-connection', 0)
      },
      async [Symbol.asyncDispose]() {},
    }),
  }
}
