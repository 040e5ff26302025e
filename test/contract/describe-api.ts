import { readFileSync } from 'node:fs'
import type { Contract, ContractOptions, Schema } from '../../src/contract/contract.ts'
import { parseDescription } from '../../src/contract/read/parse-description.ts'
import { toContract } from '../../src/contract/to-contract.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads and changes what it knows.
type Loose = any

/** Reads a description beside a module, with exact integers. */
export const readDescription = (base: string, file: string): Loose =>
  parseDescription(readFileSync(new URL(file, base), 'utf8'))

/** Makes a contract of paths and components. */
export const toApi = (
  paths: Record<string, unknown>,
  components: Record<string, unknown> = {},
  options: ContractOptions = {},
  more: Record<string, unknown> = {},
): Contract =>
  toContract({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths, components, ...more }, options)

/** Makes a schema, which can refer to `#/components/schemas`. */
export function toSchema(
  json: unknown,
  schemas: Record<string, unknown> = {},
  direction: 'request' | 'response' = 'response',
): Schema {
  const schema = toApi({}, { schemas: { Tested: json, ...schemas } }).schemas.get('Tested')
  if (schema === undefined) throw new Error('There is no schema.')
  return schema.as(direction)
}

/** Refers to a schema of the components. */
export const toRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Describes a body of JSON. */
export const toContent = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

/** Documents a success with JSON. */
export const respond = (status: number, schema: object) => ({
  responses: { [status]: { description: 'OK', ...toContent(schema) } },
})

/** Describes an object whose properties are strings. */
export const toNames = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})

/** Makes a schema of its short form: the name of one, `[Room]` for a list, or `(id name)` for an object of strings. */
const toShort = (text: string): object =>
  text.startsWith('[')
    ? { type: 'array', items: toShort(text.slice(1, -1)) }
    : text.startsWith('(')
      ? toNames(...text.slice(1, -1).split(' ').filter(Boolean))
      : toRef(text)

/**
 * An operation in a line: `POST /rooms?sort NewRoom > 201 Room: createRoom | 409 The name is taken.` has a parameter in
 * the query, a body, which may be missing after `NewRoom?`, a response with its body, an id, and another response. Only
 * the method and the path are needed.
 */
const shortForm =
  /^\s*(?<method>[A-Z]+) (?<path>[^\s?:]+)(?:\?(?<query>\S+))?(?: (?<sent>[^>:|?]+?)(?<optional>\?)?)?(?: >(?: (?<status>\d+))?(?: (?<got>[^>:|]+?))?)?(?:: (?<id>\w+))?(?: \| (?<others>.+))?$/

/** Describes operations, one a line in its short form; path parameters are described if they have a type. */
export function toPaths(text: string, parameterType?: string): Record<string, Record<string, Loose>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const line of text.trim().split('\n')) {
    const found = shortForm.exec(line)?.groups
    if (found === undefined) throw new Error(`This is no operation: ${line}`)
    const { method = '', path = '', query, sent, optional, status = '200', got, id, others } = found
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: parameterType },
    }))
    const response = { description: 'OK', ...(got !== undefined && toContent(toShort(got))) }
    const toOther = (other: string): [string, object] => [other.slice(0, 3), { description: other.slice(4) }]
    paths[path] = {
      ...(inPath.length > 0 && parameterType !== undefined && { parameters: inPath }),
      ...paths[path],
      [method.toLowerCase()]: {
        ...(id !== undefined && { operationId: id }),
        ...(query !== undefined && {
          parameters: query.split('&').map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        }),
        ...(sent !== undefined && {
          requestBody: { ...(optional === undefined && { required: true }), ...toContent(toShort(sent)) },
        }),
        responses: {
          ...(line.includes(' >') && { [status]: response }),
          ...Object.fromEntries(others?.split(' | ').map(toOther) ?? []),
        },
      },
    }
  }
  return paths
}
