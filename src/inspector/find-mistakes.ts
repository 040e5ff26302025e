import { type Limits, limitedMembers } from '../contract/generated/limits.ts'
import { createLimitsCheck } from '../contract/limits.ts'
import type { NewPlant } from '../contract/schemas.ts'
import { validateNewPlant } from '../contract/validators.ts'
import { parseExactJson } from '../json/exact-json.ts'
import type { JsonSyntaxError } from '../json/json-parser.ts'
import type { Entry } from './control-api.ts'

/** The parts of a request that the fake refused. */
export interface Mistakes {
  /** Names of headers, in lower case. */
  headers: readonly string[]
  /** Wrong values of the body, as JSON pointers; an empty one is the whole body. */
  values: readonly string[]
  /** Members that the body should have. */
  missing: readonly string[]
  /** The place at which the body stops being JSON. */
  at?: number
}

const none: Mistakes = { headers: [], values: [], missing: [] }

/** The header that leads to a failure. */
const headerOf: Readonly<Record<string, string>> = {
  'malformed-request': 'host',
  'missing-credentials': 'authorization',
  'invalid-credentials': 'authorization',
  'unsupported-media-type': 'content-type',
  'unsupported-encoding': 'content-encoding',
  forced: 'prefer',
}

/** Finds the place at which a text stops being JSON. */
function findSyntaxError(text: string): number | undefined {
  try {
    parseExactJson(text)
    return undefined
  } catch (error) {
    return (error as JsonSyntaxError).at
  }
}

function findInvalid(text: string, limits: Limits = {}): Mistakes {
  const value = parseExactJson(text)
  validateNewPlant(value)
  const problems = validateNewPlant.errors ?? []
  const isMissing = (path: readonly unknown[]) =>
    path.length > 0 && (value as Record<string, unknown>)[String(path[0])] === undefined
  const missing = problems.filter(({ path }) => isMissing(path)).map(({ path }) => path.join('.'))
  const values = problems
    .filter(({ path }) => !isMissing(path))
    .map(({ path }) => path.map((step) => `/${step}`).join(''))
  // Limits of a fake are not in the schema; the first one that isn't met refuses the plant.
  const beyond =
    problems.length > 0
      ? undefined
      : limitedMembers.find((member) => {
          const own = limits[member]
          return own !== undefined && createLimitsCheck({ [member]: own })(value as NewPlant) !== undefined
        })
  const ofLimits = beyond === undefined ? [] : [`/${beyond}`]
  return { headers: [], values: [...new Set([...values, ...ofLimits])], missing }
}

/** Finds the parts of a request that led to its refusal, also by the current limits; none if a fault refused it. */
export function findMistakes({ request, failure = '', fault }: Entry, limits?: Limits): Mistakes {
  if (fault !== undefined && fault === failure) return none
  const header = headerOf[failure]
  if (header !== undefined) return { ...none, headers: [header] }
  try {
    switch (failure) {
      case 'malformed-body': {
        const at = findSyntaxError(request.body)
        return at === undefined ? none : { ...none, at }
      }
      case 'invalid-body':
        return findInvalid(request.body, limits)
      case 'duplicate-key':
        return { ...none, values: ['/id'] }
      default:
        return none
    }
  } catch {
    return none
  }
}
