import { createServer } from 'node:http'
import { toExactId } from './bare-id.js'

const send = (response, status, value) => {
  const body = JSON.stringify(value)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body)
}

/**
 * Starts a server as somebody would write it by hand, with node:http and nothing else.
 *
 * @param store gets a plant, the text of its body, and the request, and calls its last argument with the status and the answer
 */
export function listenBare(store) {
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    if (url !== '/plants') return send(response, 404, { error: 1, message: 'unknown path' })
    if (method !== 'POST') return send(response, 405, { error: 2, message: 'unknown method' })
    if (!/^bearer [\w\-.~+/]+=*$/i.test(headers.authorization ?? ''))
      return send(response, 401, { error: 3, message: 'no token' })
    if (!headers['content-type']?.startsWith('application/json'))
      return send(response, 415, { error: 4, message: 'not JSON' })
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      try {
        const text = Buffer.concat(chunks).toString()
        const { id: sent, name, tag } = JSON.parse(text)
        const id = toExactId(text, sent)
        if (Number.isNaN(id) || typeof name !== 'string' || (tag !== undefined && typeof tag !== 'string')) {
          return send(response, 400, { error: 5, message: 'not a plant' })
        }
        return store({ id, name, tag }, text, request, (status, answer) => send(response, status, answer))
      } catch {
        return send(response, 400, { error: 7, message: 'not JSON' })
      }
    })
  })
  server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
}
