import { toApi } from '../contract/describe-api.ts'

export const string = { type: 'string' }
/** Describes a body of JSON. */
export const toContent = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

/** Makes a contract with a login, whose token has a schema, and an operation that needs a token. */
export const toLogin = (token: object = string, example?: unknown) =>
  toApi(
    {
      '/login': {
        post: {
          operationId: 'login',
          security: [],
          responses: { 200: toContent({ type: 'object', properties: { token, user: string } }, example) },
        },
      },
      '/me': {
        get: { security: [{ bearer: [] }, { key: [] }], responses: { 200: toContent({ type: 'object' }) } },
      },
    },
    {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      },
    },
  )
