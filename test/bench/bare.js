// The baseline for the fake: the same work, as somebody would write it by hand with node:http and nothing else.
import { createServer } from 'node:http'
import { toExactId } from './exact-id.js'

const plants = new Map()

/** Answers a request whose whole body is this text. */
function answer({ method, url, headers }, text, send) {
  if (url !== '/plants') return send(404, { error: 1, message: 'unknown path' })
  if (method !== 'POST') return send(405, { error: 2, message: 'unknown method' })
  if (!/^bearer [\w\-.~+/]+=*$/i.test(headers.authorization ?? ''))
    return send(401, { error: 3, message: 'no token' })
  if (!headers['content-type']?.startsWith('application/json'))
    return send(415, { error: 4, message: 'not JSON' })
  try {
    const { id: sent, name, tag } = JSON.parse(text)
    const id = toExactId(text, sent)
    if (Number.isNaN(id) || typeof name !== 'string' || (tag !== undefined && typeof tag !== 'string'))
      return send(400, { error: 5, message: 'not a plant' })
    if (plants.has(id)) return send(409, { error: 6, message: 'already stored' })
    plants.set(id, { id, name, tag })
    return send(200, { name, tag })
  } catch {
    return send(400, { error: 7, message: 'not JSON' })
  }
}

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () =>
    answer(request, Buffer.concat(chunks).toString(), (status, value) => {
      const body = JSON.stringify(value)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      response.writeHead(status, headers).end(body)
    }),
  )
})
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
