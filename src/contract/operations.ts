import { isObject } from '../options/is-object.ts'
import type { Body, MediaType, Operation, Parameter, Schema, SecurityScheme, Warning } from './contract.ts'
import { createParameter, isSent } from './create-parameter.ts'
import { type Description, listItems, listMembers, type Place, step } from './description.ts'
import { lazy } from './lazy.ts'
import { pickMedia, readContent } from './media-type.ts'
import { readParameters, writeParameters } from './read-parameters.ts'
import { splitPath } from './request-parts.ts'
import { readResponses } from './responses.ts'
import { readSecurity } from './security.ts'
import { methods } from './walk.ts'

/** What operations are made with. */
export interface OperationTools {
  description: Description
  request: (place: Place) => Schema
  response: (place: Place) => Schema
  schemes: readonly SecurityScheme[]
  warn: (warning: Warning) => void
}

function readBody(at: Place, { description, request }: OperationTools): Body | undefined {
  const place = description.follow(at) ?? at
  if (!isObject(place.json)) return undefined
  const media = lazy(() => readContent(description, step(place, 'content'), request))
  // Most requests of a client have the same type.
  let last: { type: string; found: MediaType | undefined } | undefined
  return {
    isRequired: place.json['required'] === true,
    pointer: place.pointer,
    get media() {
      return media()
    },
    pick(type) {
      if (type === undefined) return undefined
      if (last?.type !== type) last = { type, found: pickMedia(media(), type) }
      return last.found
    },
  }
}

/** Some descriptions have parameters of the query in their paths, and call them parameters of the path. */
function toQuery(place: Place, path: string): Place {
  const { json } = place
  const hole = isObject(json) && json['in'] === 'path' ? `{${json['name']}}` : undefined
  if (hole === undefined || !path.includes(hole) || splitPath(path).path.includes(hole)) return place
  return { ...place, json: { ...Object(json), in: 'query', style: 'form' } }
}

/** Reads the parameters of an operation and of its path; its own replace those of the path. */
function readAllParameters(item: Place, operation: Place, path: string, tools: OperationTools): Parameter[] {
  const { description, request: getSchema, warn } = tools
  const found = new Map<string, Parameter>()
  for (const at of [...listItems(step(item, 'parameters')), ...listItems(step(operation, 'parameters'))]) {
    const warnHere = (message: string): void => warn({ message, pointer: at.pointer })
    const place = toQuery(description.follow(at) ?? at, path)
    const parameter = createParameter(place, { description, getSchema, warn: warnHere })
    if (parameter === undefined || !isSent(parameter)) continue
    const isLost = parameter.in === 'path' && !path.includes(`{${parameter.name}}`)
    if (isLost) warnHere(`The path ${path} has no parameter {${parameter.name}}. This one is ignored.`)
    else found.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  for (const [, name = ''] of splitPath(path).path.matchAll(/\{([^{}]*)\}/g)) {
    if (found.has(`path ${name}`)) continue
    const message = `The parameter {${name}} of the path ${path} isn't described. It can be any text.`
    warn({ message, pointer: operation.pointer })
    const json = { name, in: 'path', required: true, schema: { type: 'string' } }
    const place: Place = { json, pointer: `${operation.pointer}/parameters/${name}`, scope: '' }
    const parameter = createParameter(place, { description, getSchema, warn: () => {} })
    if (parameter !== undefined) found.set(`path ${name}`, parameter)
  }
  return [...found.values()]
}

function readOperation(path: string, method: string, item: Place, tools: OperationTools): Operation {
  const { description, response, schemes, warn } = tools
  const place = step(item, method)
  const json = Object(place.json)
  const body = readBody(step(place, 'requestBody'), tools)
  const parameters = readAllParameters(item, place, path, tools)
  return {
    id: typeof json['operationId'] === 'string' && json['operationId'] !== '' ? json['operationId'] : '',
    method: method.toUpperCase(),
    path,
    pointer: place.pointer,
    ...(typeof json['summary'] === 'string' && { summary: json['summary'] }),
    tags: Array.isArray(json['tags']) ? json['tags'].map(String) : [],
    isDeprecated: json['deprecated'] === true,
    parameters,
    security: readSecurity(description, place, schemes, warn),
    ...(body !== undefined && { body }),
    responses: readResponses(description, step(place, 'responses'), response, warn),
    effect: { kind: 'none', reason: 'its resource is unknown' },
    tokens: () => [],
    readParameters: (source) => readParameters(parameters, source),
    writeParameters: (values) => writeParameters(path, parameters, values),
  }
}

/** The most operations of a description, each of which takes 10 kB; the largest published ones have 12,000. */
const maxOperations = 20_000

/** Reads all operations of a description; ids are unique. */
export function readOperations(tools: OperationTools): Operation[] {
  const { description, warn } = tools
  const operations: Operation[] = []
  const ids = new Set<string>()
  for (const [path, at] of listMembers(step(description.root, 'paths'))) {
    if (path.startsWith('x-')) continue
    const item = description.follow(at)
    if (!path.startsWith('/') || item === undefined || !isObject(item.json)) {
      warn({
        message: `The path ${path} isn't one, or has no operations. It is ignored.`,
        pointer: at.pointer,
      })
      continue
    }
    for (const method of methods) {
      const json = item.json[method]
      if (json === undefined) continue
      if (operations.length === maxOperations) {
        const message = `The description has more than ${maxOperations} operations. The rest is ignored.`
        warn({ message, pointer: '/paths' })
        return operations
      }
      if (!isObject(json)) {
        warn({
          message: `${method} of the path ${path} isn't an operation. It is ignored.`,
          pointer: at.pointer,
        })
        continue
      }
      const operation = readOperation(path, method, item, tools)
      const fallback = `${operation.method} ${path}`
      if (ids.has(operation.id)) {
        const message = `Another operation has the id ${operation.id}, too. This one is called ${fallback} instead.`
        warn({ message, pointer: `${operation.pointer}/operationId` })
      }
      const id = operation.id === '' || ids.has(operation.id) ? fallback : operation.id
      ids.add(id)
      operations.push({ ...operation, id })
    }
  }
  if (operations.length === 0)
    warn({ message: 'The description has no operations. Every request gets a 404.', pointer: '/paths' })
  return operations
}
