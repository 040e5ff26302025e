import { describeValue } from '../../contract/problems.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { getRule, toServerErrorRule } from '../../judge/rules.ts'
import { judgeInteraction as checkInteraction } from '../check/judge-interaction.ts'
import type { PactFinding } from '../pact-report.ts'
import { findRefusalRule, findStatusRule } from '../reading/find-refusal-rule.ts'
import { expectsSuccess, type PactInteraction } from '../reading/pact-interaction.ts'

/** A difference between an answer and a pact, as Pact's verifier tells it. */
export interface Mismatch {
  type: string
  mismatch?: string
  path?: string
  key?: string
  expected?: unknown
  actual?: unknown
}

/** Names the member of a body that a mismatch is about; of one that is missing, the body says so. */
function findMember({ path = '', mismatch = '' }: Mismatch): string {
  const missing = /missing the following keys: (\w+)/.exec(mismatch)?.[1]
  return missing ?? /^\$\.(\w+)/.exec(path)?.[1] ?? /^\$\['(\w+)'\]/.exec(path)?.[1] ?? ''
}

const contentType = '$.headers.content-type'

function toPlace(mismatch: Mismatch): string | undefined {
  const { type, path = '', key } = mismatch
  if (type === 'StatusMismatch') return '$.status'
  if (type === 'HeaderMismatch') return `$.headers.${key?.toLowerCase()}`
  if (type === 'BodyTypeMismatch') return contentType
  if (type !== 'BodyMismatch') return undefined
  const member = findMember(mismatch)
  // An empty body has the path of a folder.
  const inner = path.startsWith('$') ? path.slice(1) : ''
  return inner === '' && member !== '' ? `$.body.${member}` : `$.body${inner}`
}

const isNotJson = ({ type, mismatch = '', path }: Mismatch): boolean =>
  type === 'BodyMismatch' && (/Failed to parse|was empty/.test(mismatch) || path === '/')

/** The rule that an answer to what has to be created breaks. */
function findRuleOfCreated(mismatch: Mismatch): RuleId | undefined {
  const { type, key, mismatch: text = '' } = mismatch
  if (type === 'StatusMismatch') return 'created-is-200'
  if (type === 'BodyTypeMismatch') return 'created-content-type'
  if (type === 'HeaderMismatch')
    return key?.toLowerCase() === 'content-type' ? 'created-content-type' : undefined
  if (type !== 'BodyMismatch') return undefined
  if (isNotJson(mismatch)) return 'created-is-json'
  switch (findMember(mismatch)) {
    case 'name':
      return /same type|missing/.test(text) ? 'plant-has-name' : 'plant-echoes-name'
    case 'tag':
      return 'plant-echoes-tag'
    case 'id':
      return 'plant-has-no-id'
    default:
      return 'created-is-json'
  }
}

const toRange = (status: unknown): number => Math.floor(Number(status) / 100)

function findRuleOfStatus({ actual }: Mismatch, interaction: PactInteraction): RuleId {
  const rule = findRefusalRule(interaction)
  if (toRange(actual) === 2) return rule ?? findStatusRule(rule, interaction)
  if (toRange(actual) !== 5) return findStatusRule(rule, interaction)
  return toServerErrorRule(rule ?? 'refused-body-no-5xx')
}

/** The rule that an answer to what has to be refused breaks. */
function findRuleOfRefused(
  mismatch: Mismatch,
  interaction: PactInteraction,
  isError: boolean,
): RuleId | undefined {
  const { type, key, mismatch: text = '' } = mismatch
  if (type === 'StatusMismatch') return findRuleOfStatus(mismatch, interaction)
  // Only a 400 has to be an Error.
  if (!isError) return undefined
  if (type === 'BodyTypeMismatch') return 'error-content-type'
  if (type === 'HeaderMismatch')
    return key?.toLowerCase() === 'content-type' ? 'error-content-type' : undefined
  if (type !== 'BodyMismatch') return undefined
  const member = findMember(mismatch)
  if (member === 'error') return 'error-has-error'
  if (member === 'message') return 'error-has-message'
  return isNotJson(mismatch) || text !== '' ? 'error-is-json' : undefined
}

function show(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  // Values of bodies are written as JSON, which is shown as it is.
  return typeof value === 'string' ? value : describeValue(value)
}

const toFinding = (mismatch: Mismatch, rule: RuleId | undefined): PactFinding => {
  const { expected, actual, mismatch: text = '' } = mismatch
  const place = toPlace(mismatch)
  return {
    severity: 'error',
    ...(place !== undefined && { place }),
    problem: text,
    ...(expected !== undefined && { expected: show(expected) }),
    ...('actual' in mismatch && { actual: show(actual) }),
    ...(rule !== undefined && { rule: getRule(rule) }),
  }
}

/** Says what the mismatches of an interaction are about; what follows from another one is left out. */
export function toFindings(interaction: PactInteraction, mismatches: readonly Mismatch[]): PactFinding[] {
  const status = mismatches.find(({ type }) => type === 'StatusMismatch')
  const isError = interaction.response.status === 400 && status === undefined
  const findRule = expectsSuccess(interaction)
    ? findRuleOfCreated
    : (mismatch: Mismatch) => findRuleOfRefused(mismatch, interaction, isError)
  // Where one is refused that is to be created, or the other way round, all else is wrong as well.
  const isOther = status !== undefined && toRange(status.actual) !== toRange(status.expected)
  const others = isOther ? [] : mismatches.filter((mismatch) => mismatch !== status)
  // Pact tells them in another order from run to run.
  const sorted = others.toSorted((one, other) => ((toPlace(one) ?? '') < (toPlace(other) ?? '') ? -1 : 1))
  const all = status === undefined ? sorted : [status, ...sorted]
  // A provider that does not do what the specification rules out breaks no rule.
  const isPossible = checkInteraction(interaction).every(({ severity }) => severity === 'note')
  const findings = all.map((mismatch) => toFinding(mismatch, isPossible ? findRule(mismatch) : undefined))
  // A content type is told as one of the body and as a header.
  const isFirst = ({ place }: PactFinding, index: number): boolean =>
    findings.findIndex((other) => other.place === place) === index
  return findings.filter((finding, index) => finding.place !== contentType || isFirst(finding, index))
}

/** Says that no answer came, or none that the pact could be held against. */
export function toSilence(problem: string): PactFinding {
  return { severity: 'error', problem, rule: getRule('answers-every-request') }
}
