import type { Operation } from '../contract/contract.ts'
import type { OwnRejection } from '../mock/failure.ts'
import { type FailureName, failureNames, failures } from '../mock/failures.ts'
import { type CheckedPart, checkedParts } from '../mock/options.ts'
import { isContainer, isObject } from '../options/is-object.ts'
import type { Case } from './cases.ts'
import { type Found, findConstants, type Results } from './compare.ts'
import { describeType, toLook } from './look.ts'
import type { FollowOptions } from './options.ts'
import { isAccepted, readJson, type Seen } from './side.ts'

/** Values that stand for those that vary, so that the same service gives the same file. */
const standIns: Readonly<Record<string, unknown>> = {
  number: 1,
  'string (date-time)': '2026-01-01T00:00:00.000Z',
  'string (date)': '2026-01-01',
  'string (uuid)': '00000000-0000-4000-8000-000000000000',
  'string (URL)': 'https://example.com/',
}

/** Copies a body, in which `text` and others stand for what varies. */
function settle(value: unknown, constants: ReadonlyMap<string, unknown>, text: string, place = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => settle(one, new Map(), text))
  if (isContainer(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, settle(one, constants, text, `${place}/${name}`)]),
    )
  const isFixed = typeof value === 'boolean' || value === null || constants.has(place)
  return isFixed ? value : (standIns[describeType(value)] ?? text)
}

/** Returns what most of several are. */
function findUsual<Value>(values: readonly Value[]): Value | undefined {
  const count = (value: Value): number => values.filter((one) => one === value).length
  return [...new Set(values)].sort((one, other) => count(other) - count(one))[0]
}

/** Lists headers of responses that a mock has to be given. */
function findHeaders(seens: readonly Seen[], names: readonly string[]): Record<string, string> {
  const rows = names.flatMap((name): [string, string][] => {
    // Each path has methods of its own.
    const values = name === 'allow' ? [] : seens.flatMap(({ headers }) => headers[name] ?? [])
    const usual = findUsual(values)
    // What most responses don't have belongs to something else.
    if (usual === undefined || values.length * 2 <= seens.length) return []
    const isVarying =
      name !== 'content-type' && (values.length === 1 || values.some((value) => value !== usual))
    return [
      [
        name,
        isVarying ? String(standIns[describeType(usual)] ?? (/^\d+$/.test(usual) ? 1 : 'value')) : usual,
      ],
    ]
  })
  return Object.fromEntries(rows)
}

const headersOf = (found: readonly Found[]): string[] =>
  found.flatMap(({ differs }) => /^header (.*)/.exec(differs)?.[1] ?? [])

/** Suggests what the mock responds to a failure, the simplest first. */
function followFailure(
  name: FailureName,
  found: readonly Found[],
  seens: readonly Seen[],
  options: FollowOptions,
): FollowOptions[] {
  const { responses = {} } = options
  const { [name]: old = {} } = Object(responses) as Record<string, OwnRejection>
  const rejections = seens.filter((seen) => !isAccepted(seen) && seen.status > 0)
  const status = findUsual(rejections.map((seen) => seen.status))
  if (status === undefined) return []
  const shapes = rejections.map((seen) =>
    [...toLook(seen)].filter(([place]) => place.startsWith('body')).join(),
  )
  const usual = rejections[shapes.indexOf(findUsual(shapes) ?? '')] as Seen
  const json = readJson(usual.body)
  const body = json === undefined ? usual.body : settle(json, findConstants(rejections), failures[name].title)
  const toRow = (names: readonly string[], more: OwnRejection): OwnRejection => {
    const headers = { ...old.headers, ...findHeaders(rejections, names) }
    const hasStatus = old.status !== undefined || found.some(({ differs }) => differs === 'status')
    return { ...(hasStatus && { status }), ...(Object.keys(headers).length > 0 && { headers }), ...more }
  }
  const changed = found.flatMap(({ differs }) => /^(?:body|value of) \/([^/]+)/.exec(differs)?.[1] ?? [])
  const own = Object.entries(isObject(body) ? body : {}).filter(([property]) => changed.includes(property))
  const properties = { ...old.properties, ...Object.fromEntries(own) }
  const isJson = usual.headers['content-type'] === 'application/json' || body === ''
  const rows = [
    toRow(headersOf(found), {
      ...(old.properties && { properties: old.properties }),
      ...('body' in old && { body: old.body }),
    }),
    toRow(headersOf(found), { properties }),
    toRow([...headersOf(found), ...(isJson ? [] : ['content-type'])], { body }),
  ]
  const table = typeof responses === 'string' ? { preset: responses } : responses
  return rows.map((row) => ({ ...options, responses: { ...table, [name]: row } }))
}

