import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createHandlers } from '../../src/msw/create-handlers.ts'
import { cannotFetch, type Door, toDoorAnswer, toFetchHeaders } from './doors.ts'

const server = setupServer()
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
  'beside a base path: /plants',
  'beside a base path: /api/v1',
  'beside a base path: /api/plants',
  'beside a base path: /api/v1/plants/',
]

/** What handlers of MSW are not asked for, wherever MSW runs. */
export const leftToMsw: Record<string, string> = Object.fromEntries(
  unknownPaths.map((title) => [title, 'what the store does not know is left to MSW']),
)

const { 'the method TRACE': _, ...cannotFetchByMsw2 } = cannotFetch
const isMsw2 = process.env['MSW_MAJOR'] === '2'

/** MSW in Node, asked by fetch, which msw 2 lets send TRACE. */
export const mswDoor: Door = {
  name: 'MSW in Node',
  cannotSend: { ...(isMsw2 ? cannotFetchByMsw2 : cannotFetch), ...leftToMsw },
  async open(storeOptions) {
    if (server.listHandlers().length === 0) server.listen()
    const handlers = createHandlers(storeOptions)
    server.resetHandlers(...handlers, refuseOthers)
    return {
      addPlants: handlers.store.plants.add,
      async send({ method, path, headers, body }) {
        const sent = { method, headers: toFetchHeaders(headers), ...(body.length > 0 && { body }) }
        return toDoorAnswer(await fetch(`http://plants.example${path}`, sent))
      },
      async [Symbol.asyncDispose]() {},
    }
  },
}
