import type { Schema } from '../contract/contract.ts'
import { isObject } from '../options/is-object.ts'
import type { Path } from '../options/problems.ts'

/** A property that came back in another way than it was sent. */
export interface ValueDifference {
  path: Path
  sent: unknown
  /** Undefined if it is missing. */
  got: unknown
  /** Its schema in the description. */
  pointer: string
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Says whether two strings mean the same in a format. */
function isSameText(sent: string, got: string, format: string | undefined): boolean {
  if (sent === got) return true
  switch (format) {
    case 'date-time':
      return Date.parse(sent) === Date.parse(got)
    case 'date':
      return got.startsWith(sent)
    case 'email':
    case 'uuid':
    case 'hostname':
      return sent.toLowerCase() === got.toLowerCase()
    case 'time':
      return (
        sent.replace(/\.0+/, '').replace('+00:00', 'Z') === got.replace(/\.0+/, '').replace('+00:00', 'Z')
      )
    case 'uri':
      return sent.replace(/\/$/, '') === got.replace(/\/$/, '')
    default:
      return format !== undefined && /^(?:byte|binary|password|duration)$/.test(format)
  }
}

/** How many milliseconds the clock of a service may differ, and how long a run may take. */
const tolerance = 600_000

/** Says whether a value is the time at which a service has got a request. */
function isNow(value: unknown, schema: Schema | undefined): boolean {
  const { format } = schema?.facts() ?? {}
  if (typeof value !== 'string' || (format !== 'date-time' && format !== 'date')) return false
  return format === 'date'
    ? value === new Date().toISOString().slice(0, 10)
    : Math.abs(Date.parse(value) - Date.now()) < tolerance
}

/** Says whether a key is the one that was sent, in another spelling. */
const isVariant = (sent: unknown, got: unknown): boolean =>
  typeof sent === 'string' &&
  typeof got === 'string' &&
  sent.trim().toLowerCase() === got.trim().toLowerCase()

interface ComparisonOptions {
  /** Whether all that was sent and is described has to be there. */
  isWhole: boolean
  /** The property of the key, which the service may make itself. */
  key?: string
}

/**
 * Lists what came back in another way than it was sent: what both the request and the response describe. More properties
 * than were sent are no difference, nor is null instead of a missing property.
 */
export function findDifferences(
  sent: unknown,
  got: unknown,
  sentSchema: Schema | undefined,
  gotSchema: Schema | undefined,
  comparison: ComparisonOptions,
  path: ValueDifference['path'] = [],
): ValueDifference[] {
  // What a response can't hold can't come back, and a time may be that of the service.
  const different = (): ValueDifference[] =>
    (gotSchema !== undefined && gotSchema.check(sent).length > 0) || isNow(got, gotSchema ?? sentSchema)
      ? []
      : [{ path, sent, got, pointer: gotSchema?.pointer ?? sentSchema?.pointer ?? '' }]
  if (isObject(sent)) {
    if (!isObject(got)) return different()
    return Object.keys(sent).flatMap((name) => {
      const [own, back] = [sentSchema?.at(name), gotSchema?.at(name)]
      const isDescribed = back !== undefined || (gotSchema?.facts().properties.length ?? 0) === 0
      if (own === undefined || !isDescribed) return []
      const [asSent, asShown] = [own.facts(), (back ?? own).facts()]
      // A request that names what is readOnly in the record may set it, such as a status.
      const isMade =
        asSent.isReadOnly || (asShown.isReadOnly && !sentSchema?.facts().properties.includes(name))
      if (isMade || asSent.isWriteOnly || asShown.isWriteOnly) return []
      if (path.length === 0 && name === comparison.key && !isVariant(sent[name], got[name])) return []
      const found = got[name]
      if (found === undefined && (sent[name] === null || !comparison.isWhole)) return []
      return findDifferences(sent[name], found, own, back ?? own, comparison, [...path, name])
    })
  }
  if (Array.isArray(sent)) {
    if (!Array.isArray(got) || sent.length !== got.length) return different()
    return sent.flatMap((item, at) =>
      findDifferences(item, got[at], sentSchema?.at(at), gotSchema?.at(at), comparison, [...path, at]),
    )
  }
  if (isNumber(sent) && isNumber(got)) return sent === got ? [] : different()
  if (typeof sent === 'string' && typeof got === 'string')
    return isSameText(sent, got, gotSchema?.facts().format ?? sentSchema?.facts().format) ? [] : different()
  return sent === got ? [] : different()
}
