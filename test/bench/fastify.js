// A fake as somebody would write it with Fastify: its validation, a Map, and nothing else.
import Fastify from 'fastify'
import { toExactId } from './exact-id.js'

const plants = new Map()
const app = Fastify({ logger: false })

app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
  try {
    const body = JSON.parse(text)
    body.id = toExactId(text, body.id)
    done(null, body)
  } catch (error) {
    done(error)
  }
})
app.post(
  '/plants',
  {
    schema: {
      body: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: {}, name: { type: 'string' }, tag: { type: 'string' } },
      },
      response: {
        200: { type: 'object', properties: { name: { type: 'string' }, tag: { type: 'string' } } },
      },
    },
  },
  (request, reply) => {
    if (!/^bearer [\w\-.~+/]+=*$/i.test(request.headers.authorization ?? ''))
      return reply.code(401).send({ error: 3, message: 'no token' })
    const { id, name, tag } = request.body
    if (plants.has(id)) return reply.code(409).send({ error: 6, message: 'already stored' })
    plants.set(id, { id, name, tag })
    return reply.send({ name, tag })
  },
)
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`listening on http://127.0.0.1:${app.server.address().port}`)
