import { toApi, toContent } from '../contract/describe-api.ts'

export const string = { type: 'string' }

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
