import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createHandlers } from '../../src/msw/create-handlers.ts'
import { cannotFetch, type Door, sendByFetch } from './doors.ts'

/** The server of the door. */
export const server = setupServer()
const refuseOthers = http.all('*', () => HttpResponse.error())

const unknownPaths = [
  'the path /',
  'the path /plant',
  'the path /plants/',
  'the path /plants/1',
  'the path /Plants',
  'the path //plants',
  'the path /plants/../plants/1',
  'the path /%70lants',
  'the path /plants%3Fx',
  'the path /favicon.ico',
  'the path is checked before the method',
  'the path is checked before the credentials',
  'next to a base path: /plants',
  'next to a base path: /api/v1',
  'next to a base path: /api/plants',
  'next to a base path: /api/v1/plants/',
]

/** Cases that no handler of MSW matches. */
export const leftToMsw: Record<string, string> = Object.fromEntries(
  unknownPaths.map((title) => [title, 'other requests fall through to MSW']),
)

const { 'the method TRACE': _, ...cannotFetchByMsw2 } = cannotFetch
const isMsw2 = process.env['MSW_MAJOR'] === '2'

/** MSW in Node with fetch; msw 2 allows TRACE. */
export const mswDoor: Door = {
  name: 'MSW in Node',
  cannotSend: { ...(isMsw2 ? cannotFetchByMsw2 : cannotFetch), ...leftToMsw },
  async open(storeOptions) {
    if (server.listHandlers().length === 0) server.listen()
    const handlers = createHandlers(storeOptions)
    return {
      async startOver(plants) {
        server.resetHandlers(...handlers, refuseOthers)
        await handlers.store.reset()
        await handlers.store.plants.add(plants)
      },
      send: (request) => sendByFetch(fetch, request),
      async [Symbol.asyncDispose]() {},
    }
  },
}
