import { request as sendHttp } from 'node:http'
import { text } from 'node:stream/consumers'
import { createPlantStore, type NewPlant, type PlantStoreOptions } from '../../src/index.ts'
import { startServer } from '../../src/server/start-server.ts'
import type { PlantStorage } from '../../src/store/storage/plant-storage.ts'
import type { SharedStorage } from '../../src/store/storage/shared-storage.ts'
import { sqliteStorage } from '../../src/store/storage/sqlite-storage.ts'
import type { Case } from './cases.ts'

/** An answer of a door. Header names are in lower case. */
export interface DoorAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A way to send requests to a store. */
export interface Door {
  name: string
  /** The titles of cases that this door can't send unchanged, with the reason. */
  cannotSend: Record<string, string>
  open(options: PlantStoreOptions): Promise<OpenDoor>
}

/** A door with its own store. */
export interface OpenDoor extends AsyncDisposable {
  addPlants(plants: readonly NewPlant[]): Promise<void>
  send(request: Case['request']): Promise<DoorAnswer>
}

const plainData: Door = {
  name: 'plain data',
  cannotSend: {},
  async open(options) {
    const store = createPlantStore(options)
    return {
      addPlants: store.plants.add,
      send: async (request) => store.handle(request),
      async [Symbol.asyncDispose]() {},
    }
  },
}

/** Cases that the Fetch standard forbids. */
export const cannotFetch: Record<string, string> = {
  'the method TRACE': 'the Fetch standard forbids it',
  'a method in lower case is another method': 'the Fetch standard turns post into POST',
  'two Authorization fields with reads-first-authorization': 'the Fetch standard joins fields of one name',
  'another method and two Authorization fields with both habits':
    'the Fetch standard joins fields of one name',
}

/** Converts headers for fetch; several fields of one name stay separate. */
export const toFetchHeaders = (headers: Case['request']['headers']): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((item): [string, string] => [name, item]),
    ),
  )

/** Converts a response of fetch. */
export const toDoorAnswer = async (response: Response): Promise<DoorAnswer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
})

const fetchDoor: Door = {
  name: 'fetch',
  cannotSend: cannotFetch,
  async open(options) {
    const store = createPlantStore(options)
    return {
      addPlants: store.plants.add,
      async send({ method, path, headers, body }) {
        const response = await store.fetch(`http://plants.example${path}`, {
          method,
          headers: toFetchHeaders(headers),
          ...(body.length > 0 && { body }),
        })
        return toDoorAnswer(response)
      },
      async [Symbol.asyncDispose]() {},
    }
  },
}

/** Makes the door of a server whose state is in memory, or in a new storage. */
export const createHttpServer = (name: string, createStorage?: () => PlantStorage | SharedStorage): Door => ({
  name,
  cannotSend: {
    'a method in lower case is another method': 'HTTP parsers accept only methods in upper case',
  },
  async open(options) {
    const storage = createStorage && { storage: createStorage() }
    const server = await startServer({ ...options, ...storage, port: 0 })
    const { origin } = new URL(server.url)
    return {
      addPlants: server.store.plants.add,
      send: ({ method, path, headers, body }) =>
        new Promise((resolve, reject) => {
          const sent = sendHttp(origin, {
            method,
            path,
            headers: { ...headers, 'content-length': body.length },
          })
          sent.on('error', reject)
          sent.on('response', async (response) => {
            const { statusCode: status = 0, headers: received } = response
            resolve({ status, headers: received as Record<string, string>, body: await text(response) })
          })
          sent.end(body)
        }),
      [Symbol.asyncDispose]: server.close,
    }
  },
})

/** The doors that need only Node; the doors of MSW and of the browser have their own files. */
export const doors: readonly Door[] = [
  plainData,
  fetchDoor,
  createHttpServer('HTTP server'),
  createHttpServer('HTTP server with plants in SQLite', () => sqliteStorage(':memory:')),
]
