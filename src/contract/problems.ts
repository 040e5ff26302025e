/** One problem that a generated validator found. */
export interface Problem {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
}

/** A generated validator: checks a value against its schema, and keeps the problems of the last invalid value in `errors`. */
export interface Validate {
  (value: unknown): boolean
  errors?: Problem[] | null
}

const maxQuoted = 40

/** A shorter secret appears in other texts by chance. */
const minSecret = 4

/**
 * Shows a value in a message: scalars as they are, cut if they are long; other values by their kind.
 *
 * @param secret a text that is never shown, such as a credential
 */
export function describeValue(value: unknown, secret?: string): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return Number.isNaN(value) ? 'a number with a fraction' : 'a number that is too large'
  }
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return `the number ${value}, which is not exact; use a bigint`
  }
  const text = String(value)
  if (secret && (text === secret || (secret.length >= minSecret && text.includes(secret))))
    return 'the credential'
  const isLong = text.length > maxQuoted
  const short = isLong ? `${text.slice(0, maxQuoted)}…` : text
  const shown = typeof value === 'string' ? JSON.stringify(short) : short
  return isLong ? `${shown} (${text.length} characters)` : shown
}

const count = (limit: unknown, thing: string): string => `${limit} ${thing}${limit === 1 ? '' : 's'}`

const articles: Record<string, string> = { array: 'an', integer: 'an', object: 'an', null: '' }

/** Describes what the schema expects, as the end of the sentence "it must …". */
function describeExpectation({ keyword, params }: Problem): string {
  const { limit } = params
  switch (keyword) {
    case 'type':
      return `be ${articles[String(params['type'])] ?? 'a'} ${params['type']}`
    case 'int64':
      return `be an integer from ${params['from']} to ${params['to']}`
    case 'minimum':
      return `be at least ${limit}`
    case 'maximum':
      return `be at most ${limit}`
    case 'minItems':
      return `have at least ${count(limit, 'item')}`
    case 'maxItems':
      return `have at most ${count(limit, 'item')}`
    case 'minLength':
      return `have at least ${count(limit, 'character')}`
    case 'maxLength':
      return `have at most ${count(limit, 'character')}`
    case 'enum':
      return `be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
    case 'const':
      return `be ${JSON.stringify(params['allowedValue'])}`
    default:
      return `satisfy ${keyword} ${JSON.stringify(params)}`
  }
}

const toSteps = (instancePath: string): string[] =>
  instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const toMember = (steps: readonly string[]): string =>
  steps.reduce(
    (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path && step ? `${path}.${step}` : step),
    '',
  )

/**
 * Describes in one line what is wrong with a value: each member, what the schema expects and what it got.
 *
 * @param whole the name of the value as a whole
 * @param secret a text that is never shown, such as a credential
 * @param known the names of the members, if the validator doesn't list them
 */
export function describeProblems(
  problems: readonly Problem[] | null | undefined,
  value: unknown,
  { whole, secret, known }: { whole: string; secret?: string | undefined; known?: readonly string[] },
): string {
  const expectations = new Map<string, { subject: string; wants: Set<string>; got: string }>()
  const lines = new Set<string>()
  for (const problem of problems ?? []) {
    const steps = toSteps(problem.instancePath)
    if (problem.keyword === 'required') {
      lines.add(`${toMember([...steps, String(problem.params['missingProperty'])])} is missing`)
    } else if (problem.keyword === 'additionalProperties') {
      const name = String(problem.params['additionalProperty'])
      const shown = /^[\w$-]{1,40}$/.test(name) ? name : describeValue(name, secret)
      const names = (problem.params['known'] as readonly string[] | undefined) ?? known
      const hint = names === undefined ? '' : ` (the members are ${names.join(', ')})`
      lines.add(`unknown member ${toMember([...steps, shown])}${hint}`)
    } else if (problem.keyword !== 'anyOf') {
      const at = steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)?.[step], value)
      const entry = expectations.get(problem.instancePath) ?? {
        subject: toMember(steps) || whole,
        wants: new Set(),
        got: describeValue(at, secret),
      }
      entry.wants.add(describeExpectation(problem))
      expectations.set(problem.instancePath, entry)
    }
  }
  for (const { subject, wants, got } of expectations.values()) {
    lines.add(`${subject} must ${[...wants].join(' or ').replaceAll(' or be ', ' or ')}, got ${got}`)
  }
  const [first = `${whole} is not valid`, ...more] = [...lines].slice(0, 5)
  return [first, ...more].join('; ')
}
