import type { ExactInteger } from '../json/exact-integer.ts'
import { type Limits, limitedMembers } from './generated/limits.ts'
import { memberSchemas } from './generated/members.ts'

type Keywords = Readonly<Record<string, unknown>>

/** Joins two values of a keyword into the narrower one. */
const narrowers: Readonly<Record<string, (one: never, other: never) => unknown>> = {
  minimum: (one: ExactInteger, other: ExactInteger) => (one > other ? one : other),
  maximum: (one: ExactInteger, other: ExactInteger) => (one < other ? one : other),
  minLength: Math.max as (one: number, other: number) => number,
  maxLength: Math.min as (one: number, other: number) => number,
  // A pattern may match anywhere in a text.
  pattern: (one: string, other: string) => (one === other ? one : `^(?=[^]*?(?:${one}))[^]*?(?:${other})`),
  enum(one: readonly unknown[], other: readonly unknown[]) {
    const known = new Set(other.map(String))
    return one.filter((value) => known.has(String(value)))
  },
}

function narrow(schema: Keywords, declared: Keywords): Keywords {
  const narrowed: Record<string, unknown> = { ...declared }
  for (const [keyword, join] of Object.entries(narrowers)) {
    const [one, other] = [schema[keyword], declared[keyword]]
    if (one !== undefined) narrowed[keyword] = other === undefined ? one : join(one as never, other as never)
  }
  return narrowed
}

/** The limits that openapi.yaml has for members, joined with declared ones: the narrower of each two counts. */
export const narrowLimits = (declared: Limits): Limits =>
  Object.fromEntries(
    limitedMembers
      .map((member) => [member, narrow(memberSchemas[member], { ...declared[member] })] as const)
      .filter(([, keywords]) => Object.keys(keywords).length > 0),
  )
