import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Listening, listen } from '../tools/listen.ts'

/** A request that the server received. */
export interface RecordedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** A server that gives planned answers and keeps what it receives. */
export interface RecordingBackend extends Listening {
  requests: RecordedRequest[]
}

/** The answer, 200 and a plant by default; the status 0 keeps the connection open without an answer. */
export interface PlannedAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Ends the connection after the body. */
  isCutOff?: boolean
}

/** Starts a server on a free port of this machine; a GET of a path that ends with a slash isn't kept, since it only checks that it runs. */
export async function startRecordingBackend(
  answer: (request: RecordedRequest, url: string) => PlannedAnswer = () => ({}),
): Promise<RecordingBackend> {
  const requests: RecordedRequest[] = []
  const server = await listen(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    // It is no mock of the kit.
    if (path.endsWith('/__admin/records')) return void response.writeHead(404).end()
    const request = { method, url: path, headers, body: await text(incoming) }
    if (!path.endsWith('/') || method !== 'GET') requests.push(request)
    const planned: PlannedAnswer = { status: 200, body: '{"name":"Fern"}', ...answer(request, server.url) }
    if (planned.status === 0) return
    response.writeHead(planned.status ?? 200, { 'Content-Type': 'application/json', ...planned.headers })
    if (planned.isCutOff) response.write(planned.body, () => incoming.socket.destroy())
    else response.end(planned.body)
  })
  return { ...server, requests }
}
