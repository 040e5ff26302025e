import { type Description, listItems, type Place, placeIn } from './description.ts'
import { integerRanges } from './integer-ranges.ts'
import { toSingular } from './resources/names.ts'
import { readFacts } from './schema-facts.ts'
import { listParts } from './schema-parts.ts'

type Limit = number | bigint | undefined

function describeRange(first: (keyword: string) => unknown, format: string | undefined): string {
  const [lowest, highest] = integerRanges[format ?? ''] ?? []
  const from = (first('minimum') ?? lowest) as Limit
  const to = (first('maximum') ?? highest) as Limit
  const above = first('exclusiveMinimum') as Limit
  const below = first('exclusiveMaximum') as Limit
  const multiple = first('multipleOf') as Limit
  const parts = [
    above !== undefined && ` above ${above}`,
    from !== undefined && (above === undefined || from > above) && ` from ${from}`,
    to !== undefined &&
      (below === undefined || to < below) &&
      (from === undefined ? ` up to ${to}` : ` to ${to}`),
    below !== undefined && ` below ${below}`,
    multiple !== undefined && ` that is a multiple of ${multiple}`,
  ]
  return parts.filter((part) => part !== false).join('')
}

const countUnits = (count: unknown, unit: string): string =>
  `${count} ${Number(count) === 1 ? toSingular(unit) : unit}`

/** Says how many characters, items, or properties there have to be. */
function describeSize(first: (keyword: string) => unknown, what: string, unit: string): string {
  const [from, to] = [first(`min${what}`) as Limit, first(`max${what}`) as Limit]
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return ` of at least ${countUnits(from, unit)}`
  return from === undefined
    ? ` of at most ${countUnits(to, unit)}`
    : from === to
      ? ` of ${countUnits(to, unit)}`
      : ` of ${from} to ${to} ${unit}`
}

/** Describes a choice of values, as the end of the sentence "it must be …". */
export function describeValues(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map(String)
  if (values.length > shown.length) shown.push('…')
  return shown.length > 2 ? `one of ${shown.join(', ')}` : shown.join(' or ')
}

/** Describes what a schema asks for, as the end of the sentence "it must be …". */
export function describeSchema(description: Description, place: Place, depth = 0): string {
  const parts = listParts(description, place)
  const first = (keyword: string): unknown =>
    parts.find(({ json }) => json[keyword] !== undefined)?.json[keyword]
  const { types, values, format } = readFacts(description, place)
  if (values !== undefined) return describeValues(values)
  const branches = parts.flatMap((part) =>
    ['oneOf', 'anyOf'].flatMap((keyword) => listItems(placeIn(part, keyword))),
  )
  if (branches.length > 0 && branches.length <= 5 && depth === 0) {
    const described = new Set(branches.map((branch) => describeSchema(description, branch, 1)))
    return [...described].join(' or ')
  }
  if (types.length >= 6) return 'another value'
  const describeType = (type: string): string => {
    if (type === 'integer') return `an integer${describeRange(first, format)}`
    if (type === 'number') return `a number${describeRange(first, format)}`
    if (type === 'array')
      return `an array${describeSize(first, 'Items', 'items')}${first('uniqueItems') === true ? ' without repeated items' : ''}`
    if (type === 'object') return `an object${describeSize(first, 'Properties', 'properties')}`
    if (type !== 'string') return type === 'null' ? 'null' : `a ${type}`
    const pattern = first('pattern')
    const matches = pattern === undefined ? '' : ` that matches ${pattern}`
    const isNamed =
      format !== undefined && !['binary', 'password'].includes(format) && !(format in integerRanges)
    return `a string${describeSize(first, 'Length', 'characters')}${isNamed ? ` in the format ${format}` : ''}${matches}`
  }
  return types.map(describeType).join(' or ')
}
