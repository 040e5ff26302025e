import type { ApiError } from '../../contract/schemas.ts'
import type { ExactInteger } from '../../json/exact-integer.ts'

/** A value with its matchers, in the form that Pact's `jsonBody` takes ("integration JSON"). */
export type Template = unknown

const integer = (value: ExactInteger): Template => ({ 'pact:matcher:type': 'integer', value })

export const text = (value: string): Template => ({ 'pact:matcher:type': 'type', value })

/** Any id, which the provider state may replace. */
export const anyId = (value: ExactInteger): Template => ({
  'pact:matcher:type': 'integer',
  'pact:generator:type': 'ProviderState',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
  expression: '${id}',
  dataType: 'INTEGER',
  value,
})

/** A header that must match a pattern, in the form that Pact's `headers` takes. */
export interface HeaderTemplate {
  'pact:matcher:type': 'regex'
  regex: string
  value: string
}

/** A header with a bearer token (RFC 6750 section 2.1), with this example. */
export const bearer = (token: string): HeaderTemplate => ({
  'pact:matcher:type': 'regex',
  regex: 'Bearer [A-Za-z0-9._~+/-]+=*',
  value: `Bearer ${token}`,
})

/** An Error (docs/specification.md, section 2). */
export const apiError = ({ error, message, ...others }: ApiError): Template => ({
  ...others,
  error: integer(error),
  message: text(message),
})
