import { addRoute, createRouter as createTree, findAllRoutes } from 'rou3'
import type { Headers, Match, Mismatch, Operation } from './contract.ts'
import { decodePercent, type RawPair, readHeader, splitPath, splitQuery } from './request-parts.ts'

interface Route {
  operation: Operation
  /** The names of its path parameters, in the order of the path. */
  names: readonly string[]
  /** What the query or a header has to have, besides the path. */
  fixed: readonly RawPair[]
}

/** The operations whose paths are the same but for the names of parameters. */
interface RouteNode {
  /** For each parameter the index of its segment, and whether it is all of that. */
  holes: readonly { segment: number; isWhole: boolean }[]
  /** By method; several if only the query or a header tells them apart. */
  routes: Map<string, Route[]>
}

export interface Router {
  /** Adds an operation; returns the one that has the same path and method, which hides it. */
  add(operation: Operation): Operation | undefined
  match(method: string, target: string, headers?: Headers): Match | Mismatch
}

const toHex = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`

/** Writes literal text as rou3 matches it, encoded in one way. */
const toLiteral = (text: string): string =>
  /^[\w.~-]*$/.test(text)
    ? text
    : encodeURIComponent(decodePercent(text.toWellFormed())).replaceAll(/[!'()*]/g, toHex)

/** The same for a whole segment; one that is empty or only dots would lead elsewhere. */
const toSegment = (text: string): string => (/^\.{0,2}$/.test(text) ? `%00${text}` : toLiteral(text))

/** What a query or header has to have; without a value, any one. */
interface Condition {
  name: string
  value?: string
}

/** Lists what a request has to have besides its path: what the path says, and required parameters, some with their only value. */
function listConditions({ operation, fixed }: Route): Condition[] {
  const required = operation.parameters.filter(
    (one) => one.isRequired && (one.in === 'query' || one.in === 'header'),
  )
  return [
    ...fixed.map(({ name, raw }) => ({ name, value: decodePercent(raw) })),
    ...required.map(({ name, schema }) => {
      const { values } = schema.facts()
      return { name, ...(values?.length === 1 && { value: String(values[0]) }) }
    }),
  ]
}

/** Writes the conditions of a route, so that those of two can be compared. */
const toText = (route: Route): string => JSON.stringify(listConditions(route).map(Object.values).sort())

/** Picks the route with the most conditions that a request meets. */
function pickRoute(routes: readonly Route[], query: string, headers: Headers | undefined): Route | undefined {
  if (routes.length < 2) return routes[0]
  const sent = splitQuery(query)
  const meets = ({ name, value }: Condition): boolean => {
    const values = [
      ...sent.filter((pair) => pair.name === name).map(({ raw }) => decodePercent(raw)),
      ...[readHeader(headers, name.toLowerCase()) ?? []].flat(),
    ]
    return value === undefined ? values.length > 0 : values.includes(value)
  }
  const met = routes
    .map((route) => ({ route, conditions: listConditions(route) }))
    .filter(({ conditions }) => conditions.every(meets))
    .sort((one, other) => other.conditions.length - one.conditions.length)
  return met[0]?.route ?? routes[0]
}

/** Writes what a parameter right after another one can be, if it is one of some texts, since nothing else tells where it begins. */
function toChoice({ parameters }: Operation, name: string): string {
  const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
  const values = parameter?.schema.facts().values ?? []
  const texts = values.map((value) => toLiteral(String(value)).replaceAll('.', '[.]'))
  return texts.length > 0 ? `(${texts.join('|')})` : ''
}

/** Makes a router for the paths of a description, each of which begins with one of some base paths. */
export function createRouter(basePaths: readonly string[]): Router {
  const tree = createTree<RouteNode>()
  const places = new Map<string, RouteNode>()
  const prefixes = [...new Set(basePaths)].sort((one, other) => Number(one === '') - Number(other === ''))
  /** Where requests without parameters in their path lead to, by path and method, if nothing else has to be looked at. */
  const literals = new Map<string, Map<string, Match | undefined>>()

  function add(operation: Operation): Operation | undefined {
    const { path, fixed } = splitPath(operation.path)
    const names: string[] = []
    const holes: RouteNode['holes'][number][] = []
    const segments = path.split('/').slice(1)
    const patterns = segments.map((text, segment) => {
      // Literals have even indexes, and names of parameters odd ones.
      const parts = text.split(/\{([^{}]*)\}/)
      const isWhole = parts.length === 3 && parts[0] === '' && parts[2] === ''
      if (parts.length === 1) return toSegment(text)
      return parts
        .map((part, index) => {
          if (index % 2 === 0) return toLiteral(part)
          names.push(part)
          const hole = `:p${holes.push({ segment, isWhole })}`
          if (isWhole) return hole
          return `{${hole}${index > 1 && parts[index - 1] === '' ? toChoice(operation, part) : ''}}`
        })
        .join('')
    })
    const pattern = `/${patterns.join('/')}`
    const place: RouteNode = places.get(pattern) ?? { holes, routes: new Map() }
    if (!places.has(pattern)) addRoute(tree, '', pattern, place)
    places.set(pattern, place)
    const routes = place.routes.get(operation.method) ?? []
    place.routes.set(operation.method, routes)
    const route: Route = { operation, names, fixed }
    const same = routes.find((other) => toText(other) === toText(route))
    if (same === undefined) routes.push(route)
    if (holes.length === 0)
      for (const basePath of prefixes) {
        const found: Match = { kind: 'operation', operation, basePath, pathParameters: {} }
        const byMethod = literals.get(basePath + pattern) ?? new Map<string, Match | undefined>()
        literals.set(
          basePath + pattern,
          byMethod.set(operation.method, routes.length === 1 ? found : undefined),
        )
      }
    return same?.operation
  }

  /** Lists where a path leads to, literals first, and with which values of parameters. */
  function* find(path: string): Generator<{ routes: RouteNode['routes']; values: string[] }> {
    const literal = places.get(path)
    if (literal?.holes.length === 0) yield { routes: literal.routes, values: [] }
    const segments = path.split('/').slice(1)
    const found = findAllRoutes(tree, '', `/${segments.map(toSegment).join('/')}`).reverse()
    for (const { data, params } of found) {
      if (data.holes.some(({ segment }) => segments[segment] === '')) continue
      const values = data.holes.map(
        ({ segment, isWhole }, index) => (isWhole ? segments[segment] : params?.[`p${index + 1}`]) ?? '',
      )
      yield { routes: data.routes, values }
    }
  }

  function match(method: string, target: string, headers?: Headers): Match | Mismatch {
    const end = target.indexOf('?')
    const whole = end < 0 ? target : target.slice(0, end)
    const literal = literals.get(whole)?.get(method)
    if (literal !== undefined) return literal
    const query = end < 0 ? '' : target.slice(end + 1)
    const methods = method === 'HEAD' ? ['HEAD', 'GET'] : [method]
    const allowed = new Set<string>()
    for (const basePath of prefixes) {
      if (!whole.startsWith(basePath) || (basePath !== '' && whole[basePath.length] !== '/')) continue
      for (const { routes, values } of find(whole.slice(basePath.length))) {
        const found = methods.map((one) => routes.get(one)).find((list) => list !== undefined)
        const route = found && pickRoute(found, query, headers)
        if (route !== undefined) {
          const pathParameters = Object.fromEntries(
            route.names.map((name, index) => [name, values[index] ?? '']),
          )
          return { kind: 'operation', operation: route.operation, basePath, pathParameters }
        }
        for (const one of routes.keys()) allowed.add(one)
      }
    }
    if (allowed.has('GET')) allowed.add('HEAD')
    return { kind: allowed.size === 0 ? 'unknown-path' : 'method-not-allowed', allowed: [...allowed] }
  }

  return { add, match }
}
