import { parseExactJson } from '../contract/exact-json.ts'
import { findMistake } from '../contract/json-parser.ts'
import { validateNewPlant } from '../contract/validators.ts'
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
  'invalid-token': 'authorization',
  'unsupported-media-type': 'content-type',
  'unsupported-encoding': 'content-encoding',
  'forced-error': 'prefer',
}

function findInvalid(text: string, message: string): Mistakes {
  const value = parseExactJson(text)
  validateNewPlant(value)
  const problems = validateNewPlant.errors ?? []
  const isMissing = (path: readonly unknown[]) =>
    path.length > 0 && (value as Record<string, unknown>)[String(path[0])] === undefined
  const missing = problems.filter(({ path }) => isMissing(path)).map(({ path }) => path.join('.'))
  const values = problems
    .filter(({ path }) => !isMissing(path))
    .map(({ path }) => path.map((step) => `/${step}`).join(''))
  // Limits of a fake are not in the schema, but its message begins with the member.
  const [, member] = /^(id|name|tag) must/.exec(message) ?? []
  const ofLimits = problems.length === 0 && member !== undefined ? [`/${member}`] : []
  return { headers: [], values: [...new Set([...values, ...ofLimits])], missing }
}

/** Finds the parts of a request that led to its refusal; none if a fault refused it. */
export function findMistakes({ request, answer, failure = '', fault }: Entry): Mistakes {
  if (fault !== undefined && fault === failure) return none
  const header = headerOf[failure]
  if (header !== undefined) return { ...none, headers: [header] }
  try {
    switch (failure) {
      case 'malformed-json': {
        const mistake = findMistake(request.body)
        return mistake === undefined ? none : { ...none, at: mistake.at }
      }
      case 'invalid-plant':
        return findInvalid(request.body, String(JSON.parse(answer.body).message))
      case 'duplicate-id':
        return { ...none, values: ['/id'] }
      default:
        return none
    }
  } catch {
    return none
  }
}
