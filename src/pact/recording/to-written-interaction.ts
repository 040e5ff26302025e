import { operation } from '../../contract/generated/operation.ts'
import { isObject } from '../../options/is-object.ts'
import type { Interaction } from '../consumer/interactions.ts'
import { bearer, type Template } from '../consumer/templates.ts'
import type { WrittenInteraction } from '../file/pact-file.ts'
import type { PactSpecification } from '../options.ts'

type Members = Record<string, unknown>

/** A template in the form of a pact file: its values, and separately the rules for each place. */
interface Parts {
  example: unknown
  matchingRules: Members
  generators: Members
}

const toRule = (matcher: Members): Members => ({ combine: 'AND', matchers: [matcher] })

/** Splits a template into values and rules; `place` is its JSONPath. */
function takeApart(template: Template, place = '$'): Parts {
  const parts: Parts = { example: template, matchingRules: {}, generators: {} }
  if (!isObject(template)) return parts
  const {
    'pact:matcher:type': match,
    'pact:generator:type': type,
    value,
    expression,
    dataType,
    ...rest
  } = template
  if (match !== undefined) {
    parts.example = value
    parts.matchingRules[place] = toRule({ match, ...rest })
    if (type !== undefined) parts.generators[place] = { type, expression, dataType }
    return parts
  }
  const example: Members = {}
  for (const [name, member] of Object.entries(template)) {
    const inner = takeApart(member, `${place}.${name}`)
    example[name] = inner.example
    Object.assign(parts.matchingRules, inner.matchingRules)
    Object.assign(parts.generators, inner.generators)
  }
  return { ...parts, example }
}

const withMembers = (categories: Record<string, Members>): Members =>
  Object.fromEntries(Object.entries(categories).filter(([, members]) => Object.keys(members).length > 0))

/** Writes an interaction in the form that Pact writes, without Pact. Only V4 can hold a body that isn't JSON. */
export function toWrittenInteraction(
  { description, states, token, body, answer }: Interaction,
  spec: PactSpecification,
): WrittenInteraction {
  const { method, path, contentType } = operation
  const isV4 = spec === 'V4'
  function toBody(content: unknown, encoded: 'JSON' | false = false): unknown {
    if (!isV4) return content
    return content === '' ? { content } : { content, contentType, encoded }
  }
  const toHeaders = (headers: Record<string, string>): Members =>
    isV4 ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])) : headers

  const sent = takeApart(body !== undefined && 'json' in body ? body.json : undefined)
  const authorization = token === undefined ? undefined : bearer(token)
  const { $: credentials } = takeApart(authorization).matchingRules
  const received = takeApart(answer.body)
  const anyRefusal = { $: toRule({ match: 'statusCode', status: 'clientError' }) }
  const requestRules = { body: sent.matchingRules, header: credentials ? { Authorization: credentials } : {} }
  const responseRules = { body: received.matchingRules, status: answer.isAnyClientError ? anyRefusal : {} }
  const headers = { 'Content-Type': contentType }
  return {
    description,
    ...(states.length > 0 && { providerStates: states }),
    request: {
      method,
      path,
      headers: toHeaders({ ...headers, ...(authorization && { Authorization: authorization.value }) }),
      body:
        body === undefined ? toBody('') : 'text' in body ? toBody(body.text, 'JSON') : toBody(sent.example),
      ...withMembers({
        generators: withMembers({ body: sent.generators }),
        matchingRules: withMembers(requestRules),
      }),
    },
    response: {
      status: answer.status,
      ...(answer.body !== undefined && { headers: toHeaders(headers), body: toBody(received.example) }),
      ...withMembers({ matchingRules: withMembers(responseRules) }),
    },
    ...(isV4 && { type: 'Synchronous/HTTP', pending: false }),
  }
}
