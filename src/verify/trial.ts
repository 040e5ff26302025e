import type { Access } from '../http/access.ts'
import type { Exchange, FailureKind, HttpRequest } from '../http/exchange.ts'
import type { Bytes } from '../http/send-bytes.ts'
import { isBroken, type Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import type { SentPlant, Source } from '../probes/source.ts'
import type { Condition, Span } from './health.ts'
import type { Plan } from './plan.ts'

/** Returns whether a verdict says that a rule is broken by a request that ended in this way, without an answer. */
export const isBrokenBy = (verdict: Verdict, kind: FailureKind): boolean =>
  isBroken(verdict) && verdict.exchanges.some(({ outcome }) => outcome.kind === kind)

/** What the run learns about the service. */
type SessionMemory = Source['memory'] & {
  plan: Plan
  /** Whether a plain plant was created. */
  isCreating?: boolean
  /** A stored plant whose id was accepted again, when it was stored, and what was noted. */
  storedAgain?: { plant: SentPlant; at: number; notes: readonly string[] }
  /** The ids that every run sends, and whether each was created. */
  fixedIds?: Map<bigint, boolean>
  /** The refusal of a stored id, in a form for comparisons. */
  duplicateSignature?: string
  /** Whether the service answers a stored id with the stored name or tag. */
  returnsStored?: boolean
  /** The plain names and tags of the run in lower case, with the ids of their plants. */
  texts?: Map<string, string | undefined>
  /** Whether the service refuses a plain text because it is stored. */
  hasUniqueTexts?: boolean
  /** The refusal of an id that is a string, in the same form. */
  invalidSignature?: string
}

export interface Session extends Source {
  /** The path of the operation below the base address. */
  readonly path: string
  readonly seed: number
  readonly concurrency: number
  readonly base: URL
  /** What every request and every connection has. */
  readonly access: Access
  /** Returns the current token, since it may be renewed during the run. */
  readonly currentToken: () => string
  /** How many requests the run has sent. */
  readonly sent: () => number
  /** Returns how long an answer of the service usually takes, in milliseconds. */
  readonly latency: () => number
  /** Returns whether the service accepted plain plants during a trial; undefined if that isn't known yet. */
  look(span: Span): Condition | undefined
  /** Finds out whether the service accepted plain plants during a trial. */
  check(span: Span): Promise<Condition>
  readonly signal: AbortSignal
  /** Sends a request; `tried` says what kind of request it is. */
  send(request: HttpRequest, options?: { fresh?: boolean; tried?: string }): Promise<Exchange>
  /** Whether each request has a new connection. */
  readonly hasNewConnections?: boolean
  /** Gives the next request a new connection. */
  reconnect(): void
  /** Sends bytes that are these requests over a connection of their own. */
  sendBytes(requests: readonly HttpRequest[], bytes: Bytes): Promise<Exchange[]>
  /** Sends fewer requests at once from now on; returns whether that was possible. */
  slowDown(): boolean
  /** Returns whether the run judges what a rule is about. */
  readonly isSent: (rule: RuleId) => boolean
  /** Notes an answer that the specification leaves open. */
  observe(rule: RuleId, subject: string, note: string): void
  readonly memory: SessionMemory
}

/** A small experiment: one request, or a few that belong together. Each run uses new ids. */
export interface Trial {
  title: string
  /** A name that the trial shares with others that fail by the same mistake; the title by default. */
  kind?: string
  /** A rule that explains a failure if it is broken, too. */
  restsOn?: RuleId
  /** The id that it is about; undefined for a random one of a range. */
  id?: bigint
  /** How many requests it sends one after another; 1 by default. */
  steps?: number
  /** What it tries at once, each by itself: these run in its place if it doesn't keep its rule; only some of them if it breaks no rule. */
  toParts?(isBroken: boolean): readonly Trial[]
  run(session: Session): Promise<Verdict[]>
}

/** The trials of a rule. */
export interface Check {
  rule: RuleId
  /** Other rules that only these trials show. */
  also?: readonly RuleId[]
  trials(session: Session): Trial[]
}
