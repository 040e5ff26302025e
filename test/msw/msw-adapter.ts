import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createHandlers } from '../../src/adapters/msw/create-handlers.ts'
import { type Adapter, cannotFetch, sendByFetch } from '../adapters/adapters.ts'

/** The server of the adapter. */
export const server = setupServer()
const rejectOthers = http.all('*', () => HttpResponse.error())

const unknownPaths = [
  'the path /',
  'the path /plant',
  'the path /plants/',
  'the path /plants/1',
  'the path /Plants',
  'the path //plants',
  'the path /plants/../plants/1',
  'the path /plants%3Fx',
  'the path /favicon.ico',
  'the path is checked before the method',
  'the path is checked before the credentials',
]

/** Cases that no handler of MSW matches. */
export const leftToMsw: Record<string, string> = Object.fromEntries(
  unknownPaths.map((title) => [title, 'other requests fall through to MSW']),
)

const { 'the method TRACE': _, ...cannotFetchByMsw2 } = cannotFetch
const isMsw2 = process.env['MSW_MAJOR'] === '2'

/** MSW in Node with fetch; msw 2 allows TRACE. */
export const mswAdapter: Adapter = {
  name: 'MSW in Node',
  cannotSend: { ...(isMsw2 ? cannotFetchByMsw2 : cannotFetch), ...leftToMsw },
  async open(options) {
    if (server.listHandlers().length === 0) server.listen()
    const handlers = createHandlers(options)
    return {
      async startOver(plants) {
        server.resetHandlers(...handlers, rejectOthers)
        await handlers.mock.reset()
        await handlers.mock.records('plants').replaceAll(plants)
      },
      send: (request) => sendByFetch(fetch, request),
      async [Symbol.asyncDispose]() {},
    }
  },
}
