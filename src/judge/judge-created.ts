import { createdStatus } from '../contract/generated/operation.ts'
import { type HttpAnswer, isSuccess } from '../http/exchange.ts'
import { type ExactInteger, toExactInteger } from '../json/exact-integer.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isSame } from '../json/is-same.ts'
import { describeValue } from '../options/problems.ts'
import { describeText } from './describe-text.ts'
import { isBroken, toMoot, toVerdict, type Verdict } from './finding.ts'
import type { RuleId } from './generated/rules.ts'
import { judgeContentType, judgePart, judgeRefusal } from './judge-refused.ts'
import { describeNoJson, readObject } from './read-body.ts'
import { isIn, isRuleId } from './rules.ts'
import { findSchemaProblems, listMembers, type SchemaProblem } from './schema.ts'

/** The members of a plant that the answer to it depends on. */
export interface SentMembers {
  id?: ExactInteger | undefined
  name: string
  tag?: string
  /** The members that no rule names. */
  others?: Readonly<Record<string, unknown>>
}

/** Which rules the answer to a valid plant belongs to. */
export interface CreatedExpectation {
  /** The rule that a refusal breaks. */
  rule?: RuleId
  /** The rule that is broken when name or tag come back in another form. */
  textRule?: RuleId | ((text: string) => RuleId | undefined)
  /** The open rule that makes a refusal legal. */
  openRule?: RuleId
  /** The rule that a 5xx breaks, if it is another one than that for bodies. */
  serverErrorRule?: RuleId
  /** A status with which HTTP lets a service refuse even this plant. */
  legalStatus?: number
  /** Whether a member may have a value that isn't the sent one. */
  isOpen?: (member: string, value: unknown, sent: unknown) => boolean
}

const status = '/response/status'
const body = '/response/body'
const echoRules = { name: 'plant-echoes-name', tag: 'plant-echoes-tag' } as const

/** The members of a Plant that no rule names; one of them may be the id. */
const otherMembers = listMembers('Plant').filter((member) => member !== 'name' && member !== 'tag')

/** What is wrong with a body, by its schema. */
type Problems = readonly SchemaProblem[]

const ofMember = (problems: Problems, member: string): SchemaProblem | undefined =>
  problems.find(({ path }) => path[0] === member)

function judgeText(
  member: 'name' | 'tag',
  value: unknown,
  sent: string,
  textRule: RuleId | undefined,
  isOpen: CreatedExpectation['isOpen'],
  problems: Problems,
): Verdict[] {
  const problem = ofMember(problems, member)
  if (member === 'name' && problem !== undefined) {
    // Only an unusual text can have become a number.
    const rule = value === undefined || textRule === undefined ? 'plant-has-name' : textRule
    return [judgePart(rule, member, problem)]
  }
  const rule = textRule ?? echoRules[member]
  const place = `${body}/${member}`
  const hasName = member === 'name' ? [toVerdict('plant-has-name', place)] : []
  if (value === sent && sent.isWellFormed()) return [...hasName, toVerdict(rule, place)]
  // UTF-8 can't hold half of a surrogate pair, so a service may change it.
  if (!sent.isWellFormed() || isOpen?.(member, value, sent)) return hasName
  const [expected, actual] = [describeText(sent, value), describeText(value, sent)]
  const message = `${member} must be ${expected}, got ${actual}`
  return [...hasName, toVerdict(rule, place, message, { expected, actual })]
}

function judgeOmittedTag(tag: unknown, isOpen: CreatedExpectation['isOpen'], problems: Problems): Verdict[] {
  const problem = ofMember(problems, 'tag')
  const verdict = judgePart('omitted-tag-is-no-null', 'tag', problem)
  // One mistake is reported once.
  if (problem !== undefined || isOpen?.('tag', tag, undefined)) return [verdict]
  const message = `tag must be missing because the request has none, got ${describeValue(tag)}`
  return [verdict, toVerdict('omitted-tag-stays-out', `${body}/tag`, tag === undefined ? undefined : message)]
}

/** Judges the members that no rule names: by their schema, and that what was sent comes back. */
function judgeOthers(
  got: Record<string, unknown>,
  { id, others = {} }: SentMembers,
  isOpen: CreatedExpectation['isOpen'],
  problems: Problems,
): Verdict[] {
  const rule = 'plant-has-members'
  const named = ['name', 'tag', ...(otherMembers.includes('id') ? [] : ['id'])]
  const wrong = problems
    .filter(({ path: [member] }) => !named.includes(String(member)))
    .map((problem) => judgePart(rule, String(problem.path[0]), problem))
  const sent: Readonly<Record<string, unknown>> = { ...others, id: id && toExactInteger(id) }
  const changed = otherMembers
    .filter((member) => sent[member] !== undefined && ofMember(problems, member) === undefined)
    .filter((member) => !isSame(sent[member], got[member]) && !isOpen?.(member, got[member], sent[member]))
    .map((member) => {
      const [expected, actual] = [sent[member], got[member]].map(stringifyExactJson)
      const values = { expected: expected ?? 'nothing', actual: actual ?? 'nothing' }
      const problem = `${member} must be ${values.expected}, got ${values.actual}`
      return toVerdict(rule, `${body}/${member}`, problem, values)
    })
  if (wrong.length + changed.length > 0) return [...wrong, ...changed]
  return isRuleId(rule) ? [toVerdict(rule, body)] : []
}

