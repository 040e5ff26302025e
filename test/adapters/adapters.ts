import { request as sendHttp } from 'node:http'
import { text } from 'node:stream/consumers'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { createMock, type Mock, type MockOptions } from '../../src/index.ts'
import type { Case } from './cases.ts'
import { type ReceivedResponse, readBody, receive, toBrokenResponse } from './received-response.ts'

/** A way to send requests to a mock. */
export interface Adapter {
  name: string
  /** The titles of cases that this adapter can't send unchanged, with the reason. */
  cannotSend: Record<string, string>
  open(options: MockOptions): Promise<OpenAdapter>
}

/** An adapter with its own mock. */
export interface OpenAdapter extends AsyncDisposable {
  /** Restores the initial state, and stores plants. */
  startOver(plants: readonly unknown[]): Promise<void>
  send(request: Case['request']): Promise<ReceivedResponse>
}

/** Cases that the Fetch standard forbids. */
export const cannotFetch: Record<string, string> = {
  'the method TRACE': 'the Fetch standard forbids it',
  'a method in lower case is another method': 'the Fetch standard turns post into POST',
  'the path /plants/../plants/1': 'the Fetch standard resolves it',
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
): Promise<ReceivedResponse> =>
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

/** Makes the adapter of a mock in this process. */
const createOwnAdapter = (
  name: string,
  cannotSend: Record<string, string>,
  send: (mock: Mock, request: Case['request']) => Promise<ReceivedResponse>,
): Adapter => ({
  name,
  cannotSend,
  async open(options) {
    const mock = createMock(options)
    return {
      async startOver(plants) {
        await mock.reset()
        await mock.records('plants').replaceAll(plants)
      },
      send: (request) => send(mock, request),
      async [Symbol.asyncDispose]() {},
    }
  },
})

/** The mock itself. */
export const plainData: Adapter = createOwnAdapter('plain data', {}, async (mock, request) => {
  const { status, headers, body, fault } = await mock.handle(request)
  return fault === 'cut-off-body'
    ? toBrokenResponse(fault, status)
    : { status, headers: { ...headers }, body: String(body) }
})

const httpServer: Adapter = {
  name: 'HTTP server',
  cannotSend: {
    'a method in lower case is another method': 'HTTP parsers accept only methods in upper case',
  },
  async open(options) {
    const server = await startServer({ ...options, port: 0 })
    const { origin } = new URL(server.url)
    return {
      async startOver(plants) {
        await server.mock.reset()
        await server.mock.records('plants').replaceAll(plants)
      },
      send: ({ method, path, headers, body }) =>
        receive(
          new Promise((resolve, reject) => {
            const lengths = { 'content-length': body.length }
            const sent = sendHttp(origin, { method, path, headers: { ...headers, ...lengths } })
            sent.on('error', reject)
            sent.on('response', async (response) => {
              const { statusCode: status = 0, headers: received } = response
              const head = { status, headers: received as Record<string, string> }
              resolve({ ...head, body: await readBody(text(response)) })
            })
            sent.end(body)
          }),
        ),
      [Symbol.asyncDispose]: server.close,
    }
  },
}

/** The adapters besides plain data that need only Node; those of MSW and of the browser have their own files. */
export const adapters: readonly Adapter[] = [
  createOwnAdapter('fetch', cannotFetch, (mock, request) => sendByFetch(mock.fetch, request)),
  httpServer,
]
