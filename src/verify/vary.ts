import type { MediaType } from '../contract/contract.ts'
import { isObject } from '../options/is-object.ts'
import { isWithin, replaceAt, valueAt } from '../probes/body-edges.ts'
import type { Random } from '../probes/random.ts'
import { listFreeStrings } from '../probes/values.ts'
import { makeKey } from './make-key.ts'

/** Makes the free strings of a body unique, and its emails, so that nothing else has them. Dates stay, since they may depend on each other. */
export function vary(
  media: MediaType,
  value: unknown,
  random: Random,
  except: readonly (string | number)[] = [],
): unknown {
  let varied = value
  const offer = (path: readonly (string | number)[], text: string): boolean => {
    if (except.length > 0 && (isWithin(path, except) || isWithin(except, path))) return false
    const next = replaceAt(varied, path, text)
    const isFine = media.schema.check(next).length === 0
    if (isFine) varied = next
    return isFine
  }
  for (const path of listFreeStrings(media.schema, value)) {
    const old = String(valueAt(value, path))
    const unique = random.letters(6)
    if (!offer(path, `${old.slice(0, 40)} ${unique}`) && !offer(path, `${old.slice(0, 4)}${unique}`))
      offer(path, unique)
  }
  for (const [name, inner] of Object.entries(isObject(value) ? value : {})) {
    const { format } = media.schema.at(name)?.facts() ?? {}
    if (format === 'email') offer([name], `${random.letters(8).toLowerCase()}@example.com`)
    else if (format === 'uuid' || media.schema.check(replaceAt(value, [name], 1)).length > 0) {
      const schema = media.schema.at(name)
      if (
        typeof inner === 'string' &&
        schema !== undefined &&
        schema.facts().values === undefined &&
        format === undefined
      )
        offer([name], String(makeKey(schema, random)))
    }
  }
  return varied
}
