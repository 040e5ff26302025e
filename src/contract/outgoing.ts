import { isObject } from '../options/is-object.ts'
import type { Callback, OutgoingRequest } from './contract.ts'
import { listMembers, type Place, placeIn } from './description.ts'
import { type OperationTools, readRequest } from './read-request.ts'
import { httpMethods } from './walk.ts'

/** A runtime expression (OpenAPI 3.1.1 section 4.8.20.4). */
const expression =
  /^\$(?:url|method|statusCode|(?:request|response)\.(?:(?:header|query|path)\.[^{}]+|body(?:#[^{}]*)?))$/

/** Writes a URL with its expressions in braces; undefined if it can't be one. */
function toUrl(text: string): string | undefined {
  // Older versions of OpenAPI have an expression that is the whole URL without braces.
  const url = expression.test(text) ? `{${text}}` : text
  const rest = url.replaceAll(/\{([^{}]*)\}/g, (whole, inner) => (expression.test(inner) ? '' : whole))
  return /[{}]/.test(rest) || (rest === url && !URL.canParse(url)) ? undefined : url
}

/** Reads the requests of a path item that a service sends; a warning if there is none. */
function readOutgoing(kind: string, name: string, at: Place, tools: OperationTools): OutgoingRequest[] {
  const { description, warn } = tools
  const item = description.follow(at) ?? at
  const found = httpMethods.filter((method) => isObject(placeIn(item, method).json))
  if (found.length === 0)
    warn({ message: `The ${kind} ${name} has no operation. It is never sent.`, pointer: at.pointer })
  // What a service sends is as in a response: with what is readOnly.
  const own = { ...tools, request: tools.response }
  return found.map((method) => ({ ...readRequest('', method, item, own), name }))
}

export function readCallbacks(place: Place, tools: OperationTools): Callback[] {
  const { description, warn } = tools
  return listMembers(place).flatMap(([name, at]) =>
    listMembers(description.follow(at) ?? at).flatMap(([text, item]) => {
      if (text.startsWith('x-') || text === '$ref') return []
      const url = toUrl(text)
      if (url !== undefined)
        return readOutgoing('callback', name, item, tools).map((request) => ({ ...request, url }))
      const message = `The URL ${text} of the callback ${name} has neither a valid runtime expression nor a host. It is never sent.`
      warn({ message, pointer: item.pointer })
      return []
    }),
  )
}

export const readWebhooks = (tools: OperationTools): OutgoingRequest[] =>
  listMembers(placeIn(tools.description.root, 'webhooks')).flatMap(([name, at]) =>
    name.startsWith('x-') ? [] : readOutgoing('webhook', name, at, tools),
  )
