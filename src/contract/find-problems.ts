import type { ErrorObject } from 'ajv'
import { isContainer } from '../options/is-object.ts'
import type { SchemaProblem } from './contract.ts'
import { describeSchema, describeValues } from './describe-schema.ts'
import { type Description, isObjectPlace, listItems, type Place, placeIn } from './description.ts'
import { readPointer } from './pointer.ts'
import { listInner, listParts } from './schema-parts.ts'

/** Lists what is wrong with a value. */
export type ListErrors = (value: unknown) => readonly ErrorObject[]

/** Compiles the schema at a place; the compiled one is kept. */
export type Compile = (place: Place) => ListErrors

/** A function that ajv compiled has the errors of its last value. */
export const toListErrors =
  (validate: { (value: unknown): unknown; errors?: ErrorObject[] | null }): ListErrors =>
  (value) =>
    validate(value) ? [] : (validate.errors ?? [])

/** The keywords of OpenAPI for those that the kit compiles. */
const keywords: Readonly<Record<string, string>> = {
  exactType: 'type',
  exactFormat: 'format',
  exactEnum: 'enum',
  unsent: 'writeOnly',
  'false schema': 'not',
}

/** Keywords that only say that another one fails. */
const repeated = new Set(['if', 'propertyNames'])

export function createFindProblems(
  description: Description,
  compile: Compile,
): (place: Place, value: unknown, listErrors?: ListErrors) => SchemaProblem[] {
  const at = (pointer: string): Place => description.find(pointer) ?? description.root

  /** Finds the one branch whose problems say what is wrong: the only one of which the value has the type, and the values that are fixed. */
  function findBranch(parent: Place, keyword: string, value: unknown): SchemaProblem[] | undefined {
    const problems = listItems(placeIn(parent, keyword)).map((branch) => findProblems(branch, value))
    const close = problems.filter(
      (list) =>
        list.length > 0 &&
        !list.some(({ path, keyword }) => path.length === 0 && ['type', 'enum', 'const'].includes(keyword)),
    )
    const fitting = close.filter(
      (list) => !list.some(({ path, keyword }) => path.length === 1 && ['enum', 'const'].includes(keyword)),
    )
    const candidates = fitting.length > 0 ? fitting : close
    return problems.every((list) => list.length > 0) && candidates.length === 1 ? candidates[0] : undefined
  }

  const countMatches = (parent: Place, keyword: string, value: unknown): number =>
    listItems(placeIn(parent, keyword)).filter((branch) => findProblems(branch, value).length === 0).length

  function toProblems(error: ErrorObject): SchemaProblem[] {
    const { instancePath, params, data } = error
    const parent = error.parentSchema as { at?: string; branches?: string } | undefined
    const pointer = parent?.at ?? ''
    const path = readPointer(instancePath).map((name) =>
      /^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : name,
    )
    const place = at(pointer)
    const name = keywords[error.keyword] ?? error.keyword
    const common = { keyword: name, pointer: `${pointer}/${name}` }
    if (error.keyword === 'branches') {
      const keyword = parent?.branches ?? ''
      const inner = findBranch(place, keyword, data)
      const matches = countMatches(place, keyword, data)
      if (inner !== undefined)
        return inner.map((problem) => ({ ...problem, path: [...path, ...problem.path] }))
      return [
        {
          path,
          expected:
            matches > 1 ? `what only one branch of ${keyword} matches` : describeSchema(description, place),
          got: data,
          keyword,
          pointer: `${pointer}/${keyword}`,
          ...(matches > 1 && { matches }),
        },
      ]
    }
    if (name === 'required' || name === 'dependentRequired') {
      const missing = String(params['missingProperty'])
      const [property] = isObjectPlace(place) ? listInner(listParts(description, place), missing) : []
      const expected = property === undefined ? 'there' : describeSchema(description, property)
      return [{ ...common, path: [...path, missing], expected, got: undefined }]
    }
    const unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
    if (unknown !== undefined) {
      const known = listParts(description, place).flatMap(({ json }) => Object.keys(json['properties'] ?? {}))
      return [{ ...common, path: [...path, String(unknown)], known }]
    }
    if (name === 'writeOnly')
      return [{ ...common, pointer, path, expected: 'left out of responses', got: data }]
    if (name === 'not' || name === 'contains') {
      const inner = describeSchema(description, placeIn(place, name))
      return [
        {
          ...common,
          path,
          expected: name === 'not' ? `anything but ${inner}` : `an array with ${inner}`,
          got: data,
        },
      ]
    }
    // What a discriminator knows isn't in the schema of its property.
    const expected =
      pointer.endsWith('/discriminator') && name === 'enum'
        ? describeValues(params['allowedValues'])
        : describeSchema(description, place)
    const size =
      /^(?:min|max)(?:Items|Properties)$/.test(name) && isContainer(data) && Object.keys(data).length
    return [{ ...common, path, expected, got: data, ...(size !== false && { size }) }]
  }

  function findProblems(place: Place, value: unknown, listErrors = compile(place)): SchemaProblem[] {
    let errors: readonly ErrorObject[]
    try {
      errors = listErrors(value)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return [
        { path: [], expected: 'nested less deeply', got: value, keyword: 'type', pointer: place.pointer },
      ]
    }
    const problems = new Map<string, SchemaProblem>()
    for (const error of errors) {
      if (repeated.has(error.keyword)) continue
      for (const problem of toProblems(error)) {
        const key = JSON.stringify(problem.path)
        if (!problems.has(key)) problems.set(key, problem)
      }
    }
    return [...problems.values()]
  }
  return findProblems
}
