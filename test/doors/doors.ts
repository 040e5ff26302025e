import { request as sendHttp } from 'node:http'
import { text } from 'node:stream/consumers'
import { createPlantStore, type NewPlant, type PlantStoreOptions } from '../../src/index.ts'
import type { SharedStorage } from '../../src/mock/shared-storage.ts'
import type { MockStorage } from '../../src/mock/storage/mock-storage.ts'
import { sqliteStorage } from '../../src/mock/storage/sqlite-storage.ts'
import { startServer } from '../../src/server/start-server.ts'
import type { Case } from './cases.ts'
import { type DoorAnswer, readBody, receive, toBrokenAnswer } from './door-answer.ts'

/** A way to send requests to a store. */
export interface Door {
  name: string
  /** The titles of cases that this door can't send unchanged, with the reason. */
  cannotSend: Record<string, string>
  open(options: PlantStoreOptions): Promise<OpenDoor>
}

/** A door with its own store. */
export interface OpenDoor extends AsyncDisposable {
  /** Restores the initial state, and adds plants. */
  startOver(plants: readonly NewPlant[]): Promise<void>
  send(request: Case['request']): Promise<DoorAnswer>
}

/** Cases that the Fetch standard forbids. */
export const cannotFetch: Record<string, string> = {
  'the method TRACE': 'the Fetch standard forbids it',
  'a method in lower case is another method': 'the Fetch standard turns post into POST',
  'two Authorization fields with reads-first-authorization': 'the Fetch standard joins fields of one name',
  'another method and two Authorization fields with credentials checked first':
    'the Fetch standard joins fields of one name',
}

/** Converts headers for fetch; several fields of one name stay separate. */
export const toFetchHeaders = (headers: Case['request']['headers']): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((item): [string, string] => [name, item]),
    ),
  )

/** Sends a request with a `fetch`. */
export const sendByFetch = (
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  { method, path, headers, body }: Case['request'],
): Promise<DoorAnswer> =>
  receive(
    fetch(`http://plants.example${path}`, {
      method,
      headers: toFetchHeaders(headers),
      // The Fetch standard sends no body with these.
      ...(body.length > 0 && !/^(?:GET|HEAD)$/.test(method) && { body: body as Uint8Array<ArrayBuffer> }),
    }).then(async (response) => ({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await readBody(response.text()),
    })),
  )

/** Makes the door of a store in this process. */
const createOwnDoor = (
  name: string,
  cannotSend: Record<string, string>,
  send: (store: ReturnType<typeof createPlantStore>, request: Case['request']) => Promise<DoorAnswer>,
): Door => ({
  name,
  cannotSend,
  async open(options) {
    const store = createPlantStore(options)
    return {
      async startOver(plants) {
        await store.reset()
        await store.plants.add(plants)
      },
      send: (request) => send(store, request),
      async [Symbol.asyncDispose]() {},
    }
  },
})

/** The store itself. */
export const plainData: Door = createOwnDoor('plain data', {}, async (store, request) => {
  const { status, headers, body, fault } = await store.handle(request)
  return fault === 'cut-off-body' ? toBrokenAnswer(fault, status) : { status, headers: { ...headers }, body }
})

/** Makes the door of a server whose state is in memory, or in a new storage. */
export const createHttpServer = (name: string, createStorage?: () => MockStorage | SharedStorage): Door => ({
  name,
  cannotSend: {
    'a method in lower case is another method': 'HTTP parsers accept only methods in upper case',
  },
  async open(options) {
    const storage = createStorage && { storage: createStorage() }
    const server = await startServer({ ...options, ...storage, port: 0 })
    const { origin } = new URL(server.url)
    return {
      async startOver(plants) {
        await server.store.reset()
        await server.store.plants.add(plants)
      },
      send: ({ method, path, headers, body }) =>
        receive(
          new Promise((resolve, reject) => {
            const lengths = { 'content-length': body.length }
            const sent = sendHttp(origin, { method, path, headers: { ...headers, ...lengths } })
            sent.on('error', reject)
            sent.on('response', async (response) => {
              const { statusCode: status = 0, headers: received } = response
              const answer = { status, headers: received as Record<string, string> }
              resolve({ ...answer, body: await readBody(text(response)) })
            })
            sent.end(body)
          }),
        ),
      [Symbol.asyncDispose]: server.close,
    }
  },
})

/** The doors besides plain data that need only Node; the doors of MSW and of the browser have their own files. */
export const doors: readonly Door[] = [
  createOwnDoor('fetch', cannotFetch, (store, request) => sendByFetch(store.fetch, request)),
  createHttpServer('HTTP server'),
  createHttpServer('HTTP server with plants in SQLite', () => sqliteStorage(':memory:')),
]
