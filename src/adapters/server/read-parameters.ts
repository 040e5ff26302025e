import { checkPattern, type RequestPattern } from '../../mock/journal/request-pattern.ts'
import { describeValue } from '../../options/problems.ts'
import { ControlError } from './control-error.ts'

/** The query parameters of a request. */
export type Query = Readonly<Record<string, string>>

/** How many headers of a request are compared at most, because each is compared with those of all requests. */
const maxHeaders = 100

/** Reads a query parameter that is an integer of a range. */
export function readCount(query: Query, name: string, byDefault: number, from: number, to: number): number {
  const text = query[name]
  const value = text === undefined ? byDefault : /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= from && value <= to) return value
  throw new ControlError(400, `${name} must be an integer from ${from} to ${to}, got ${describeValue(text)}`)
}

/** Reads a body that describes requests. */
export function readPattern(body: unknown): RequestPattern {
  const pattern = body as RequestPattern
  checkPattern(pattern)
  if (Object.keys(pattern.headers ?? {}).length > maxHeaders)
    throw new ControlError(400, `a pattern must have at most ${maxHeaders} headers`)
  return pattern
}