function judgePlant(
  got: Record<string, unknown>,
  plant: SentMembers,
  { textRule, isOpen }: CreatedExpectation,
): Verdict[] {
  const { name, tag, id } = got
  const problems = findSchemaProblems('Plant', got)
  const toRule = typeof textRule === 'function' ? textRule : () => textRule
  const verdicts = [
    ...judgeText('name', name, plant.name, toRule(plant.name), isOpen, problems),
    ...(plant.tag === undefined
      ? judgeOmittedTag(tag, isOpen, problems)
      : judgeText('tag', tag, plant.tag, toRule(plant.tag), isOpen, problems)),
    ...(otherMembers.includes('id')
      ? []
      : [
          toVerdict(
            'plant-has-no-id',
            `${body}/id`,
            id === undefined ? undefined : 'the body must not have an id',
          ),
        ]),
    ...judgeOthers(got, plant, isOpen, problems),
  ]
  // Without a name, the Plant may be anywhere in the body, so a member that isn't found may still be there.
  return typeof name === 'string' ? verdicts : verdicts.filter(isBroken)
}

function judgeRefusedPlant(answer: HttpAnswer, expectation: CreatedExpectation): Verdict[] {
  const { rule = 'created-status', openRule, textRule } = expectation
  if (openRule === undefined) {
    const actual = String(answer.status)
    const refusal = judgeRefusal(answer).filter(({ rule: id }) => isIn(id, 'errors'))
    const problem = `the status must be ${createdStatus}, got ${actual}`
    return [...refusal, toVerdict(rule, status, problem, { expected: String(createdStatus), actual })]
  }
  // Neither plain plants nor texts have their own rule for a 5xx.
  const isOwn = rule !== 'created-status' && textRule === undefined
  const serverErrorRule = isOwn ? rule : answer.status >= 500 ? expectation.serverErrorRule : undefined
  const problem = `the plant is valid, so the status must be ${createdStatus}, got ${answer.status}`
  const refusal = judgeRefusal(answer, serverErrorRule && { serverErrorRule }).map((one) =>
    answer.status >= 500 && one.place === status && isBroken(one) ? { ...one, problem } : one,
  )
  if (textRule === undefined) return refusal
  const reason = 'the service refuses every such text, which the specification leaves open'
  return [...refusal, toMoot(rule, status, reason)]
}

/** Judges the answer to a valid plant (docs/specification.md, section 4). */
export function judgeCreated(
  answer: HttpAnswer,
  plant: SentMembers,
  expectation: CreatedExpectation = {},
): Verdict[] {
  const { rule = 'created-status', textRule, legalStatus } = expectation
  if (answer.status === legalStatus) return [toVerdict(rule, status)]
  if (!isSuccess(answer.status)) return judgeRefusedPlant(answer, expectation)
  const actual = String(answer.status)
  const read = readObject(answer)
  if ('value' in read && 'error' in read.value && 'message' in read.value && !('name' in read.value)) {
    const problem = `an Error must come with a 4xx, got ${actual}`
    return [toVerdict('refusal-is-not-200', status, problem, { actual })]
  }
  // With any 2xx status, the body is judged as the Plant; only the documented one must have one.
  const isSeen = answer.status === createdStatus || answer.body.length > 0
  // Only the body shows that a text or another member comes back.
  const isShownByBody = textRule !== undefined || rule === 'created-status' || rule === 'plant-has-members'
  const wrongStatus = `the status must be ${createdStatus}, got ${actual}${isSeen ? '' : ' without a body'}`
  const verdicts = [
    ...(isShownByBody ? [] : [toVerdict(rule, status)]),
    toVerdict('created-status', status, answer.status === createdStatus ? undefined : wrongStatus, {
      expected: String(createdStatus),
      actual,
    }),
  ]
  if (!isSeen) return verdicts
  verdicts.push(judgeContentType('created-content-type', answer))
  if (answer.isCut) return verdicts
  if ('problem' in read)
    return [...verdicts, toVerdict('created-is-json', body, describeNoJson(answer, read))]
  verdicts.push(toVerdict('created-is-json', body))
  return [...verdicts, ...judgePlant(read.value, plant, expectation)]
}
