import type { MediaType, Schema } from '../contract/contract.ts'
import { getAt, setAt } from '../json/at-path.ts'
import { isContainer, isObject } from '../options/is-object.ts'
import type { Path } from '../options/problems.ts'
import { isPathWithin } from '../probes/body-edges.ts'
import type { Random } from '../probes/random.ts'
import { listFreeStrings } from '../probes/values.ts'
import { makeKeyOfSchema } from './make-key.ts'

/** Makes the free strings of a body unique, and its emails, so that nothing else has them. Dates stay, since they may depend on each other. */
export function vary(media: MediaType, value: unknown, random: Random, except: Path = []): unknown {
  let varied = value
  const offer = (path: Path, text: string): boolean => {
    if (except.length > 0 && (isPathWithin(path, except) || isPathWithin(except, path))) return false
    const next = setAt(varied, path, text)
    const isFine = media.schema.check(next).length === 0
    if (isFine) varied = next
    return isFine
  }
  for (const path of listFreeStrings(media.schema, value)) {
    const old = String(getAt(value, path))
    const unique = random.letters(6)
    // The service may take no longer ones.
    const start = old.slice(0, Math.min(40, Math.max(5, old.length - 7)))
    if (!offer(path, `${start} ${unique}`) && !offer(path, `${old.slice(0, 4)}${unique}`)) offer(path, unique)
  }
  for (const [name, inner] of Object.entries(isObject(value) ? value : {})) {
    if (getAt(varied, [name]) !== inner) continue
    const { format } = media.schema.at(name)?.facts() ?? {}
    if (format === 'email') offer([name], `${random.letters(8).toLowerCase()}@example.com`)
    else if (format === 'uuid' || media.schema.check(setAt(value, [name], 1)).length > 0) {
      const schema = media.schema.at(name)
      if (
        typeof inner === 'string' &&
        schema !== undefined &&
        schema.facts().values === undefined &&
        format === undefined
      )
        offer([name], String(makeKeyOfSchema(schema, random)))
    }
  }
  return varied
}

/** How many days dates are shifted at most, and by what they are a multiple of, in milliseconds. */
const mostDays = 300
const quarter = 900_000
const day = 86_400_000

/** Makes all dates of a body later by the same time, so that their order stays. */
export function shiftDates(media: MediaType, value: unknown, random: Random): unknown {
  const shift = quarter * (1 + random.below((mostDays * day) / quarter))
  const toLater = (text: string, format: string | undefined): string | undefined => {
    if (Number.isNaN(Date.parse(text))) return undefined
    if (format === 'date')
      return new Date(Date.parse(text) + Math.ceil(shift / day) * day).toISOString().slice(0, 10)
    const [fraction = ''] = /\.\d+/.exec(text) ?? []
    return format === 'date-time'
      ? new Date(Date.parse(text) + shift).toISOString().replace(/\.\d+/, fraction)
      : undefined
  }
  const shiftAt = (whole: unknown, schema: Schema | undefined, path: Path): unknown => {
    const own = getAt(whole, path)
    if (isContainer(own))
      return Object.keys(own).reduce((next, name) => {
        const step = Array.isArray(own) ? Number(name) : name
        return shiftAt(next, schema?.at(step), [...path, step])
      }, whole)
    const later = typeof own === 'string' ? toLater(own, schema?.facts().format) : undefined
    return later === undefined ? whole : setAt(whole, path, later)
  }
  const shifted = shiftAt(value, media.schema, [])
  return media.schema.check(shifted).length === 0 ? shifted : value
}
