import { parseExactJson } from '../contract/exact-json.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
const int64 = 2n ** 63n

/** A body as JSON, one that is no JSON, or none. */
export type JsonBody = { kind: 'json'; value: unknown } | { kind: 'broken' } | { kind: 'none' }

/** Reads a body as exact JSON. */
export function readJson(body: Uint8Array): JsonBody {
  if (body.length === 0) return { kind: 'none' }
  try {
    return { kind: 'json', value: parseExactJson(decoder.decode(body)) }
  } catch {
    return { kind: 'broken' }
  }
}

/**
 * Stands in for an integer that Prism would not judge as the specification does: it takes the largest exact number
 * for the largest int64.
 */
function standInForInteger(value: bigint): number {
  if (value < -int64 || value >= int64) return Number(value)
  return value < 0n ? -1 : 1
}

/** Puts in the place of ids that a number cannot hold what Prism judges as they are to be judged. */
export function standIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'bigint' ? standInForInteger(member) : member,
    ]),
  )
}
