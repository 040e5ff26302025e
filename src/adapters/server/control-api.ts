import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseExactJson } from '../../json/exact-json.ts'
import { JsonSyntaxError } from '../../json/json-parser.ts'
import type { AnyMock } from '../../mock/create-mock.ts'
import type { MockResponse } from '../../mock/exchange.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeValue } from '../../options/problems.ts'
import { originOf } from './client-origin.ts'
import { ControlError, toControlRejection } from './control-error.ts'
import { events, routes } from './control-routes.ts'
import { controlPath, maxControlBody } from './control-target.ts'
import { TextResult } from './export-requests.ts'
import type { Query } from './read-parameters.ts'
import { toRecordPath } from './record-routes.ts'
import type { ControlContext, Route } from './route.ts'
import { streamEvents } from './stream-events.ts'
import { writeJson } from './write-json.ts'

function findRoute(method: string, path: string, mock: AnyMock): { route: Route; parameter: string } {
  const [, rest] = /^\/records\/(.+)$/.exec(path) ?? []
  const [parent = '', last = ''] = /^(\/.+)\/([^/]*)$/.exec(path)?.slice(1) ?? []
  const parameter = rest ?? last
  const known = rest === undefined ? path : toRecordPath(mock, rest)
  const methods = routes[known] ?? routes[`${parent}/{id}`]
  if (methods === undefined)
    throw new ControlError(404, `unknown path; ${controlPath}/openapi.json lists the paths`)
  const route = methods[method === 'HEAD' ? 'GET' : method]
  if (route !== undefined) return { route, parameter }
  const allowed = Object.keys(methods).flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : one))
  const anyOf = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(allowed)
  throw new ControlError(405, `the method must be ${anyOf}`, { allow: allowed.join(', ') })
}

function readQuery(url: URL, known: readonly string[] = []): Query {
  const query = Object.fromEntries(url.searchParams)
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown === undefined) return query
  const hint = known.length > 0 ? `the parameters are ${known.join(', ')}` : 'this path has none'
  throw new ControlError(400, `unknown query parameter ${describeValue(unknown)}; ${hint}`)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readJson(request: IncomingMessage, bytes: Uint8Array): unknown {
  if (bytes.length > maxControlBody)
    throw new ControlError(413, `the body must have at most ${maxControlBody} bytes`)
  if (!/^application\/json *(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new ControlError(415, 'the header Content-Type must be application/json')
  }
  try {
    return parseExactJson(utf8.decode(bytes))
  } catch (error) {
    const reason = error instanceof JsonSyntaxError ? error.message : 'it is not valid UTF-8'
    throw new ControlError(400, `the body is not JSON: ${reason}`)
  }
}

/** A client reconnects; the connection must not hold up a shutdown. */
const eventHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  connection: 'close',
}

function toRejection(error: unknown): MockResponse {
  if (error instanceof ControlError) return toControlRejection(error.status, error.message, error.headers)
  if (error instanceof OptionsError) return toControlRejection(400, error.message)
  return toControlRejection(500, `the mock failed: ${error instanceof Error ? error.message : String(error)}`)
}

/** A response of the control API. */
export interface ControlResponse extends MockResponse {
  /** Writes the body, which has no end. */
  stream?: (response: ServerResponse) => void
}

/** Responds to an authorized request to the control API; rejects an invalid one before anything changes. */
export async function respondToControl(
  request: IncomingMessage,
  target: string,
  bytes: Uint8Array,
  context: ControlContext,
): Promise<ControlResponse> {
  try {
    const url = new URL(target, 'http://localhost')
    const { mockFor, origin = originOf(request) } = context
    const asked = { method: '', path: '', headers: request.headers }
    const mock = mockFor(asked)
    const path = url.pathname.slice(controlPath.length)
    const { route, parameter } = findRoute(request.method ?? '', path, mock)
    const query = readQuery(url, route.query)
    const body = bytes.length > 0 && route.body ? readJson(request, bytes) : undefined
    if (route === events) {
      const isCurrent = () => mockFor(asked) === mock
      const stream = (response: ServerResponse): void => {
        streamEvents(response, mock, isCurrent).catch(() => response.end())
      }
      return { status: 200, headers: eventHeaders, body: '', ...(request.method !== 'HEAD' && { stream }) }
    }
    const result = await route.run({ ...context, mock, query, parameter, body, origin })
    return result instanceof TextResult
      ? { status: 200, headers: { 'content-type': result.type }, body: result.text }
      : { status: 200, headers: { 'content-type': 'application/json' }, body: writeJson(result ?? {}) }
  } catch (error) {
    return toRejection(error)
  }
}
