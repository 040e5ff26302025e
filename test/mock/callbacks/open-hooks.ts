import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { type Listening, listen } from '../../tools/listen.ts'

/** A request that a server for callbacks got. */
interface ReceivedCallback {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a server that keeps the callbacks that it gets. */
export async function openHooks(
  respond: RequestListener = (_request, response) => response.writeHead(202).end('thanks'),
): Promise<Listening & { received: ReceivedCallback[] }> {
  const received: ReceivedCallback[] = []
  const listening = await listen(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = (await request.toArray()).join('')
    received.push({ method, url, headers, body })
    respond(request, response)
  })
  return Object.assign(listening, { received })
}
