import { describeValue } from '../contract/problems.ts'
import type { Exchange } from '../http/exchange.ts'
import type { SentPlant, Session, Verdict } from '../verify/trial.ts'
import type { RuleId } from './generated/rules.ts'
import { isSuccess, judgeContentType, judgeDelivery, judgeSecrecy, toVerdict } from './judge-answer.ts'
import { judgeRefusal } from './judge-refused.ts'
import { readBody, toSignature } from './read-body.ts'
import { isIn } from './rules.ts'

/** What is expected of the answer to a valid plant, and to which rules it belongs. */
export interface CreatedExpectation {
  /** Where the plant is not created. */
  rule?: RuleId
  /** Where name or tag come back in another form. */
  textRule?: RuleId | ((text: string) => RuleId | undefined)
  /** Where no whole answer comes. */
  deliveryRule?: RuleId
  /** The open rule under which a refusal is told, where that is legal. */
  openRule?: RuleId
  /** What the plant is called among what was observed. */
  title?: string
  /** Whether the id is one that somebody else may have stored. */
  mayBeStored?: boolean
  /** A status with which HTTP lets a service refuse even this. */
  legalStatus?: number
}

const echoRules = { name: 'plant-echoes-name', tag: 'plant-echoes-tag' } as const

function judgeText(
  member: 'name' | 'tag',
  value: unknown,
  sent: string,
  exchange: Exchange,
  textRule: RuleId | undefined,
): Verdict[] {
  const echo = textRule ?? echoRules[member]
  if (member === 'name' && typeof value !== 'string') {
    const problem =
      value === undefined ? 'name is missing' : `name must be a string, got ${describeValue(value)}`
    // Only what is odd about the text can have made a number of it.
    return [
      toVerdict(
        value === undefined || textRule === undefined ? 'plant-has-name' : textRule,
        exchange,
        problem,
      ),
    ]
  }
  const isSame = value === sent
  const problem = isSame
    ? undefined
    : `${member} must be ${describeText(sent, value)}, got ${describeText(value, sent)}`
  return [
    ...(member === 'name' ? [toVerdict('plant-has-name', exchange, undefined)] : []),
    toVerdict(echo, exchange, problem),
  ]
}

/** Judges the tag that comes back where none was sent. */
function judgeOmittedTag(tag: unknown, exchange: Exchange): Verdict[] {
  const isLegal = tag === undefined || typeof tag === 'string'
  const got = `got ${describeValue(tag)}`
  return [
    toVerdict('omitted-tag-is-no-null', exchange, isLegal ? undefined : `tag must be a string, ${got}`),
    // One mistake is told once.
    ...(isLegal
      ? [
          toVerdict(
            'omitted-tag-stays-out',
            exchange,
            tag === undefined ? undefined : `tag must be left out as none was sent, ${got}`,
          ),
        ]
      : []),
  ]
}

/** Shows a text so that two that look the same can be told apart. */
function describeText(value: unknown, other: unknown): string {
  if (typeof value !== 'string' || typeof other !== 'string') return describeValue(value)
  const looksSame = value.normalize() === other.normalize() || value.trim() === other.trim()
  if (!looksSame || /^[\x20-\x7e]*$/.test(value)) return describeValue(value)
  const escaped = [...value.slice(0, 12)].map((letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`)
  return `"${escaped.join('')}"`
}

function judgePlant(
  exchange: Exchange,
  body: Record<string, unknown>,
  plant: SentPlant,
  textRule: CreatedExpectation['textRule'],
): Verdict[] {
  const { name, tag, id } = body
  const toRule = typeof textRule === 'function' ? textRule : () => textRule
  return [
    ...judgeText('name', name, plant.name, exchange, toRule(plant.name)),
    ...(plant.tag === undefined
      ? judgeOmittedTag(tag, exchange)
      : judgeText('tag', tag, plant.tag, exchange, toRule(plant.tag))),
    toVerdict('plant-has-no-id', exchange, id === undefined ? undefined : 'the body has an id'),
  ]
}

/** Gives the rule of a 5xx that is the answer to an odd plant; a plain one has none of its own, nor has an open rule. */
const toServerErrorRule = (rule: RuleId, openRule: RuleId): { serverErrorRule?: RuleId } =>
  rule === 'created-is-200' || rule === openRule ? {} : { serverErrorRule: rule }

/** Judges the answer to a valid plant (specification section 4, rules 1 and 2). */
export function judgeCreated(
  session: Session,
  exchange: Exchange,
  plant: SentPlant,
  expectation: CreatedExpectation = {},
): Verdict[] {
  const {
    rule = 'created-is-200',
    textRule,
    deliveryRule,
    openRule,
    title,
    mayBeStored = false,
    legalStatus,
  } = expectation
  const { answer, verdicts } = judgeDelivery(exchange, deliveryRule)
  if (answer === undefined) return verdicts
  verdicts.push(...judgeSecrecy(session, exchange, answer))
  const { status } = answer
  if (status === legalStatus) return [...verdicts, toVerdict(rule, exchange, undefined)]
  if (!isSuccess(status)) {
    if (openRule !== undefined) {
      session.observe(openRule, title ?? 'a request', `answered ${status}`)
      return [...verdicts, ...judgeRefusal(exchange, answer, toServerErrorRule(rule, openRule))]
    }
    const refusal = judgeRefusal(exchange, answer).filter(({ rule: id }) => isIn(id, 'errors'))
    const isLikeStored = session.memory.duplicateSignature === toSignature(answer, plant)
    // The words of such a refusal may vary, its status says enough where anybody may have stored the id.
    if ((isLikeStored || status === 409) && (session.hasIdRange || mayBeStored)) return verdicts
    return [...verdicts, ...refusal, toVerdict(rule, exchange, `the status must be 200, got ${status}`)]
  }
  if (openRule !== undefined) session.observe(openRule, title ?? 'a request', `answered ${status}`)
  if (rule !== 'created-is-200') verdicts.push(toVerdict(rule, exchange, undefined))
  verdicts.push(
    toVerdict(
      'created-is-200',
      exchange,
      status === 200 ? undefined : `the status must be 200, got ${status}`,
    ),
  )
  // What is no 200 has not the form of one.
  if (status !== 200) return verdicts
  verdicts.push(judgeContentType('created-content-type', exchange, answer))
  const body = readBody(answer)
  if ('problem' in body) return [...verdicts, toVerdict('created-is-json', exchange, body.problem)]
  const looksLikeError = 'error' in body.value && 'message' in body.value && !('name' in body.value)
  if (looksLikeError) {
    const problem = `an Error came with the status ${status}, so nothing was created`
    return [...verdicts, toVerdict('refusal-is-not-200', exchange, problem)]
  }
  verdicts.push(toVerdict('created-is-json', exchange, undefined))
  return [...verdicts, ...judgePlant(exchange, body.value, plant, textRule)]
}
