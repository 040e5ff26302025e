import type { ExactInteger } from '../../contract/exact-integer.ts'
import type { ApiError, Plant } from '../../contract/schemas.ts'

/** A value with the matchers that hold for it, in the form that Pact's `jsonBody` takes ("integration JSON"). */
export type Template = unknown

/** An integer of any size, with this one for an example. */
const integer = (value: ExactInteger): Template => ({ 'pact:matcher:type': 'integer', value })

/** A string, with this one for an example. */
export const text = (value: string): Template => ({ 'pact:matcher:type': 'type', value })

/** An id that the provider's state may replace, as long as it is `exactly` this one where a consumer sends it. */
export const idOfState = (value: ExactInteger, { exactly }: { exactly: boolean }): Template => ({
  'pact:matcher:type': exactly ? 'equality' : 'integer',
  'pact:generator:type': 'ProviderState',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
  expression: '${id}',
  dataType: 'INTEGER',
  value,
})

/** What a header is held to by a pattern, as Pact's `headers` takes it. */
export interface HeaderTemplate {
  'pact:matcher:type': 'regex'
  regex: string
  value: string
}

/** A header with a bearer token (RFC 6750 section 2.1), with this one for an example. */
export const bearer = (token: string): HeaderTemplate => ({
  'pact:matcher:type': 'regex',
  regex: 'Bearer [A-Za-z0-9._~+/-]+=*',
  value: `Bearer ${token}`,
})

/** A Plant (specification section 2): a name, and a tag where the example has one; members beyond those are not looked at. */
export const plant = ({ name, tag }: Plant): Template => ({
  name: text(name),
  ...(tag !== undefined && { tag: text(tag) }),
})

/** An Error (specification section 2). */
export const apiError = ({ error, message }: ApiError): Template => ({
  error: integer(error),
  message: text(message),
})
