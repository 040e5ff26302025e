import { readPointer } from '../../contract/pointer.ts'
import { getAt } from '../../json/at-path.ts'
import { type Call, type MockResponse, readHeader } from '../exchange.ts'

/** Parses the body of a response; undefined if it isn't what its Content-Type says. */
function readBody({ operation }: Call, { status, headers, body }: MockResponse): unknown {
  const type = headers['content-type']
  try {
    return operation.responses.pick(status)?.pick(type)?.parse(body, type)
  } catch {
    return undefined
  }
}

/** Evaluates a runtime expression (OpenAPI 3.1.1 section 4.8.20.4). */
function evaluate(expression: string, call: Call, response: MockResponse): unknown {
  const { request, query, parameters } = call
  const isRequest = expression.startsWith('$request.')
  const rest = expression.replace(/^\$(?:request\.|response\.)?/, '')
  const [part = ''] = rest.split(/[.#]/, 1)
  const name = rest.slice(part.length + 1)
  switch (part) {
    case 'url': {
      const host = readHeader(request.headers, 'host')
      return host === undefined ? request.path : `http://${host}${request.path}`
    }
    case 'method':
      return request.method
    case 'statusCode':
      return response.status
    case 'header':
      return readHeader(isRequest ? request.headers : response.headers, name.toLowerCase())
    case 'query':
      return isRequest ? new URLSearchParams(query).get(name) : undefined
    case 'path':
      return isRequest ? parameters.path[name] : undefined
    default:
      return getAt(isRequest ? call.body : readBody(call, response), readPointer(name))
  }
}

interface EvaluatedUrl {
  url: string
  /** Whether the request or the response decides which host it has. */
  isHostGiven: boolean
}

/** Evaluates the URL of a callback; undefined if one of its expressions has no value. */
export function evaluateUrl(template: string, call: Call, response: MockResponse): EvaluatedUrl | undefined {
  let url = ''
  let isHostGiven = false
  let end = 0
  for (const { 0: whole, 1: expression = '', index } of template.matchAll(/\{(\$[^{}]*)\}/g)) {
    url += template.slice(end, index)
    end = index + whole.length
    const value = evaluate(expression, call, response)
    if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return undefined
    // Behind the host, a value must not change the meaning of what is around it.
    if (/^\w+:\/\/[^/?#]+[/?#]/.test(url)) url += encodeURIComponent(String(value))
    else {
      url += String(value)
      isHostGiven = true
    }
  }
  return { url: url + template.slice(end), isHostGiven }
}
