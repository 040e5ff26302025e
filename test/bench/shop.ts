// A description of fifty operations, and the requests that the servers of it get.

const kinds = [
  'orders',
  'customers',
  'products',
  'suppliers',
  'warehouses',
  'shipments',
  'payments',
  'returns',
  'reviews',
  'coupons',
]

const toName = (kind: string): string => `${kind[0]?.toUpperCase()}${kind.slice(1, -1)}`

const properties = {
  title: { type: 'string', minLength: 1, maxLength: 100 },
  status: { type: 'string', enum: ['open', 'paid', 'sent'] },
  contact: { type: 'string', format: 'email' },
  total: {
    type: 'object',
    required: ['amount', 'currency'],
    properties: {
      amount: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    },
  },
  lines: {
    type: 'array',
    minItems: 1,
    maxItems: 20,
    items: {
      type: 'object',
      required: ['sku', 'quantity'],
      properties: {
        sku: { type: 'string', minLength: 3, maxLength: 20 },
        quantity: { type: 'integer', minimum: 1, maximum: 1000 },
        note: { type: 'string', maxLength: 200 },
      },
    },
  },
  tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
}

/** What a request may contain. */
export const draftSchema = { type: 'object', required: ['title', 'status', 'total', 'lines'], properties }

const id = { type: 'integer', minimum: 1, readOnly: true }

/** What each record is. */
export const recordSchema = {
  type: 'object',
  required: ['id', ...draftSchema.required],
  properties: { id, ...properties },
}

/** The parameters of each list. */
export const listSchema = {
  type: 'object',
  properties: {
    status: properties.status,
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
}

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })

function describeKind(kind: string): Record<string, object> {
  const name = toName(kind)
  const record = { $ref: `#/components/schemas/${name}` }
  const requestBody = { required: true, ...json({ $ref: `#/components/schemas/New${name}` }) }
  const found = { 200: { description: `the ${kind.slice(0, -1)}`, ...json(record) } }
  const missing = { 404: { description: 'there is none' } }
  const rejected = { 400: { description: 'the request is wrong' } }
  const parameters = Object.entries(listSchema.properties).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    schema,
  }))
  const list = { 200: { description: `the ${kind}`, ...json({ type: 'array', items: record }) } }
  return {
    [`/${kind}`]: {
      get: { operationId: `list${name}s`, parameters, responses: { ...list, ...rejected } },
      post: {
        operationId: `create${name}`,
        requestBody,
        responses: { 201: { description: 'created', ...json(record) }, ...rejected },
      },
    },
    [`/${kind}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      get: { operationId: `get${name}`, responses: { ...found, ...missing } },
      put: {
        operationId: `replace${name}`,
        requestBody,
        responses: { ...found, ...missing, ...rejected },
      },
      delete: {
        operationId: `remove${name}`,
        responses: { 204: { description: 'removed' }, ...missing },
      },
    },
  }
}

/** An OpenAPI description of ten resources with five operations each. */
export const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: Object.assign({}, ...kinds.map(describeKind)) as Record<string, object>,
  components: {
    schemas: Object.fromEntries(
      kinds.flatMap((kind) => [
        [toName(kind), recordSchema],
        [`New${toName(kind)}`, draftSchema],
      ]),
    ),
  },
}

export { kinds }
