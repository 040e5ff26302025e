import { operation } from '../contract/generated/operation.ts'
import { describeValue } from '../contract/problems.ts'
import { OptionsError } from './options-error.ts'

/** A request as far as CORS is concerned; header names are in lower case. */
export interface CorsRequest {
  method?: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Which pages may read the answers: those of any origin, of these, or none. */
export type CorsOption = '*' | readonly string[] | false

/** Headers that let a page read an answer; none where the request came from no page or one that may not. */
export type CorsHeaders = (request: CorsRequest) => Record<string, string>

/**
 * Makes the CORS headers of the service (Fetch standard, section 3.2).
 *
 * @throws {OptionsError} where an origin is none
 */
export function createCors(option: CorsOption = '*'): CorsHeaders {
  if (option === false) return () => ({})
  const origins = option === '*' ? undefined : new Set(option)
  for (const origin of origins ?? []) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new OptionsError(
        `cors must be *, off or origins like http://localhost:3000, got ${describeValue(origin)}`,
      )
    }
  }
  return ({ headers }) => {
    const origin = readText(headers['origin'])
    if (origins === undefined && origin === undefined) return {}
    if (origins === undefined) return { 'access-control-allow-origin': '*', ...exposed }
    return origin !== undefined && origins.has(origin)
      ? { 'access-control-allow-origin': origin, vary: 'Origin', ...exposed }
      : { vary: 'Origin' }
  }
}

const readText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

const exposed = { 'access-control-expose-headers': 'WWW-Authenticate, Allow' }

/** Tells whether a request is a CORS preflight. */
export const isPreflight = ({ method, headers }: CorsRequest): boolean =>
  method === 'OPTIONS' &&
  headers['origin'] !== undefined &&
  headers['access-control-request-method'] !== undefined

/** The headers of the answer to a preflight whose page may read answers. */
export const preflightHeaders = ({ headers }: CorsRequest): Record<string, string> => ({
  'access-control-allow-methods': operation.method,
  'access-control-allow-headers':
    readText(headers['access-control-request-headers']) ?? 'Authorization, Content-Type, Prefer',
  'access-control-max-age': '600',
})
