import type { RuleId } from '../judge/generated/rules.ts'
import type { Diagnostic } from './load-prism.ts'

/** Something that one side did and `openapi.yaml` does not say. */
export interface Violation {
  side: 'request' | 'response'
  severity: 'error' | 'warning'
  /** The rule of `contracts/rules.yaml` that it touches. */
  rule: RuleId
  message: string
}

/** What is known of an exchange beside what Prism finds. */
export interface ExchangeFacts {
  hasCredentials: boolean
  isKnownPath: boolean
  /** Whether nothing is wrong with the request. */
  isRequestRight: boolean
  /** The members that were sent. */
  sent: { id?: unknown; tag?: unknown }
  status: number
}

type FindRule = (diagnostic: Diagnostic, facts: ExchangeFacts) => RuleId

function findRuleOfId({ code }: Diagnostic, { sent: { id } }: ExchangeFacts): RuleId {
  if (code === 'required') return 'refuses-missing-id'
  if (code === 'minimum' || code === 'maximum') return 'refuses-id-beyond-int64'
  return typeof id === 'number' ? 'refuses-fractional-id' : 'refuses-id-of-wrong-type'
}

/** The rules about a member of a request's body. */
const ofRequestMember: Record<string, FindRule> = {
  id: findRuleOfId,
  name: ({ code }) => (code === 'required' ? 'refuses-missing-name' : 'refuses-name-of-wrong-type'),
  tag: () => 'refuses-tag-of-wrong-type',
  '': ({ code }) => (code === 'required' ? 'refuses-empty-body' : 'refuses-non-object'),
}

/** The rules about a member of the body of an answer, by its status. */
const ofResponseMember: Record<string, Record<string, FindRule>> = {
  200: {
    name: () => 'plant-has-name',
    tag: (_diagnostic, { sent: { tag } }) =>
      tag === undefined ? 'omitted-tag-is-no-null' : 'plant-echoes-tag',
    '': () => 'created-is-json',
  },
  400: {
    error: ({ code }) => (code === 'required' || code === 'type' ? 'error-has-error' : 'error-is-int32'),
    message: () => 'error-has-message',
    '': () => 'error-is-json',
  },
}

/** The member that a diagnostic is about; a missing one stands in its message. */
function findMember({ path = [], code, message }: Diagnostic): string {
  const missing = code === 'required' ? /property '(\w+)'/.exec(message)?.[1] : undefined
  return missing ?? path[1] ?? ''
}

function findRequestRule(diagnostic: Diagnostic, facts: ExchangeFacts): RuleId {
  const { code, message } = diagnostic
  if (message.includes('route')) return facts.isKnownPath ? 'other-methods' : 'other-paths'
  if (message.includes('content type')) return 'refuses-other-content-type'
  if (code === 401) return facts.hasCredentials ? 'refuses-other-scheme' : 'refuses-missing-credentials'
  const findRule = ofRequestMember[findMember(diagnostic)] ?? ofRequestMember['']
  return findRule?.(diagnostic, facts) ?? 'refuses-non-object'
}

/** The rules about statuses that say by themselves what they are for. */
const ofStatus: Record<number, RuleId> = {
  409: 'status-for-stored-id',
  413: 'large-body',
  429: 'rate-limit',
}

function findStatusRule({ status, hasCredentials, isRequestRight }: ExchangeFacts): RuleId {
  if (status < 300) return 'created-is-200'
  if (status >= 500) return isRequestRight ? 'created-is-200' : 'refused-body-no-5xx'
  if (status !== 401 && status !== 403) return ofStatus[status] ?? 'status-for-invalid-body'
  return hasCredentials ? 'status-for-invalid-token' : 'status-for-missing-credentials'
}

function findResponseRule(diagnostic: Diagnostic, facts: ExchangeFacts): RuleId {
  const { status } = facts
  if (diagnostic.message.includes('status code')) return findStatusRule(facts)
  if (diagnostic.message.includes('media type')) {
    return status === 200 ? 'created-content-type' : 'error-content-type'
  }
  const members = ofResponseMember[status]
  const findRule = members?.[findMember(diagnostic)] ?? members?.['']
  return findRule?.(diagnostic, facts) ?? 'created-is-json'
}

/** Says what is wrong in Prism's words, but for what they leave out. */
function toMessage(side: Violation['side'], diagnostic: Diagnostic, { status }: ExchangeFacts): string {
  const { code, message } = diagnostic
  // Prism's own bounds of an int64 are those of an exact number.
  const isBound = side === 'request' && (code === 'minimum' || code === 'maximum')
  if (isBound) return 'Request body property id must be an int64'
  return message.includes('status code')
    ? `Response status ${status} is none that openapi.yaml lists`
    : message
}

function toViolation(side: Violation['side'], diagnostic: Diagnostic, facts: ExchangeFacts): Violation {
  return {
    side,
    severity: diagnostic.severity === 0 ? 'error' : 'warning',
    rule: (side === 'request' ? findRequestRule : findResponseRule)(diagnostic, facts),
    message: toMessage(side, diagnostic, facts),
  }
}

/** Gives the violations of an exchange; what Prism says twice of one member is said once. */
export function toViolations(
  { input, output }: { input: readonly Diagnostic[]; output: readonly Diagnostic[] },
  facts: ExchangeFacts,
): Violation[] {
  const all = [
    ...input.map((diagnostic) => toViolation('request', diagnostic, facts)),
    ...output.map((diagnostic) => toViolation('response', diagnostic, facts)),
  ]
  return all.filter(
    ({ side, rule }, index) => all.findIndex((other) => other.side === side && other.rule === rule) === index,
  )
}
