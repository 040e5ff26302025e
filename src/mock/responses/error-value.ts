import type { Schema } from '../../contract/contract.ts'
import { toPointer } from '../../contract/pointer.ts'
import { isObject } from '../../options/is-object.ts'
import type { FailureProblem } from '../failure.ts'

export interface ErrorFacts {
  status: number
  /** The failure, such as `invalid-body`. */
  name: string
  title: string
  detail: string
  /** The status with two more digits, such as 40003. */
  number: number
  method: string
  path: string
  time: string
  problems: readonly FailureProblem[]
  /** The one problem that an item of a list is about. */
  problem?: FailureProblem
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const messages = words(
  'message detail details errormessage errordescription errordetail description reason msg usermessage developermessage longmessage shortmessage cause text explanation messagetext errormsg faultstring summary info',
)
const lists = words(
  'errors details violations issues problems messages invalidparams error detail fields fielderrors validationerrors causes reasons fault faults errordetails',
)
const places = words(
  'field property param parameter attribute pointer location propertypath fieldname key target where path',
)
const statuses = words(
  'status statuscode httpstatus httpcode httpstatuscode code responsecode errorcode errno error_code',
)
const names = words('code errorcode type error kind name errortype reasoncode status key id slug')
const objects = words('error fault source meta data response body errors status problem exception')

const simplify = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

const normalize = (text: unknown): string => simplify(String(text))

/** Words in the names of errors that mean a status, the most exact first. */
const statusWords: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid', 'validation', 'badrequest', 'malformed'],
  401: ['unauthorized', 'unauthenticated', 'authentication', 'auth', 'credential', 'token'],
  403: ['forbidden', 'permission', 'denied', 'unauthorized', 'auth'],
  404: ['notfound', 'missing', 'unknown'],
  405: ['method'],
  406: ['acceptable'],
  408: ['timeout'],
  409: ['conflict', 'duplicate', 'exists', 'taken'],
  410: ['gone', 'notfound'],
  412: ['precondition', 'conflict'],
  413: ['large', 'size'],
  415: ['media', 'contenttype', 'unsupported'],
  422: ['validation', 'unprocessable', 'invalid', 'badrequest'],
  429: ['rate', 'toomany', 'throttl', 'limit', 'quota'],
  500: ['internal', 'servererror', 'unexpected', 'unknown'],
  503: ['unavailable', 'internal', 'servererror'],
}

function pickWord(values: readonly unknown[], { name, title, status }: ErrorFacts): unknown {
  const meaning = (statusWords[status] ?? []).map((word) =>
    values.find((value) => normalize(value).includes(word)),
  )
  const own = [name, title, `${status}`].map(normalize)
  const parts = name.split('-').map(normalize)
  return (
    values.find((value) => value === status || String(value) === String(status)) ??
    values.find((value) => own.includes(normalize(value))) ??
    meaning.find((value) => value !== undefined) ??
    values.find((value) => parts.some((part) => part.length > 3 && normalize(value).includes(part)))
  )
}

/** What a property of an error says, by its name and type; undefined if its name says nothing. */
function fillProperty(
  name: string,
  schema: Schema,
  facts: ErrorFacts,
  siblings: ReadonlySet<string>,
  depth: number,
): unknown {
  const simple = simplify(name)
  const { types, values, format } = schema.facts()
  const can = (type: string): boolean => types.includes(type)
  const hasMessage = [...siblings].some(
    (one) => one !== 'error' && one !== 'title' && one !== simple && messages.has(one),
  )
  if (values !== undefined)
    return names.has(simple) || statuses.has(simple) ? pickWord(values, facts) : undefined
  if (can('array') && !can('string') && (lists.has(simple) || simple === 'loc')) {
    if (simple === 'loc') return facts.problem && [facts.problem.in, ...facts.problem.path]
    return fillList(schema, facts, depth)
  }
  if (can('object') && !can('string') && (objects.has(simple) || lists.has(simple)))
    return fillObject(schema, facts, depth + 1)
  if ((can('integer') || can('number')) && !can('string')) {
    if (simple === 'error') return facts.number
    return statuses.has(simple) ? facts.status : undefined
  }
  if (can('boolean') && types.length < 3) {
    if (simple === 'success' || simple === 'ok') return false
    return simple === 'error' || simple === 'iserror' || simple === 'failed' ? true : undefined
  }
  if (!can('string')) return undefined
  // Without a problem of its own, a failure is about the whole.
  if (simple === 'pointer' && (facts.problem === undefined || facts.problem.in === 'body'))
    return facts.problem?.at ?? ''
  if (facts.problem !== undefined && places.has(simple)) return facts.problem.at || '/'
  if (facts.problem !== undefined && simple === 'in') return facts.problem.in
  if (simple === 'type' && (format?.startsWith('uri') || siblings.has('title'))) return 'about:blank'
  if (simple === 'title') return hasMessage ? facts.title : facts.detail
  if (simple === 'error') return hasMessage ? facts.title : facts.detail
  if (messages.has(simple)) return facts.detail
  if (simple === 'status' || simple.startsWith('statuscode') || simple.startsWith('httpstatus'))
    return `${facts.status}`
  if (names.has(simple) && simple !== 'id') return facts.problem?.keyword ?? facts.name
  if (simple === 'instance' || simple === 'path' || simple === 'uri' || simple === 'url') return facts.path
  if (simple === 'method') return facts.method
  if (format === 'date-time') return facts.time
  return undefined
}