/** Suggests a fixed response of an operation that changes no record. */
function followOperation(
  operation: Operation,
  found: readonly Found[],
  seens: readonly Seen[],
  options: FollowOptions,
): FollowOptions[] {
  const own = seens.filter(isAccepted)
  const [first] = own
  if (first === undefined || operation.effect.kind !== 'none') return []
  const { status, body } = first
  const json = readJson(body)
  const headers = findHeaders(own, [...headersOf(found), 'content-type'])
  const settled = json === undefined ? body : settle(json, findConstants(own), 'text')
  const response = { status, headers, ...(body !== '' && { body: settled }) }
  return [{ ...options, respond: { ...options.respond, [operation.id]: response } }]
}

/** Suggests an order of the checks, from which mistakes of pairs come first. */
function followOrder(found: readonly Found[], options: FollowOptions): FollowOptions {
  const order: string[] = []
  for (const part of new Set([...(options.order ?? []), ...checkedParts])) {
    const isBefore = (other: string): boolean =>
      found.some((item) => item.service === `${part} first` && item.mock === `${other} first`)
    const at = order.findIndex(isBefore)
    order.splice(at === -1 ? order.length : at, 0, part)
  }
  return { ...options, order: order as CheckedPart[] }
}

/** Options that may make the mock follow, for some of the cases. */
interface Suggestion {
  cases: readonly Case[]
  toVariants(options: FollowOptions): FollowOptions[]
}

/** Lists what may make the mock follow; what decides more comes first. */
export function suggest(
  cases: readonly Case[],
  found: readonly Found[],
  mock: Results,
  service: readonly Results[],
  limits: ReadonlyMap<Case, string>,
): Suggestion[] {
  const toSuggestion = (
    isAbout: (one: Case) => boolean,
    toVariants: (options: FollowOptions, own: readonly Found[], seens: readonly Seen[]) => FollowOptions[],
  ): Suggestion[] => {
    const about = cases.filter(isAbout)
    const own = found.filter((item) => isAbout(item.case))
    const seens = about.flatMap((one) => service.flatMap((results) => results.get(one) ?? []))
    if (own.length === 0) return []
    return [{ cases: about, toVariants: (options) => toVariants(options, own, seens) }]
  }
  const ofOption = (option: Case['option']) => (one: Case) => one.option === option
  const sizes = [...limits].flatMap(([{ option }, limit]) => (option === 'maxBody' ? [Number(limit)] : []))
  const isRow = (name: string) => (one: Case) => one.pair === undefined && mock.get(one)?.failure === name
  return [
    ...(['unknownProperties', 'unknownParameters'] as const).flatMap((option) =>
      toSuggestion(ofOption(option), (options) =>
        ['reject', 'ignore'].map((action) => ({ ...options, [option]: action })),
      ),
    ),
    ...toSuggestion(ofOption('onDuplicate'), (options) =>
      (['replace', 'keep', 'reject'] as const).map((onDuplicate) => ({ ...options, onDuplicate })),
    ),
    ...toSuggestion(ofOption('maxBody'), (options) => sizes.map((maxBody) => ({ ...options, maxBody }))),
    ...toSuggestion(ofOption('order'), (options, own) => [followOrder(own, options)]),
    ...failureNames.flatMap((name) =>
      toSuggestion(isRow(name), (options, own, seens) => followFailure(name, own, seens, options)),
    ),
    ...[...new Set(cases.map(({ operation }) => operation))].flatMap((operation) =>
      toSuggestion(
        (one) =>
          one.operation === operation && one.pair === undefined && mock.get(one)?.failure === undefined,
        (options, own, seens) => followOperation(operation, own, seens, options),
      ),
    ),
  ]
}
