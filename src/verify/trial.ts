import type { Exchange, FailureKind, HttpRequest } from '../http/exchange.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import type { Condition, Span } from './health.ts'
import type { Ids } from './ids.ts'
import type { Inside } from './inside.ts'
import type { Plan } from './plan.ts'
import type { Random } from './random.ts'

/** What one exchange, or several together, say about a rule: kept, or broken by a problem. */
export interface Verdict {
  rule: RuleId
  /** The part of the exchange that it is about, as a JSON pointer. */
  place?: string
  problem?: string
  expected?: string
  actual?: string
  /** Why it says nothing about the rule, though nothing is wrong. */
  moot?: string
  exchanges: readonly Exchange[]
}

/** A verdict that a rule is broken. */
export type Broken = Verdict & { problem: string }

/** Tells whether a verdict says that a rule is broken. */
export const isBroken = (verdict: Verdict): verdict is Broken => verdict.problem !== undefined

/** Tells whether a verdict rests on a request that ended without an answer, in such a way. */
export const isBrokenBy = (verdict: Verdict, kind: FailureKind): boolean =>
  isBroken(verdict) && verdict.exchanges.some(({ outcome }) => outcome.kind === kind)

/** A plant as it is sent. */
export interface SentPlant {
  id: bigint
  name: string
  tag?: string
}

/** What is learned of the service on the way. */
interface SessionMemory {
  /** How plain names and tags are written: in letters of both cases, in a few small ones, or with one capital letter. */
  style?: 'plain' | 'modest' | 'capital'
  /** How much is sent. */
  plan: Plan
  /** Whether a plain plant was created. */
  isCreating?: boolean
  /** Whether the service speaks HTTP/1.0, which has no chunks. */
  isHttp10?: boolean
  /** What a stored id is refused with, in a form that another refusal can be compared to. */
  duplicateSignature?: string
  /** What an id that is a text is refused with, in the same form. */
  invalidSignature?: string
}

/** What trials work with. */
export interface Session {
  /** The token that is valid when the trial starts. */
  readonly token: string
  readonly invalidToken: string | undefined
  /** The path of the operation below the base address. */
  readonly path: string
  readonly host: string
  readonly seed: number
  readonly concurrency: number
  readonly base: URL
  readonly ids: Ids
  readonly random: Random
  /** What the limits that are declared leave. */
  readonly inside: Inside
  /** Whether ids come from a range that was asked for, so that some may be stored. */
  readonly hasIdRange: boolean
  /** Returns the token that is valid by now, since it may be renewed during the run. */
  readonly currentToken: () => string
  /** How many requests the run has sent. */
  readonly sent: () => number
  /** Returns whether plain plants were accepted during a trial; undefined if that is not known yet. */
  look(span: Span): Condition | undefined
  /** Finds out whether plain plants were accepted during a trial. */
  check(span: Span): Promise<Condition>
  /** Aborted where the run is to end. */
  readonly signal: AbortSignal
  send(request: HttpRequest, options?: { fresh?: boolean }): Promise<Exchange>
  /** Sends fewer requests at once from now on; tells whether it could. */
  slowDown(): boolean
  /** Notes how something was answered that the specification leaves open. */
  observe(rule: RuleId, subject: string, note: string): void
  readonly memory: SessionMemory
}

/** A small experiment: one request or a few that belong together. Run again, it takes new ids. */
export interface Trial {
  title: string
  /** What the trial shares with others that one mistake fails together; the title by default. */
  kind?: string
  /** Requests that it sends one after another; 1 by default. */
  steps?: number
  run(session: Session): Promise<Verdict[]>
}

/** The trials that are made for a rule. */
export interface Check {
  rule: RuleId
  trials(session: Session): Trial[]
}
