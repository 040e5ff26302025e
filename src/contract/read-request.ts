import { isObject } from '../options/is-object.ts'
import type { Body, MediaType, Operation, Parameter, Schema, SecurityScheme, Warning } from './contract.ts'
import { createParameter, isSent } from './create-parameter.ts'
import { type Description, listItems, type Place, placeIn } from './description.ts'
import { lazy } from './lazy.ts'
import { pickMedia, readContent } from './media-type.ts'
import { splitPath } from './request-parts.ts'

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
  const media = lazy(() => readContent(description, placeIn(place, 'content'), request))
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
  for (const at of [
    ...listItems(placeIn(item, 'parameters')),
    ...listItems(placeIn(operation, 'parameters')),
  ]) {
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

export function readRequest(
  path: string,
  method: string,
  item: Place,
  tools: OperationTools,
): Pick<Operation, 'method' | 'pointer' | 'parameters' | 'body'> {
  const place = placeIn(item, method)
  const body = readBody(placeIn(place, 'requestBody'), tools)
  return {
    method: method.toUpperCase(),
    pointer: place.pointer,
    parameters: readAllParameters(item, place, path, tools),
    ...(body !== undefined && { body }),
  }
}
