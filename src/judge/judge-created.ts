import { type HttpAnswer, isSuccess } from '../http/exchange.ts'
import { describeValue } from '../options/problems.ts'
import { describeText } from './describe-text.ts'
import { isBroken, toMoot, toVerdict, type Verdict } from './finding.ts'
import type { RuleId } from './generated/rules.ts'
import { judgeContentType, judgeMember, judgeRefusal } from './judge-refused.ts'
import { readObject } from './read-body.ts'
import { isIn } from './rules.ts'

export interface SentTexts {
  name: string
  tag?: string
}

/** Which rules the answer to a valid plant belongs to. */
export interface CreatedExpectation {
  /** The rule that a refusal breaks. */
  rule?: RuleId
  /** The rule that is broken when name or tag come back in another form. */
  textRule?: RuleId | ((text: string) => RuleId | undefined)
  /** The open rule that makes a refusal legal. */
  openRule?: RuleId
  /** A status with which HTTP lets a service refuse even this plant. */
  legalStatus?: number
  /** Whether the name or tag may have a value that isn't the sent text. */
  isOpen?: (member: 'name' | 'tag', value: unknown, sent: string | undefined) => boolean
}

const status = '/response/status'
const body = '/response/body'
const echoRules = { name: 'plant-echoes-name', tag: 'plant-echoes-tag' } as const

function judgeText(
  member: 'name' | 'tag',
  value: unknown,
  sent: string,
  textRule: RuleId | undefined,
  isOpen: CreatedExpectation['isOpen'],
): Verdict[] {
  if (member === 'name' && typeof value !== 'string') {
    // Only an unusual text can have become a number.
    const rule = value === undefined || textRule === undefined ? 'plant-has-name' : textRule
    return [judgeMember(rule, member, value, 'a string', false)]
  }
  const rule = textRule ?? echoRules[member]
  const place = `${body}/${member}`
  const hasName = member === 'name' ? [toVerdict('plant-has-name', place)] : []
  if (value === sent && sent.isWellFormed()) return [...hasName, toVerdict(rule, place)]
  // UTF-8 can't hold half of a surrogate pair, so a service may change it.
  if (!sent.isWellFormed() || isOpen?.(member, value, sent)) return hasName
  const [expected, actual] = [describeText(sent, value), describeText(value, sent)]
  const problem = `${member} must be ${expected}, got ${actual}`
  return [...hasName, toVerdict(rule, place, problem, { expected, actual })]
}

function judgeOmittedTag(tag: unknown, isOpen: CreatedExpectation['isOpen']): Verdict[] {
  const place = `${body}/tag`
  const isLegal = tag === undefined || typeof tag === 'string'
  const verdict = judgeMember('omitted-tag-is-no-null', 'tag', tag, 'a string', isLegal)
  // One mistake is reported once.
  if (!isLegal || isOpen?.('tag', tag, undefined)) return [verdict]
  const problem = `tag must be missing because the request has none, got ${describeValue(tag)}`
  return [verdict, toVerdict('omitted-tag-stays-out', place, tag === undefined ? undefined : problem)]
}

function judgePlant(
  { name, tag, id }: Record<string, unknown>,
  plant: SentTexts,
  { textRule, isOpen }: CreatedExpectation,
): Verdict[] {
  const toRule = typeof textRule === 'function' ? textRule : () => textRule
  const verdicts = [
    ...judgeText('name', name, plant.name, toRule(plant.name), isOpen),
    ...(plant.tag === undefined
      ? judgeOmittedTag(tag, isOpen)
      : judgeText('tag', tag, plant.tag, toRule(plant.tag), isOpen)),
    toVerdict('plant-has-no-id', `${body}/id`, id === undefined ? undefined : 'the body must not have an id'),
  ]
  // Without a name, the Plant may be anywhere in the body, so a member that isn't found may still be there.
  return typeof name === 'string' ? verdicts : verdicts.filter(isBroken)
}

function judgeRefusedPlant(answer: HttpAnswer, expectation: CreatedExpectation): Verdict[] {
  const { rule = 'created-is-200', openRule, textRule } = expectation
  if (openRule === undefined) {
    const actual = String(answer.status)
    const refusal = judgeRefusal(answer).filter(({ rule: id }) => isIn(id, 'errors'))
    const problem = `the status must be 200, got ${actual}`
    return [...refusal, toVerdict(rule, status, problem, { expected: '200', actual })]
  }
  // Neither plain plants nor texts have their own rule for a 5xx.
  const isOwn = rule !== 'created-is-200' && textRule === undefined
  const refusal = judgeRefusal(answer, isOwn ? { serverErrorRule: rule } : {})
  if (textRule === undefined) return refusal
  const reason = 'the service refuses every such text, which the specification leaves open'
  return [...refusal, toMoot(rule, status, reason)]
}

/** Judges the answer to a valid plant (specification section 4, rules 1 and 2). */
export function judgeCreated(
  answer: HttpAnswer,
  plant: SentTexts,
  expectation: CreatedExpectation = {},
): Verdict[] {
  const { rule = 'created-is-200', textRule, legalStatus } = expectation
  if (answer.status === legalStatus) return [toVerdict(rule, status)]
  if (!isSuccess(answer.status)) return judgeRefusedPlant(answer, expectation)
  const actual = String(answer.status)
  const read = readObject(answer)
  if ('value' in read && 'error' in read.value && 'message' in read.value && !('name' in read.value)) {
    const problem = `an Error must come with a 4xx, got ${actual}`
    return [toVerdict('refusal-is-not-200', status, problem, { actual })]
  }
  // With any 2xx status, the body is judged as the Plant; only a 200 must have one.
  const isSeen = answer.status === 200 || answer.body.length > 0
  const wrongStatus = `the status must be 200, got ${actual}${isSeen ? '' : ' without a body'}`
  const verdicts = [
    // Only the body shows that a text comes back.
    ...(rule !== 'created-is-200' && textRule === undefined ? [toVerdict(rule, status)] : []),
    toVerdict('created-is-200', status, answer.status === 200 ? undefined : wrongStatus, {
      expected: '200',
      actual,
    }),
  ]
  if (!isSeen) return verdicts
  verdicts.push(judgeContentType('created-content-type', answer))
  if ('problem' in read) return [...verdicts, toVerdict('created-is-json', body, read.problem)]
  verdicts.push(toVerdict('created-is-json', body))
  return [...verdicts, ...judgePlant(read.value, plant, expectation)]
}
