import { describeProblem, type Problem } from '../options/problems.ts'
import { BodySyntaxError, type Contract, type Headers, type Mismatch, type Operation } from './contract.ts'
import { toPointer } from './pointer.ts'
import { readHeader } from './request-parts.ts'

/** What is wrong with a request: the rule by which a service rejects it, and what it is about. */
const kinds = {
  'missing-credentials': { rule: 'requires-credentials', reason: 'credentials' },
  'invalid-credentials': { rule: 'rejects-invalid-credentials', reason: 'credentials' },
  'missing-parameter': { rule: 'rejects-missing-parameter', reason: 'parameter' },
  'invalid-parameter': { rule: 'rejects-invalid-parameter', reason: 'parameter' },
  'unsupported-media-type': { rule: 'unsupported-media-type', reason: 'media' },
  'not-acceptable': { rule: 'response-content-type', reason: 'media' },
  'missing-body': { rule: 'rejects-missing-body', reason: 'body' },
  'malformed-body': { rule: 'malformed-body', reason: 'body' },
  'invalid-body': { rule: 'rejects-invalid-body', reason: 'body' },
} as const

/** A part of a request that its description forbids. */
export interface RequestProblem {
  rule: (typeof kinds)[keyof typeof kinds]['rule']
  reason: (typeof kinds)[keyof typeof kinds]['reason']
  /** Where it is in the request, such as `/body/id`, `/query/limit`, or `/headers/accept`. */
  place: string
  /** The keyword of JSON Schema, or `security`, `content`, `parse`. */
  keyword: string
  /** The JSON pointer in the description. */
  pointer: string
  message: string
}

export interface CheckedRequest {
  kind: 'operation'
  operation: Operation
  /** The base path that its path began with. */
  basePath: string
  problems: readonly RequestProblem[]
  /** The query parameters that the description doesn't have. */
  unknown: readonly string[]
}

export interface SentRequest {
  method: string
  /** The path with its query. */
  path: string
  headers: Headers
  /** Without its content coding. */
  body?: Uint8Array | string
}

const problemOf = (
  kind: keyof typeof kinds,
  rest: Omit<RequestProblem, 'rule' | 'reason'>,
): RequestProblem => ({ ...kinds[kind], ...rest })

const say = (problem: Problem): string =>
  describeProblem(problem) ?? `isn't known; known are ${problem.known?.join(', ')}`

function checkCredentials(
  { security, pointer }: Operation,
  query: string,
  headers: Headers,
): RequestProblem[] {
  const schemes = security.flatMap((set) => set.map(({ scheme }) => scheme))
  const isComplete = security.some((set) =>
    set.every(({ scheme }) => scheme.in === 'connection' || scheme.read({ query, headers })?.isWellFormed),
  )
  if (security.length === 0 || isComplete) return []
  const names = [...new Set(schemes.map(({ name }) => name))].join(' or ')
  const given = schemes.find((scheme) => scheme.read({ query, headers }) !== undefined)
  const at = given ?? schemes[0]
  const where = at?.in === 'query' ? 'query' : 'headers'
  return [
    problemOf(given === undefined ? 'missing-credentials' : 'invalid-credentials', {
      place: `/${where}/${at?.in === 'cookie' ? 'cookie' : (at?.parameter ?? '')}`,
      keyword: 'security',
      pointer: `${pointer}/security`,
      message:
        given === undefined
          ? `the credentials of ${names} are missing`
          : `the credentials of ${names} are malformed`,
    }),
  ]
}

