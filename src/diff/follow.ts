import type { Operation } from '../contract/contract.ts'
import { readExactJson } from '../json/exact-json.ts'
import type { OwnRejection } from '../mock/failure.ts'
import { type FailureName, failureNames, failures } from '../mock/failures.ts'
import { checkedParts } from '../mock/options.ts'
import { isContainer, isObject } from '../options/is-object.ts'
import type { DiffCase } from './case.ts'
import { compareAll, type FoundDifference, findConstants, weighDifferences } from './compare.ts'
import { describeValueType, isAccepted } from './look.ts'
import type { FollowOptions } from './options.ts'
import type { CaseResult, Results } from './side.ts'

/** Values that stand for those that vary, so that the same service gives the same file. */
const standIns: Readonly<Record<string, unknown>> = {
  number: 1,
  'string (date-time)': '2026-01-01T00:00:00.000Z',
  'string (date)': '2026-01-01',
  'string (uuid)': '00000000-0000-4000-8000-000000000000',
  'string (URL)': 'https://example.com/',
}

/** Copies a body, in which `text` and others stand for what varies. */
function replaceVarying(
  value: unknown,
  constants: ReadonlyMap<string, unknown>,
  text: string,
  place = '',
): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => replaceVarying(one, new Map(), text))
  if (isContainer(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        replaceVarying(one, constants, text, `${place}/${name}`),
      ]),
    )
  const isFixed = typeof value === 'boolean' || value === null || constants.has(place)
  return isFixed ? value : (standIns[describeValueType(value)] ?? text)
}

/** Copies the body of a response, in which `text` and others stand for what the bodies of others don't have in common. */
function replaceVaryingInBody({ body }: CaseResult, others: readonly CaseResult[], text: string): unknown {
  const json = readExactJson(body)
  return json === undefined ? body : replaceVarying(json, findConstants(others), text)
}

function findUsual<Value>(values: readonly Value[]): Value | undefined {
  const count = (value: Value): number => values.filter((one) => one === value).length
  return [...new Set(values)].sort((one, other) => count(other) - count(one))[0]
}

/** Lists the headers of responses that differ from those of a mock, or have the type of a body. */
function findHeaders(
  seens: readonly CaseResult[],
  found: readonly FoundDifference[],
  hasType = false,
): Record<string, string> {
  const names = found.flatMap(({ differs }) => /^header (.*)/.exec(differs)?.[1] ?? [])
  const rows = [...names, ...(hasType ? ['content-type'] : [])].flatMap((name) => {
    // Each path has methods of its own.
    const values = name === 'allow' ? [] : seens.flatMap(({ headers }) => headers[name] ?? [])
    const usual = findUsual(values)
    // What most responses don't have belongs to something else.
    if (usual === undefined || values.length * 2 <= seens.length) return []
    const isFixed = name === 'content-type' || (values.length > 1 && values.every((value) => value === usual))
    const standIn = standIns[describeValueType(usual)] ?? (/^\d+$/.test(usual) ? 1 : 'value')
    return [[name, isFixed ? usual : String(standIn)] as const]
  })
  return Object.fromEntries(rows)
}

/** Options, and what was found and seen of the cases that they are about. */
interface FollowState {
  options: FollowOptions
  found: readonly FoundDifference[]
  seens: readonly CaseResult[]
}

/** Suggests what the mock responds to a failure, the simplest first. */
function followFailure(name: FailureName, { options, found, seens }: FollowState): FollowOptions[] {
  const { responses = {} } = options
  const { [name]: old = {} } = Object(responses) as Record<string, OwnRejection>
  const rejections = seens.filter((seen) => !isAccepted(seen) && seen.status > 0)
  const toShape = ({ look }: CaseResult): string =>
    [...look].filter(([place]) => place.startsWith('body')).join()
  const shape = findUsual(rejections.map(toShape))
  const usual = rejections.find((seen) => toShape(seen) === shape)
  if (usual === undefined) return []
  const body = replaceVaryingInBody(usual, rejections, failures[name].title)
  const isStatus = old.status !== undefined || found.some(({ differs }) => differs === 'status')
  const status = isStatus ? { status: findUsual(rejections.map((seen) => seen.status)) as number } : {}
  const toRow = (more: OwnRejection, hasType = false): OwnRejection => {
    const headers = { ...old.headers, ...findHeaders(rejections, found, hasType) }
    return { ...status, ...(Object.keys(headers).length > 0 && { headers }), ...more }
  }
  const changed = found.flatMap(({ differs }) => /^(?:body|value of) \/([^/]+)/.exec(differs)?.[1] ?? [])
  const own = Object.entries(isObject(body) ? body : {}).filter(([property]) => changed.includes(property))
  const { status: _status, headers: _headers, ...kept } = old
  const isJson = usual.headers['content-type'] === 'application/json' || body === ''
  const rows = [
    toRow(kept),
    toRow({ properties: { ...old.properties, ...Object.fromEntries(own) } }),
    toRow({ body }, !isJson),
  ]
  const table = typeof responses === 'string' ? { preset: responses } : responses
  return rows.map((row) => ({ ...options, responses: { ...table, [name]: row } }))
}