const maxDepth = 4

function fillList(schema: Schema, facts: ErrorFacts, depth: number): unknown {
  const items = schema.at(0)
  if (items === undefined) return facts.problems.map(({ detail }) => detail)
  const each = facts.problems.length > 0 ? facts.problems : [undefined]
  const list = each.map((problem) => {
    const own = problem === undefined ? facts : { ...facts, problem, detail: problem.detail }
    return toErrorValue(items, own, depth + 1)
  })
  return schema.check(list).length === 0 ? list : list.slice(0, 1)
}

/** Fills an object: its properties, or the messages of each wrong property if it can have any name. */
function fillObject(schema: Schema, facts: ErrorFacts, depth: number): unknown {
  const { properties } = schema.facts()
  if (properties.length > 0 || facts.problems.length === 0) return toErrorValue(schema, facts, depth)
  const map: Record<string, unknown> = {}
  for (const { at, detail } of facts.problems) {
    const name = at.replace(/^\//, '') || 'body'
    const inner = schema.at(name)
    map[name] = inner?.facts().types.includes('array') && inner.facts().types.length < 3 ? [detail] : detail
  }
  return schema.check(map).length === 0 ? map : toErrorValue(schema, facts, depth)
}

/** Makes the value of an error: it matches its schema, and says what is wrong wherever the names of properties allow it. */
export function toErrorValue(schema: Schema, facts: ErrorFacts, depth = 0): unknown {
  const { types, properties, required } = schema.facts()
  if (depth > maxDepth) return schema.example(1)
  const base = schema.example(1)
  if (!isObject(base) && properties.length === 0) {
    if (types.includes('string') && schema.check(facts.detail).length === 0) return facts.detail
    if (Array.isArray(base)) {
      const list = fillList(schema, facts, depth)
      return schema.check(list).length === 0 ? list : base
    }
    return base
  }
  const start = isObject(base) ? base : {}
  const all = [...new Set([...properties, ...Object.keys(start)])]
  const siblings = new Set(all.map(simplify))
  const filled: Record<string, unknown> = {}
  const whole: Record<string, unknown> = {}
  for (const name of all) {
    const inner = schema.at(name)
    const value = inner && fillProperty(name, inner, facts, siblings, depth)
    if (inner !== undefined && value !== undefined && inner.check(value).length === 0)
      filled[name] = whole[name] = value
    else if (required.includes(name)) whole[name] = start[name]
  }
  // An object that says nothing by itself may have one that does.
  if (Object.keys(filled).length === 0)
    for (const name of all) {
      const inner = schema.at(name)
      if (
        inner === undefined ||
        !inner.facts().types.includes('object') ||
        inner.facts().types.includes('string')
      )
        continue
      whole[name] = toErrorValue(inner, facts, depth + 1)
    }
  if (schema.check(whole).length === 0) return whole
  let kept = start
  // Nothing matches some schemas, such as oneOf with two branches of the same form.
  const fewest = schema.check(start).length
  for (const [name, value] of Object.entries(filled)) {
    const next = { ...kept, [name]: value }
    if (schema.check(next).length <= fewest) kept = next
  }
  return kept
}

/** The body of an error that no schema describes (RFC 9457). */
export const toProblemDetails = ({
  status,
  title,
  detail,
  problems,
}: ErrorFacts): Record<string, unknown> => ({
  type: 'about:blank',
  title,
  status,
  detail,
  ...(problems.length > 0 && {
    errors: problems.map((problem) => ({
      detail: problem.detail,
      ...(problem.in === 'body'
        ? { pointer: `#${toPointer(...problem.path)}` }
        : { parameter: problem.at, in: problem.in }),
    })),
  }),
})
