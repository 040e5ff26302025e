import { isObject } from '../options/is-object.ts'
import type { Operation } from './contract.ts'
import { listMembers, type Place, placeIn } from './description.ts'
import { readCallbacks } from './outgoing.ts'
import { readParameters, writeParameters } from './read-parameters.ts'
import { type OperationTools, readRequest } from './read-request.ts'
import { readResponses } from './responses.ts'
import { readSecurity } from './security.ts'
import { httpMethods } from './walk.ts'

function readOperation(path: string, method: string, item: Place, tools: OperationTools): Operation {
  const { description, response, schemes, warn } = tools
  const place = placeIn(item, method)
  const json = Object(place.json)
  const request = readRequest(path, method, item, tools)
  const { parameters } = request
  return {
    ...request,
    id: typeof json['operationId'] === 'string' && json['operationId'] !== '' ? json['operationId'] : '',
    path,
    ...(typeof json['summary'] === 'string' && { summary: json['summary'] }),
    ...(typeof json['description'] === 'string' && { description: json['description'] }),
    tags: Array.isArray(json['tags']) ? json['tags'].map(String) : [],
    isDeprecated: json['deprecated'] === true,
    security: readSecurity(description, place, schemes, warn),
    responses: readResponses(description, placeIn(place, 'responses'), response, warn),
    callbacks: readCallbacks(placeIn(place, 'callbacks'), tools),
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
  for (const [path, at] of listMembers(placeIn(description.root, 'paths'))) {
    if (path.startsWith('x-')) continue
    const item = description.follow(at)
    if (!path.startsWith('/') || item === undefined || !isObject(item.json)) {
      warn({
        message: `The path ${path} isn't one, or has no operations. It is ignored.`,
        pointer: at.pointer,
      })
      continue
    }
    for (const method of httpMethods) {
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
