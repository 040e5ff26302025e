import { answerSchemas } from '../contract/generated/operation.ts'
import { type HttpAnswer, type HttpRequest, isSuccess, readSentBody } from '../http/exchange.ts'
import type { ExactInteger } from '../json/exact-integer.ts'
import { isContainer } from '../options/is-object.ts'
import { toVerdict, type Verdict } from './finding.ts'
import type { RuleId } from './generated/rules.ts'
import { type CreatedExpectation, judgeCreated } from './judge-created.ts'
import { judgeRefused } from './judge-refused.ts'
import { findOtherOperation, judgeRequest } from './judge-request.ts'
import { readJson } from './read-body.ts'
import { isIn, toServerErrorRule, toStatusRule } from './rules.ts'

/** What is known about a service besides the exchange. */
export interface Known {
  /** Whether the token is one that the service does not accept. */
  isTokenInvalid?: boolean
  /** Whether the id is known to be free or stored, with a valid token; undefined if neither is known. */
  id?: 'free' | 'stored' | undefined
  /** The path of the base address, without a slash at its end. */
  basePath?: string
}

/** The open rules for statuses with only one meaning. */
const ruleOfStatus: Record<number, RuleId> = {
  401: 'status-for-invalid-token',
  403: 'status-for-invalid-token',
  409: 'status-for-stored-id',
  413: 'large-body',
  429: 'rate-limit',
}

/** Names the open rule that records the status of a refusal (docs/specification.md, section 7). */
function findOpenRule(status: number, refusal: RuleId | undefined, { id }: Known): RuleId {
  if (refusal !== undefined && isIn(refusal, 'credentials')) return toStatusRule(refusal)
  if (refusal === undefined && id === 'stored') return 'status-for-stored-id'
  return ruleOfStatus[status] ?? toStatusRule(refusal ?? 'refused-body-no-5xx')
}

/** Reports a status that the specification does not list. */
function judgeStatus({ status }: HttpAnswer, rule: RuleId): Verdict[] {
  const expected = Object.keys(answerSchemas).join(' and ')
  if (Object.hasOwn(answerSchemas, status)) return []
  const problem = `openapi.yaml lists ${expected}, not ${status}`
  return [toVerdict(rule, '/response/status', problem, { expected, actual: String(status) })]
}

const isText = (member: string): boolean => member === 'name' || member === 'tag'

type IsOpen = NonNullable<CreatedExpectation['isOpen']>

/** Lets the texts of an answer differ from those of the request, but not be missing. */
const isOtherText: IsOpen = (_member, value, sent) => sent !== undefined && typeof value === typeof sent

/** Lets an answer have the texts of another plant, which may have no tag. */
const isStoredText: IsOpen = (member, value) =>
  value === undefined || typeof value === 'string' || !isText(member)

/**
 * Judges an exchange: what is wrong with the request, and whether the answer is right for it.
 *
 * @returns a verdict for each rule that the exchange could show to be broken; verdicts of open rules aren't mistakes
 */
export function judgeExchange(request: HttpRequest, answer?: HttpAnswer, known: Known = {}): Verdict[] {
  const { basePath = '' } = known
  const [path = '', query = ''] = request.path.slice(basePath.length).split(/\?(.*)/s)
  const other = findOtherOperation(request.method, path)
  if (other !== undefined) return [other]
  const wrong: Verdict[] = judgeRequest(request)
  if (known.isTokenInvalid && !wrong.some(({ rule }) => isIn(rule, 'credentials')))
    wrong.unshift(toVerdict('refuses-unissued-token', '/request/headers', 'the token is not valid'))
  const unknown = [...new Set(new URLSearchParams(query).keys())].map((name) =>
    toVerdict('other-paths', `/request/query/${name}`, `openapi.yaml has no query parameter ${name}`),
  )
  if (answer === undefined) return [...unknown, ...wrong]
  const [refusal] = wrong
  const isOpen = answer.status >= (refusal === undefined ? 400 : 300) && answer.status < 500
  const openRule = findOpenRule(answer.status, refusal?.rule, known)
  const open = [...unknown, ...(isOpen ? judgeStatus(answer, openRule) : [])]
  const read = readJson(readSentBody(request))
  const { id, name, tag, ...others } = Object('value' in read ? read.value : {}) as Record<string, unknown>
  // A text of deeply nested arrays would need more stack than there is.
  const toText = (value: unknown): string => (isContainer(value) ? '' : String(value))
  const texts = { name: toText(name), ...(tag !== undefined && { tag: toText(tag) }) }
  const plant = { id: id as ExactInteger | undefined, ...texts, others }
  if (refusal !== undefined) {
    const { rule } = refusal
    // The answer to a request that is accepted by mistake must still be a Plant, with any texts.
    const ofPlant = judgeCreated(answer, plant, { isOpen: isOtherText }).filter(
      ({ place }) => place !== '/response/status',
    )
    return [
      ...wrong,
      ...judgeRefused(answer, { rule, serverErrorRule: toServerErrorRule(rule) }),
      ...(isSuccess(answer.status) ? ofPlant : []),
      ...open,
    ]
  }
  // An id may be stored already, and a token may be invalid.
  if (!isOpen || known.id === 'free') {
    // Whether a 200 for a stored id has the stored texts is open.
    const isError = answer.status >= 500
    const rules = { rule: 'stored-id-no-5xx', openRule: 'status-for-stored-id' } as const
    const open = known.id === 'stored' && { isOpen: isStoredText, ...(isError && rules) }
    return [...unknown, ...judgeCreated(answer, plant, { ...open })]
  }
  return [...judgeCreated(answer, plant, { openRule }), ...open]
}
