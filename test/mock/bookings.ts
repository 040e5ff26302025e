// A description of our own: nested resources, an API key, problem details, pages, int64, entity tags, and an idempotency key.
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })
const problem = {
  description: 'Rejected',
  content: { 'application/problem+json': { schema: ref('Problem') } },
}
const roomId = { name: 'roomId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }
const bookingId = {
  name: 'bookingId',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
}
const etag = { ETag: { schema: { type: 'string' } } }
const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } })
const rejections = { '400': problem, '404': problem, '409': problem, '422': problem }

/** Rooms, and the bookings of a room. */
export const bookings = {
  openapi: '3.1.0',
  info: { title: 'Bookings', version: '1.0.0' },
  servers: [{ url: 'https://example.com/v1' }],
  security: [{ key: [] }],
  paths: {
    '/rooms': {
      get: {
        operationId: 'listRooms',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
          query('offset', { type: 'integer', minimum: 0 }),
          query('sort', { type: 'string' }),
          query('kind', { type: 'string', enum: ['single', 'double'] }),
        ],
        responses: { '200': { description: 'Rooms', content: json(ref('RoomPage')) }, '400': problem },
      },
      post: {
        operationId: 'createRoom',
        parameters: [header('Idempotency-Key')],
        requestBody: { required: true, content: json(ref('Room')) },
        responses: {
          '201': {
            description: 'Created',
            headers: { Location: { schema: { type: 'string' } } },
            content: json(ref('Room')),
          },
          ...rejections,
        },
      },
    },
    '/rooms/{roomId}': {
      parameters: [roomId],
      get: {
        operationId: 'readRoom',
        parameters: [header('If-None-Match')],
        responses: {
          '200': { description: 'Room', headers: etag, content: json(ref('Room')) },
          '304': { description: 'Same' },
          '404': problem,
        },
      },
      put: {
        operationId: 'replaceRoom',
        parameters: [header('If-Match')],
        requestBody: { required: true, content: json(ref('Room')) },
        responses: {
          '200': { description: 'Room', headers: etag, content: json(ref('Room')) },
          '412': problem,
          ...rejections,
        },
      },
      patch: {
        operationId: 'changeRoom',
        requestBody: {
          required: true,
          content: {
            'application/merge-patch+json': { schema: ref('RoomPatch') },
            'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
          },
        },
        responses: { '200': { description: 'Room', content: json(ref('Room')) }, ...rejections },
      },
      delete: { operationId: 'removeRoom', responses: { '204': { description: 'Gone' }, '404': problem } },
    },
    '/rooms/{roomId}/bookings': {
      parameters: [roomId],
      get: {
        operationId: 'listBookings',
        responses: {
          '200': { description: 'Bookings', content: json({ type: 'array', items: ref('Booking') }) },
          '404': problem,
        },
      },
      post: {
        operationId: 'createBooking',
        requestBody: { required: true, content: json(ref('Booking')) },
        responses: { '201': { description: 'Created', content: json(ref('Booking')) }, ...rejections },
      },
    },
    '/rooms/{roomId}/bookings/{bookingId}': {
      parameters: [roomId, bookingId],
      get: {
        operationId: 'readBooking',
        responses: { '200': { description: 'Booking', content: json(ref('Booking')) }, '404': problem },
      },
      put: {
        operationId: 'replaceBooking',
        requestBody: { required: true, content: json(ref('Booking')) },
        responses: {
          '200': { description: 'Booking', content: json(ref('Booking')) },
          '201': { description: 'Created', content: json(ref('Booking')) },
          ...rejections,
        },
      },
      delete: { operationId: 'removeBooking', responses: { '204': { description: 'Gone' }, '404': problem } },
    },
    '/rooms/{roomId}/close': {
      parameters: [roomId],
      post: {
        operationId: 'closeRoom',
        responses: {
          '200': {
            description: 'Closed',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { closed: { type: 'boolean' }, by: { type: 'string' } },
                },
                examples: {
                  day: { value: { closed: true, by: 'day' } },
                  night: { value: { closed: true, by: 'night' } },
                },
              },
            },
          },
          '404': problem,
        },
      },
    },
    '/report': {
      get: {
        operationId: 'report',
        security: [],
        responses: {
          '200': {
            description: 'Report',
            content: {
              ...json({ type: 'object', required: ['rooms'], properties: { rooms: { type: 'integer' } } }),
              'text/csv': { schema: { type: 'string' }, example: 'rooms\n1\n' },
            },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    schemas: {
      Room: {
        type: 'object',
        required: ['id', 'name', 'kind', 'createdAt'],
        properties: {
          id: { type: 'integer', format: 'int64', readOnly: true },
          name: { type: 'string', minLength: 1, maxLength: 40 },
          kind: { type: 'string', enum: ['single', 'double'] },
          beds: { type: 'integer', minimum: 1, default: 1 },
          owner: { type: 'integer', format: 'int64' },
          note: { type: ['string', 'null'] },
          secret: { type: 'string', writeOnly: true },
          createdAt: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
      RoomPatch: {
        type: 'object',
        properties: {
          name: { type: ['string', 'null'], minLength: 1 },
          beds: { type: ['integer', 'null'], minimum: 1 },
          note: { type: ['string', 'null'] },
        },
      },
      RoomPage: {
        type: 'object',
        required: ['items', 'total'],
        properties: {
          items: { type: 'array', items: ref('Room') },
          total: { type: 'integer' },
          next: { type: ['string', 'null'] },
        },
      },
      Booking: {
        type: 'object',
        required: ['id', 'roomId', 'guest'],
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          roomId: { type: 'integer', format: 'int64', readOnly: true },
          guest: { type: 'string' },
        },
      },
      Problem: {
        type: 'object',
        required: ['title', 'status'],
        properties: {
          type: { type: 'string', format: 'uri-reference' },
          title: { type: 'string' },
          status: { type: 'integer' },
          detail: { type: 'string' },
          errors: {
            type: 'array',
            items: {
              type: 'object',
              required: ['detail'],
              properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
            },
          },
        },
      },
    },
  },
}
