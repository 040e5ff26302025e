import { type Document, LineCounter, parseDocument } from 'yaml'
import { checkSchemas } from './check-schemas.ts'
import { type Fail, GenerateError, type Steps } from './generate-error.ts'
import type { OpenApi } from './open-api.ts'

/** Texts for people, which nothing is generated from. */
const annotations = ['summary', 'description', 'externalDocs', 'tags', 'deprecated']
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** What each part may have. `read` follows; the rest is ignored because it says nothing about a request or an answer. */
const parts = {
  document: ['openapi', 'info', 'servers', 'security', 'paths', 'components', 'jsonSchemaDialect'],
  components: ['schemas', 'securitySchemes', 'examples'],
  path: methods,
  operation: ['operationId', 'requestBody', 'responses'],
  body: ['required', 'content'],
  media: ['schema', 'example', 'examples'],
  response: ['content'],
} as const

/** What to do instead of writing something that isn't read. */
const advice: Readonly<Record<string, string>> = {
  parameters: 'The store reads no parameters: describe the member in the body, or remove them.',
  headers: 'The kit neither sends nor judges headers of answers: remove them.',
  security: 'Declare it once, at the top of the document.',
  swagger: 'Write openapi: 3.1.0, and the description in that form.',
  $ref: 'Write the part here instead of the reference.',
  encoding: 'The body is JSON: remove it.',
  links: 'There is only one operation: remove them.',
  callbacks: 'The kit calls nobody: remove them.',
  webhooks: 'The kit calls nobody: remove them.',
}

function createFail(document: Document, lines: LineCounter): Fail {
  /** Finds the line of the innermost part that is there. */
  function findLine(steps: Steps): number {
    const node = steps.length === 0 ? document.contents : document.getIn(steps, true)
    const range = (node as { range?: [number, number, number] } | undefined)?.range
    return range === undefined && steps.length > 0
      ? findLine(steps.slice(0, -1))
      : lines.linePos(range?.[0] ?? 0).line
  }
  return (steps, problem) => {
    throw new GenerateError(
      `openapi.yaml:${findLine(steps)}: ${steps.join('.') || 'the document'} ${problem}`,
    )
  }
}

/** Checks that a part is an object with nothing that would be ignored silently. */
function checkPart(part: keyof typeof parts, value: unknown, steps: Steps, fail: Fail): void {
  if (typeof value !== 'object' || value === null) fail(steps, 'must be an object.')
  const known: readonly string[] = [...parts[part], ...annotations]
  const unknown = Object.keys(value).find((key) => !known.includes(key) && !key.startsWith('x-'))
  if (unknown === undefined) return
  fail([...steps, unknown], `isn't supported. ${advice[unknown] ?? 'Remove it.'}`)
}

/** Checks that one content type refers to a schema by its name, or to the one that is given. */
function checkContent(part: object, steps: Steps, fail: Fail, wanted?: string): void {
  const { content } = part as { content?: Record<string, { schema?: { $ref?: string } }> }
  const [first, ...more] = Object.entries(content ?? {})
  if (first === undefined) fail(steps, 'has no content. Give it one of application/json.')
  if (more.length > 0)
    fail([...steps, 'content'], 'has several content types. The kit supports one: keep application/json.')
  const [type, media] = first
  const at = [...steps, 'content', type]
  if (type !== 'application/json')
    fail(at, 'must be application/json. The store and the judge know no other.')
  checkPart('media', media, at, fail)
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(media.schema?.$ref ?? '') ?? []
  if (name === undefined || (wanted !== undefined && name !== wanted))
    fail([...at, 'schema'], `must be { $ref: "#/components/schemas/${wanted ?? 'NAME'}" }.`)
}

function checkOperation(
  operation: NonNullable<OpenApi['paths'][string][string]>,
  steps: Steps,
  fail: Fail,
): void {
  checkPart('operation', operation, steps, fail)
  const { requestBody, responses } = operation
  const body = [...steps, 'requestBody']
  if (requestBody === undefined) fail(steps, 'has no requestBody. Give it the schema NewPlant.')
  checkPart('body', requestBody, body, fail)
  if (requestBody.required !== true) fail(body, 'must have required: true. The store refuses a missing body.')
  checkContent(requestBody, body, fail, 'NewPlant')
  const statuses = Object.keys(responses ?? {})
  const at = [...steps, 'responses']
  if (responses === undefined || statuses.length === 0) fail(steps, 'has no responses.')
  for (const [status, response] of Object.entries(responses)) {
    const own = [...at, status]
    if (!/^(?!20[45])[245]\d\d$/.test(status))
      fail(own, 'must be one status from 200 to 299 or from 400 to 599 that has a body.')
    checkPart('response', response, own, fail)
    checkContent(response, own, fail, status.startsWith('2') ? 'Plant' : 'Error')
  }
  const successes = statuses.filter((status) => status.startsWith('2'))
  if (successes.length !== 1) fail(at, `must have one status from 200 to 299, not ${successes.length}.`)
  if (successes.length === statuses.length)
    fail(at, 'must have a status from 400 to 499, for refused requests.')
}

function checkOperations(paths: OpenApi['paths'], fail: Fail): void {
  const found: [steps: Steps, operation: OpenApi['paths'][string][string]][] = []
  for (const [path, item] of Object.entries(paths)) {
    checkPart('path', item, ['paths', path], fail)
    for (const [method, operation] of Object.entries(item))
      if (methods.includes(method)) found.push([['paths', path, method], operation])
  }
  const [first, second] = found
  if (first === undefined) fail(['paths'], 'has no operation. Describe the one that creates a plant.')
  if (second !== undefined)
    fail(
      second[0],
      'is a second operation. The kit has one: remove it here, and forward its requests with plant-store start --upstream URL.',
    )
  checkOperation(first[1] as NonNullable<(typeof first)[1]>, first[0], fail)
}

function checkSecurity({ security, components }: OpenApi, fail: Fail): void {
  const names = [security ?? []].flat().flatMap((one) => Object.keys(one))
  const [name = ''] = names
  const scheme = components.securitySchemes?.[name]
  const isBearer = scheme?.type === 'http' && scheme.scheme?.toLowerCase() === 'bearer'
  if (security?.length !== 1 || names.length !== 1 || !isBearer)
    fail(
      security === undefined ? [] : ['security'],
      'must require one scheme of the type http with the scheme bearer. The store and the judge know no other.',
    )
}

/**
 * Reads `openapi.yaml`, and refuses everything that the generator would have to ignore.
 *
 * @throws {GenerateError} that names the line, what isn't supported, and what to write instead
 */
export function readOpenApi(text: string): OpenApi {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true })
  const [mistake] = document.errors
  if (mistake !== undefined)
    throw new GenerateError(`openapi.yaml:${mistake.linePos?.[0].line}: ${mistake.message.split('\n')[0]}`)
  const api: OpenApi = document.toJS()
  const fail = createFail(document, lines)
  checkPart('document', api, [], fail)
  if (!/^3\.1\.\d+$/.test(api.openapi))
    fail(['openapi'], 'must be 3.1.0 or another 3.1. Other versions write schemas in another dialect.')
  checkPart('components', api.components, ['components'], fail)
  checkOperations(api.paths ?? {}, fail)
  checkSecurity(api, fail)
  checkSchemas(api.components.schemas ?? {}, fail)
  return api
}