/** Says whether a header Accept allows one of some media types (RFC 9110 section 12.5.1). */
export function acceptsMediaType(accept: string | undefined, types: readonly string[]): boolean {
  if (accept === undefined || accept.trim() === '' || types.length === 0) return true
  const ranges = accept.split(',').map((part) => {
    const [name = '', ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((one) => one.trim())
    return { name, isWanted: !parameters.some((one) => /^q\s*=\s*0(?:\.0*)?$/.test(one)) }
  })
  return types.some((type) => {
    const [name = ''] = type.toLowerCase().split(';')
    const own = [name.trim(), `${name.split('/')[0]}/*`, '*/*']
    const best = own.flatMap((one) => ranges.filter((range) => range.name === one))[0]
    return best?.isWanted === true || type.includes('*')
  })
}

function checkAccept({ responses, pointer }: Operation, headers: Headers): RequestProblem[] {
  const accept = readHeader(headers, 'accept')
  const types = responses.all.flatMap(({ media }) => media.map(({ name }) => name))
  if (acceptsMediaType(accept, types)) return []
  const message = `no response has a type of ${accept}; the types are ${[...new Set(types)].join(', ')}`
  return [
    problemOf('not-acceptable', {
      place: '/headers/accept',
      keyword: 'content',
      pointer: `${pointer}/responses`,
      message,
    }),
  ]
}

function checkBody(
  { body: described }: Operation,
  headers: Headers,
  body: Uint8Array | string,
): RequestProblem[] {
  if (described === undefined) return []
  const { pointer, media: all } = described
  const known = all.map(({ name }) => name).join(' or ')
  if (body.length === 0)
    return described.isRequired
      ? [
          problemOf('missing-body', {
            place: '/body',
            keyword: 'required',
            pointer,
            message: 'the body is missing',
          }),
        ]
      : []
  if (all.length === 0) return []
  const type = readHeader(headers, 'content-type')
  const media = described.pick(type)
  if (media === undefined) {
    const message = `the content type must be ${known}, got ${type ?? 'none'}`
    const at = { place: '/headers/content-type', keyword: 'content', pointer: `${pointer}/content` }
    return [problemOf('unsupported-media-type', { ...at, message })]
  }
  let value: unknown
  try {
    value = media.parse(body, type)
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    const message = `the body is not ${media.name}: ${error.message}`
    return [
      problemOf('malformed-body', { place: '/body', keyword: 'parse', pointer: media.pointer, message }),
    ]
  }
  if (media.kind === 'xml') return []
  return media.schema.check(value).map((problem) => {
    const at = toPointer(...problem.path)
    return problemOf('invalid-body', {
      place: `/body${at}`,
      keyword: problem.keyword,
      pointer: problem.pointer,
      message: `${at || 'the body'} ${say(problem)}`,
    })
  })
}

/**
 * Finds the operation of a request, and lists what its description forbids: parameters, credentials that are missing or
 * malformed, and the body.
 */
export function checkRequest(contract: Contract, request: SentRequest): CheckedRequest | Mismatch {
  const { method, path, headers, body = '' } = request
  const match = contract.match(method, path, headers)
  if (match.kind !== 'operation') return match
  const { operation, pathParameters, basePath } = match
  const at = path.indexOf('?')
  const query = at < 0 ? '' : path.slice(at + 1)
  const ofParameters = operation
    .readParameters({ pathParameters, query, headers })
    .problems.map(({ parameter, ...problem }) => {
      const isMissing =
        problem.got === undefined && problem.keyword === 'required' && problem.path.length === 0
      const name = parameter.name + toPointer(...problem.path)
      return problemOf(isMissing ? 'missing-parameter' : 'invalid-parameter', {
        place: `/${parameter.in === 'header' ? 'headers' : parameter.in}/${name}`,
        keyword: problem.keyword,
        pointer: problem.pointer,
        message: `the ${parameter.in} parameter ${name} ${isMissing ? 'is missing' : say(problem)}`,
      })
    })
  const known = [
    ...operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    ...operation.security.flatMap((set) => set.map(({ scheme }) => scheme.parameter)),
  ]
  const names = [...new URLSearchParams(query).keys()]
  return {
    kind: 'operation',
    operation,
    basePath,
    problems: [
      ...checkCredentials(operation, query, headers),
      ...ofParameters,
      ...checkAccept(operation, headers),
      ...checkBody(operation, headers, body),
    ],
    unknown: names.filter(
      (name) =>
        !known.some((one) => name === one || name.startsWith(`${one}[`) || one.startsWith(`${name}[`)),
    ),
  }
}
