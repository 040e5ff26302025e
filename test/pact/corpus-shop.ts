// A second description with interactions whose verdicts were written before anything judged them.
import { about, createClient, gets, given, json, match, type Row, regex, type } from './sides.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const content = (schema: object, type = 'application/json') => ({
  description: '',
  content: { [type]: { schema } },
})
const parameter = (name: string, place: string, schema: object, more: object = {}) => ({
  name,
  in: place,
  schema,
  ...more,
})
const sku = parameter('sku', 'path', { type: 'string', pattern: '^[A-Z]{2}-\\d+$' }, { required: true })
const error = content(ref('Error'))

/** A shop in OpenAPI 3.0: nullable, inheritance, maps, deep objects, cookies, required headers, text, and XML. */
export const shop = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: '/api' }],
  paths: {
    '/articles': {
      get: {
        operationId: 'listArticles',
        parameters: [
          parameter(
            'filter',
            'query',
            { type: 'object', properties: { color: { type: 'string' }, max: { type: 'integer' } } },
            { style: 'deepObject', explode: true },
          ),
          parameter('tags', 'query', { type: 'array', items: { type: 'string' } }, { explode: false }),
          parameter('X-Tenant', 'header', { type: 'string', enum: ['eu', 'us'] }, { required: true }),
        ],
        responses: {
          '200': {
            ...content({ type: 'array', minItems: 1, items: ref('Article') }),
            headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
          },
          '4XX': error,
        },
      },
      post: {
        operationId: 'addArticle',
        requestBody: { required: true, content: { 'application/json': { schema: ref('Article') } } },
        responses: { '201': content(ref('Article')), '400': error, '409': error },
      },
    },
    '/articles/{sku}': {
      parameters: [sku],
      get: {
        operationId: 'readArticle',
        responses: { '200': content(ref('Article')), '404': error },
      },
      delete: { operationId: 'removeArticle', responses: { '204': { description: '' } } },
    },
    '/articles/{sku}/label': {
      parameters: [sku],
      get: { operationId: 'label', responses: { '200': content({ type: 'string' }, 'text/plain') } },
    },
    '/cart': {
      get: {
        operationId: 'readCart',
        security: [{ session: [] }],
        responses: { '200': content(ref('Cart')), '401': error },
      },
      put: {
        operationId: 'replaceCart',
        security: [{ session: [] }],
        requestBody: { required: true, content: { 'application/json': { schema: ref('Cart') } } },
        responses: { '200': content(ref('Cart')), '401': error, default: error },
      },
    },
  },
  components: {
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    schemas: {
      Base: {
        type: 'object',
        required: ['sku'],
        properties: { sku: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' } },
      },
      Article: {
        allOf: [
          ref('Base'),
          {
            type: 'object',
            required: ['price'],
            properties: {
              price: { type: 'number', minimum: 0 },
              stock: { type: 'integer', multipleOf: 5 },
              color: { type: 'string', nullable: true },
              sizes: { type: 'array', items: { type: 'string', enum: ['S', 'M', 'L'] } },
              labels: { type: 'object', additionalProperties: { type: 'string' } },
            },
          },
        ],
      },
      Cart: {
        type: 'object',
        required: ['lines'],
        properties: {
          lines: {
            type: 'array',
            items: {
              type: 'object',
              required: ['sku', 'count'],
              properties: { sku: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
              additionalProperties: false,
            },
          },
          total: { type: 'number', readOnly: true },
        },
      },
      Error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

const { get, send } = createClient('', {})
const tenant = createClient('', { 'X-Tenant': 'eu' })
const user = createClient('', { Cookie: 'session=abc' })
const article = { sku: 'AB-1', price: 9.5 }
const cart = { lines: [{ sku: 'AB-1', count: 2 }] }

export const ofShop = {
  '2.0.0': [
    ...about(
      get('/articles/AB-1'),
      ['promised', 'an article of the state', gets(200, article), given('AB-1 exists')],
      ['error body/sizes/0', 'a size that there is not', gets(200, { sizes: ['XL'] }), given('AB-1 exists')],
      ['note body/color', 'no color of the state', gets(200, { color: null }), given('AB-1 has no color')],
      ['promised', 'a label', gets(200, { labels: { de: 'Hose' } }), given('AB-1 has labels')],
    ),
    ...about(
      get('/articles/ab-1'),
      ['error request/path/sku', 'an article in small letters', gets(200, {})],
      ['promised', 'an article in small letters, 404', gets(404)],
    ),
  ],
  '3.0.0': [
    ...about(
      tenant.get('/articles'),
      [
        'promised',
        'articles of a tenant',
        gets(200, [article], { body: match('type', { min: 1 }), 'body[*].price': match('number') }),
      ],
      [
        'promised',
        'how many articles',
        gets(200, undefined, { 'header.X-Total': regex('\\d+') }, { 'X-Total': '3' }),
      ],
      ['note headers/x-total', 'three articles', gets(200, undefined, {}, { 'X-Total': '3' })],
      ['error headers/x-total', 'many articles', gets(200, undefined, {}, { 'X-Total': 'many' })],
    ),
    ...about(
      get('/articles'),
      ['error request/headers/X-Tenant', 'articles of nobody', gets(200)],
      ['promised', 'articles of nobody, 400', gets(400)],
    ),
    ['promised', 'articles by color', tenant.get('/articles', { 'filter[color]': ['red'] }), gets(200)],
    [
      'error request/query/filter/max',
      'articles up to much',
      tenant.get('/articles', { 'filter[max]': ['much'] }),
      gets(200),
    ],
    ['promised', 'articles by tags', tenant.get('/articles', { tags: ['a,b'] }), gets(200)],
    ...about(send('POST', '/articles', article), ['promised', 'a new article', gets(201, article)]),
    ...about(send('POST', '/articles', { price: 1 }), [
      'error request/body/sku',
      'a new article without a number',
      gets(201, {}),
    ]),
    ...about({ ...get('/articles/AB-1'), method: 'DELETE' }, [
      'error status',
      'an article is removed, 200',
      gets(200),
      given('AB-1 exists'),
    ]),
    ...about(
      get('/articles/AB-1/label'),
      ['promised', 'a label as text', gets(200, undefined, {}, { 'Content-Type': 'text/plain' })],
      ['error headers/content-type', 'a label as JSON', gets(200, undefined, {}, { 'Content-Type': json })],
    ),
  ],
  '4.0': [
    ...about(
      user.get('/cart'),
      ['promised', 'a cart of a session', gets(200, { lines: [] }, { 'body.lines': type })],
      [
        'error body/lines/0/name',
        'a cart with names',
        gets(200, { lines: [{ name: 'x' }] }, { 'body.lines[*].name': type }),
        given('a cart'),
      ],
    ),
    ...about(
      get('/cart'),
      ['error request/headers/cookie', 'a cart of nobody', gets(200, {})],
      ['promised', 'a cart of nobody, 401', gets(401)],
    ),
    ...about(user.send('PUT', '/cart', cart), [
      'note body/total',
      'what a cart costs',
      gets(200, { total: 19 }, { 'body.total': match('number') }),
    ]),
    ...about(
      user.send('PUT', '/cart', { lines: [{ sku: 'AB-1', count: 0 }] }),
      ['error request/body/lines/0/count', 'a cart of nothing', gets(200, {})],
      ['promised', 'a cart of nothing is rejected', gets(400, { code: 'x' }, { 'body.code': type })],
    ),
    [
      'error request/body/lines/0/size',
      'a cart with a size',
      user.send('PUT', '/cart', { lines: [{ sku: 'AB-1', count: 1, size: 'S' }] }),
      gets(200, {}),
    ],
  ],
} as const satisfies Record<string, readonly Row[]>
