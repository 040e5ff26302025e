import type { Headers, Match, Mismatch, Operation } from './contract.ts'
import { decodePercent, type RawPair, readHeader, splitPath, splitQuery } from './request-parts.ts'

/** An operation at a place of the tree. */
interface Route {
  operation: Operation
  /** The names of its path parameters, in the order of the path. */
  names: readonly string[]
  /** What the query or a header has to have, besides the path. */
  fixed: readonly RawPair[]
}

/** A place in the tree of paths: what follows is one more segment. */
interface Node {
  literals: Map<string, Node>
  /** By the literal parts of the segment; those with the most of them first. */
  templates: Template[]
  routes: Map<string, Route[]>
}

interface Template {
  /** The segment, with empty braces for each parameter. */
  shape: string
  node: Node
}

/** Finds the operation of a request. */
export interface Router {
  /** Adds an operation; returns the one that has the same path and method, which hides it. */
  add(operation: Operation): Operation | undefined
  match(method: string, target: string, headers?: Headers): Match | Mismatch
}

const createNode = (): Node => ({ literals: new Map(), templates: [], routes: new Map() })

const parameter = /\{([^{}]*)\}/g

/** Reads the parameters in a segment of which parts are literal, such as `{id}:cancel`; undefined if it doesn't match. */
function readSegment(shape: string, segment: string): string[] | undefined {
  const [begin = '', ...literals] = shape.split('{}')
  const end = literals.pop() ?? ''
  if (!segment.startsWith(begin) || !segment.endsWith(end)) return undefined
  let rest = segment.slice(begin.length, segment.length - end.length)
  const values: string[] = []
  for (const literal of literals) {
    // A parameter has at least one character, and ends where the next literal first begins.
    const at = rest.indexOf(literal, 1)
    if (at < 1) return undefined
    values.push(rest.slice(0, at))
    rest = rest.slice(at + literal.length)
  }
  return rest === '' ? undefined : [...values, rest]
}

function findTemplate(node: Node, shape: string): Node {
  const known = node.templates.find((template) => template.shape === shape)
  if (known !== undefined) return known.node
  const template: Template = { shape, node: createNode() }
  node.templates.push(template)
  node.templates.sort((one, other) => other.shape.length - one.shape.length)
  return template.node
}

function findLiteral(node: Node, segment: string): Node {
  const known = node.literals.get(segment) ?? createNode()
  node.literals.set(segment, known)
  return known
}

/** Calls back with each place that the segments lead to, literals first, until one is taken. */
function visit(
  node: Node,
  segments: readonly string[],
  index: number,
  values: string[],
  take: (node: Node, values: string[]) => boolean,
): boolean {
  const segment = segments[index]
  if (segment === undefined) return node.routes.size > 0 && take(node, values)
  const literal = node.literals.get(decodePercent(segment))
  if (literal !== undefined && visit(literal, segments, index + 1, values, take)) return true
  if (segment === '') return false
  return node.templates.some(({ shape, node: next }) => {
    const found = readSegment(shape, segment)
    return found !== undefined && visit(next, segments, index + 1, [...values, ...found], take)
  })
}

/** Lists what a request has to have besides its path: what the path says, and required parameters that have one value. */
function listFixed({ operation, fixed }: Route): RawPair[] {
  const only = operation.parameters.flatMap((one) => {
    const { values } = one.schema.facts()
    const isFixed = one.isRequired && (one.in === 'query' || one.in === 'header') && values?.length === 1
    return isFixed ? [{ name: one.name, raw: encodeURIComponent(String(values[0])) }] : []
  })
  return [...fixed, ...only]
}

function pickRoute(routes: readonly Route[], query: string, headers: Headers | undefined): Route | undefined {
  if (routes.length < 2) return routes[0]
  const sent = splitQuery(query)
  const has = ({ name, raw }: RawPair): boolean =>
    sent.some((pair) => pair.name === name && decodePercent(pair.raw) === decodePercent(raw)) ||
    readHeader(headers, name.toLowerCase()) === decodePercent(raw)
  return routes.find((route) => listFixed(route).every(has)) ?? routes[0]
}

/** Makes a router for the paths of a description, which may begin with one of some base paths. */
export function createRouter(basePaths: readonly string[]): Router {
  const root = createNode()

  function add(operation: Operation): Operation | undefined {
    const { path, fixed } = splitPath(operation.path)
    const names: string[] = []
    let node = root
    for (const segment of path.split('/').slice(1)) {
      const shape = segment.replaceAll(parameter, (_all, name: string) => {
        names.push(name)
        return '{}'
      })
      node = shape.includes('{}') ? findTemplate(node, shape) : findLiteral(node, decodePercent(segment))
    }
    const routes = node.routes.get(operation.method) ?? []
    node.routes.set(operation.method, routes)
    const route: Route = { operation, names, fixed }
    const toText = (pairs: readonly RawPair[]): string =>
      pairs
        .map(({ name, raw }) => `${name}=${raw}`)
        .sort()
        .join('&')
    const same = routes.find((other) => toText(listFixed(other)) === toText(listFixed(route)))
    if (same !== undefined) return same.operation
    routes.push(route)
    return undefined
  }

  /** Finds the place of a path that has a method; without one, the first place of the path. */
  function find(path: string, methods: readonly string[]): { node: Node; values: string[] } | undefined {
    let other: { node: Node; values: string[] } | undefined
    let found: typeof other
    visit(root, path.split('/').slice(1), 0, [], (node, values) => {
      other ??= { node, values }
      if (methods.some((method) => node.routes.has(method))) found = { node, values }
      return found !== undefined
    })
    return found ?? other
  }

  function match(method: string, target: string, headers?: Headers): Match | Mismatch {
    const end = target.indexOf('?')
    const whole = end < 0 ? target : target.slice(0, end)
    const query = end < 0 ? '' : target.slice(end + 1)
    const methods = method === 'HEAD' ? ['HEAD', 'GET'] : [method]
    const allowed = new Set<string>()
    for (const basePath of [...basePaths.filter((base) => base !== ''), '']) {
      if (!whole.startsWith(basePath) || (basePath !== '' && whole[basePath.length] !== '/')) continue
      const place = find(whole.slice(basePath.length), methods)
      if (place === undefined) continue
      const routes = methods.map((one) => place.node.routes.get(one)).find((found) => found !== undefined)
      const route = routes && pickRoute(routes, query, headers)
      if (route !== undefined) {
        const pathParameters = Object.fromEntries(
          route.names.map((name, index) => [name, place.values[index] ?? '']),
        )
        return { kind: 'operation', operation: route.operation, basePath, pathParameters }
      }
      for (const one of place.node.routes.keys()) allowed.add(one)
    }
    if (allowed.has('GET')) allowed.add('HEAD')
    return { kind: allowed.size === 0 ? 'unknown-path' : 'method-not-allowed', allowed: [...allowed] }
  }

  return { add, match }
}
