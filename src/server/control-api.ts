import type { IncomingMessage, ServerResponse } from 'node:http'
import { isJsonContentType } from '../contract/content-type.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { JsonSyntaxError } from '../json/json-parser.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'
import { jsonHeaders } from '../store/answers.ts'
import { decodeBody } from '../store/body.ts'
import { toReason } from '../store/create-plant.ts'
import type { PlantAnswer } from '../store/exchange.ts'
import { DuplicateIdError } from '../store/plants.ts'
import { originOf } from './client-origin.ts'
import type { ServerStore } from './combine-stores.ts'
import { ControlError, toControlAnswer } from './control-error.ts'
import { events, routes } from './control-routes.ts'
import { controlPath, maxControlBody } from './control-target.ts'
import { TextResult } from './export-requests.ts'
import { findMockRoutes } from './mock-routes.ts'
import type { Query } from './read-parameters.ts'
import { toRecordPath } from './record-routes.ts'
import type { ControlContext, Route } from './route.ts'
import { streamEvents } from './stream-events.ts'
import { writeJson } from './write-json.ts'

function findRoute(method: string, path: string, store: ServerStore): { route: Route; parameter: string } {
  const { mock } = store
  const [, rest] = /^\/records\/(.+)$/.exec(path) ?? []
  const [parent = '', last = ''] = /^(\/.+)\/([^/]*)$/.exec(path)?.slice(1) ?? []
  const parameter = rest ?? last
  const known = rest === undefined ? path : toRecordPath(store, rest)
  const methods =
    mock === undefined || known.startsWith('/records')
      ? (routes[known] ?? routes[`${parent}/{id}`])
      : findMockRoutes(mock, path)
  if (methods === undefined)
    throw new ControlError(404, `unknown path; ${controlPath}/openapi.json lists the paths`)
  const route = methods[method]
  if (route !== undefined) return { route, parameter }
  const allowed = Object.keys(methods)
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

function readJson(request: IncomingMessage, bytes: Uint8Array): unknown {
  if (bytes.length > maxControlBody)
    throw new ControlError(413, `the body must have at most ${maxControlBody} bytes`)
  if (!isJsonContentType(request.headers['content-type'])) {
    throw new ControlError(415, 'the header Content-Type must be application/json')
  }
  const { text, isBroken } = decodeBody(bytes, maxControlBody)
  if (isBroken) throw new ControlError(400, 'the body is not JSON: it is not valid UTF-8')
  try {
    return parseExactJson(text)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw new ControlError(400, `the body is not JSON: ${error.message}`)
  }
}

/** A client reconnects; the connection must not hold up a shutdown. */
const eventHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  connection: 'close',
}

function toRefusal(error: unknown): PlantAnswer {
  if (error instanceof ControlError) return toControlAnswer(error.status, error.message, error.headers)
  if (error instanceof OptionsError) return toControlAnswer(400, error.message)
  if (error instanceof DuplicateIdError) return toControlAnswer(409, error.message)
  return toControlAnswer(500, `the plant store failed: ${toReason(error)}`)
}

/** An answer of the control API. */
export interface ControlAnswer extends PlantAnswer {
  /** Writes the body, which has no end. */
  stream?: (response: ServerResponse) => void
}

/** Answers an authorized request to the control API; refuses an invalid one before anything changes. */
export async function answerControl(
  request: IncomingMessage,
  target: string,
  bytes: Uint8Array,
  context: ControlContext,
): Promise<ControlAnswer> {
  try {
    const url = new URL(target, 'http://localhost')
    const { storeFor, origin = originOf(request) } = context
    const asked = { method: '', path: '', headers: request.headers }
    const store = storeFor(asked)
    const path = url.pathname.slice(controlPath.length)
    const { route, parameter } = findRoute(request.method ?? '', path, store)
    const query = readQuery(url, route.query)
    const body = bytes.length > 0 && route.body ? readJson(request, bytes) : undefined
    if (route === events) {
      const isCurrent = () => storeFor(asked) === store
      const stream = (response: ServerResponse): void => {
        streamEvents(response, store, isCurrent).catch(() => response.end())
      }
      return { status: 200, headers: eventHeaders, body: '', stream }
    }
    const result = await route.run({ ...context, store, query, parameter, body, origin })
    return result instanceof TextResult
      ? { status: 200, headers: { 'content-type': result.type }, body: result.text }
      : { status: 200, headers: jsonHeaders, body: writeJson(result ?? {}) }
  } catch (error) {
    return toRefusal(error)
  }
}
