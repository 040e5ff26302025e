import type { RuleId } from './generated/rules.ts'

/** A request as a service received it. */
export interface JudgedRequest {
  method: string
  /** Without the query. */
  path: string
  /** The names of the parameters of the query, if they are to be judged. */
  query?: readonly string[]
  /** Names in lower case. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Without its content coding. */
  body: Uint8Array
}

/** An answer as a client received it. */
export interface JudgedAnswer {
  status: number
  /** Names in lower case. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Without its content coding; undefined if it isn't known. */
  body?: Uint8Array
  /** Whether the body wasn't in the coding that its header names. */
  isMiscoded?: boolean
}

/** What an exchange shows about a rule. */
export interface Verdict {
  rule: RuleId
  /** A JSON pointer, such as `/request/body/id`, `/response/status` or `/response/headers/content-type`. */
  place: string
  /** How the rule is broken; undefined if the exchange shows that it is kept. */
  problem?: string
  expected?: string
  actual?: string
  /** Why the exchange shows neither. */
  moot?: string
}

export type Finding = Verdict & { problem: string }

export const toVerdict = (
  rule: RuleId,
  place: string,
  problem?: string,
  values: Partial<Verdict> = {},
): Verdict => (problem === undefined ? { rule, place } : { rule, place, problem, ...values })