/** Suggests a fixed response of an operation that changes no record. */
function followOperation({ id, effect }: Operation, { options, found, seens }: FollowState): FollowOptions[] {
  const own = seens.filter(isAccepted)
  const [first] = own
  if (first === undefined || effect.kind !== 'none') return []
  const { status, body } = first
  const headers = findHeaders(own, found, true)
  const response = { status, headers, ...(body !== '' && { body: replaceVaryingInBody(first, own, 'text') }) }
  return [{ ...options, respond: { ...options.respond, [id]: response } }]
}

/** Suggests an order of the checks, from which mistakes of pairs come first. */
function followOrder({ options, found }: FollowState): FollowOptions[] {
  const order: (typeof checkedParts)[number][] = []
  for (const part of new Set([...(options.order ?? []), ...checkedParts])) {
    const at = order.findIndex((other) =>
      found.some((item) => item.service === `${part} first` && item.mock === `${other} first`),
    )
    order.splice(at === -1 ? order.length : at, 0, part)
  }
  return [{ ...options, order }]
}

/** What options of a mock are about; those that decide more come first. */
const decisions = ['unknownProperties', 'unknownParameters', 'onDuplicate', 'maxBody', 'order'] as const
type Decision = (typeof decisions)[number] | FailureName | Operation

const listSubjects = (one: DiffCase, mock: Results): Decision[] => [
  ...(one.option ? [one.option] : []),
  ...(one.pair ? [] : [mock.get(one)?.exchange.failure ?? one.operation]),
]

function suggest(subject: Decision, followed: FollowState): FollowOptions[] {
  const { options, seens } = followed
  const toOptions = (values: readonly unknown[]): FollowOptions[] =>
    values.map((value) => ({ ...options, [String(subject)]: value }))
  if (typeof subject === 'object') return followOperation(subject, followed)
  switch (subject) {
    case 'unknownProperties':
    case 'unknownParameters':
      return toOptions(['reject', 'ignore'])
    case 'onDuplicate':
      return toOptions(['replace', 'keep', 'reject'])
    case 'maxBody':
      return toOptions(seens.flatMap(({ limit }) => (limit === undefined ? [] : [Number(limit)])).slice(0, 1))
    case 'order':
      return followOrder(followed)
    default:
      return followFailure(subject, followed)
  }
}

export interface FollowInput {
  cases: readonly DiffCase[]
  /** What the service responded, and what it responded to some of the same cases again. */
  service: Results
  again: Results
  askMock(options: FollowOptions, cases: readonly DiffCase[]): Promise<Results>
}

/** Finds the options with which a mock differs least from a service. */
export async function follow(before: FollowOptions, following: FollowInput): Promise<FollowOptions> {
  const { cases, service, again, askMock } = following
  const all = [...decisions, ...failureNames, ...new Set(cases.map(({ operation }) => operation))]
  let options = before
  // What is rejected for another reason in the first round has another row in the second.
  for (let rounds = 2; rounds > 0; rounds--) {
    let mock = await askMock(options, cases)
    const differing = compareAll(cases, service, mock).found
    const subjects = new Map(cases.map((one) => [one, listSubjects(one, mock)]))
    for (const subject of all) {
      const isAbout = (one: DiffCase): boolean => subjects.get(one)?.includes(subject) ?? false
      const own = cases.filter(isAbout)
      const found = differing.filter((item) => isAbout(item.case))
      if (found.length === 0) continue
      const seens = own.flatMap((one) => [service, again].flatMap((results) => results.get(one) ?? []))
      const weighOwn = (results: Results): number => weighDifferences(compareAll(own, service, results))
      for (const variant of suggest(subject, { options, found, seens })) {
        const next = new Map([...mock, ...(await askMock(variant, own))])
        if (weighOwn(next) < weighOwn(mock)) [options, mock] = [variant, next]
      }
    }
  }
  return options
}
