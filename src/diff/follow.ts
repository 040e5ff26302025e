import type { Operation } from '../contract/contract.ts'
import type { OwnRejection } from '../mock/failure.ts'
import { type FailureName, failureNames, failures } from '../mock/failures.ts'
import { type CheckedPart, checkedParts } from '../mock/options.ts'
import { isContainer, isObject } from '../options/is-object.ts'
import type { Case } from './case.ts'
import { compareAll, type Found, findConstants, type Results, weigh } from './compare.ts'
import { describeType, readJson, toLook } from './look.ts'
import type { FollowOptions } from './options.ts'
import { isAccepted, type Seen } from './side.ts'

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
  isAbout(one: Case): boolean
  toVariants(options: FollowOptions, found: readonly Found[], seens: readonly Seen[]): FollowOptions[]
}

/** What a mock has to follow. */
interface Followed {
  cases: readonly Case[]
  /** What the service responded, and what it responded to some of the same cases again. */
  service: Results
  again: Results
  limits: ReadonlyMap<Case, string>
  askMock(options: FollowOptions, cases: readonly Case[]): Promise<Results>
}

/** Lists what may make a mock follow; what decides more comes first. */
function listSuggestions({ cases, limits }: Followed, mock: Results): Suggestion[] {
  const toValues = <Name extends NonNullable<Case['option']>>(
    option: Name,
    values: readonly FollowOptions[Name][],
  ): Suggestion => ({
    isAbout: (one) => one.option === option,
    toVariants: (options) => values.map((value) => ({ ...options, [option]: value })),
  })
  const sizes = [...limits].flatMap(([{ option }, limit]) => (option === 'maxBody' ? [Number(limit)] : []))
  const isRow = (one: Case, failure?: FailureName): boolean =>
    one.pair === undefined && mock.get(one)?.failure === failure
  return [
    toValues('unknownProperties', ['reject', 'ignore']),
    toValues('unknownParameters', ['reject', 'ignore']),
    toValues('onDuplicate', ['replace', 'keep', 'reject']),
    toValues('maxBody', sizes),
    {
      isAbout: ({ option }) => option === 'order',
      toVariants: (options, found) => [followOrder(found, options)],
    },
    ...failureNames.map(
      (name): Suggestion => ({
        isAbout: (one) => isRow(one, name),
        toVariants: (options, found, seens) => followFailure(name, found, seens, options),
      }),
    ),
    ...[...new Set(cases.map(({ operation }) => operation))].map(
      (operation): Suggestion => ({
        isAbout: (one) => one.operation === operation && isRow(one),
        toVariants: (options, found, seens) => followOperation(operation, found, seens, options),
      }),
    ),
  ]
}

/** Finds the options with which a mock differs least from a service. */
export async function follow(before: FollowOptions, followed: Followed): Promise<FollowOptions> {
  const { cases, service, again, limits, askMock } = followed
  let best = before
  // What is rejected for another reason has a row of its own then.
  for (let rounds = 2; rounds > 0; rounds--) {
    let mock = await askMock(best, cases)
    const { found } = compareAll(cases, service, mock, limits)
    for (const { isAbout, toVariants } of listSuggestions(followed, mock)) {
      const [some, own] = [cases.filter(isAbout), found.filter((item) => isAbout(item.case))]
      const seens = some.flatMap((one) => [service, again].flatMap((results) => results.get(one) ?? []))
      const weighAll = (to: Results): number => weigh(compareAll(some, service, to, limits).found)
      for (const variant of own.length === 0 ? [] : toVariants(best, own, seens)) {
        const next = new Map([...mock, ...(await askMock(variant, some))])
        if (weighAll(next) < weighAll(mock)) [best, mock] = [variant, next]
      }
    }
  }
  return best
}
