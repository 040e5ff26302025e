// A server of shop.ts as somebody would write it by hand: Fastify, its ajv and serializer with the same schemas, and a Map.
import fastify, { type FastifyError } from 'fastify'
import { draftSchema, kinds, listSchema, recordSchema } from './shop.ts'

interface Draft {
  status: string
}

interface Stored extends Draft {
  id: number
}

const app = fastify()
app.setErrorHandler<FastifyError>(({ statusCode = 500, message }, _request, reply) =>
  reply.code(statusCode).send({ error: statusCode, message }),
)
const missing = { error: 404, message: 'there is none' }
const params = { type: 'object', properties: { id: { type: 'integer', minimum: 1 } } }

for (const kind of kinds) {
  const records = new Map<number, Stored>()
  let last = 0
  app.get<{ Querystring: { status?: string; limit: number } }>(
    `/${kind}`,
    { schema: { querystring: listSchema, response: { 200: { type: 'array', items: recordSchema } } } },
    async ({ query: { status, limit } }) => {
      const found: Stored[] = []
      for (const record of records.values()) {
        if (found.length === limit) break
        if (status === undefined || record.status === status) found.push(record)
      }
      return found
    },
  )
  app.post<{ Body: Draft }>(
    `/${kind}`,
    { schema: { body: draftSchema, response: { 201: recordSchema } } },
    async ({ body }, reply) => {
      const record = { ...body, id: ++last }
      records.set(record.id, record)
      reply.code(201)
      return record
    },
  )
  app.get<{ Params: { id: number } }>(
    `/${kind}/:id`,
    { schema: { params, response: { 200: recordSchema } } },
    async ({ params: { id } }, reply) => records.get(id) ?? reply.code(404).send(missing),
  )
  app.put<{ Params: { id: number }; Body: Draft }>(
    `/${kind}/:id`,
    { schema: { params, body: draftSchema, response: { 200: recordSchema } } },
    async ({ params: { id }, body }, reply) => {
      if (!records.has(id)) return reply.code(404).send(missing)
      const record = { ...body, id }
      records.set(id, record)
      return record
    },
  )
  app.delete<{ Params: { id: number } }>(`/${kind}/:id`, { schema: { params } }, async ({ params }, reply) =>
    records.delete(params.id) ? reply.code(204).send() : reply.code(404).send(missing),
  )
}

console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
