import type { Schema } from '../contract/contract.ts'
import { integerRanges } from '../contract/integer-ranges.ts'
import { schemaAt } from '../contract/schema-at.ts'
import { setAt } from '../json/at-path.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import type { Path } from '../options/problems.ts'
import { withValueAt } from './body-edges.ts'
import type { Draft } from './draft.ts'
import type { ListProbes, Probe } from './probe.ts'
import { createRandom } from './random.ts'

/** Where a client chooses an integer that is the key of a new record. */
export function findIntegerKey({ operation, body }: Draft): { path: Path; schema: Schema } | undefined {
  const { effect } = operation
  if (effect.kind !== 'create' || effect.resource.key.from !== 'client' || body?.media.kind !== 'json')
    return undefined
  const path = [...effect.requestPath, effect.resource.key.property]
  const schema = schemaAt(body.media.schema, path)
  const types = schema?.facts().types ?? []
  return schema !== undefined && types.length === 1 && types[0] === 'integer' ? { path, schema } : undefined
}

/** Stands for the key in a text. */
const marker = 4_611_686_018_427_387_904n - 7n

export function withLiteral(draft: Draft, path: Path, literal: string): Draft | undefined {
  if (draft.body === undefined) return undefined
  const text = stringifyExactJson(setAt(draft.body.value, path, marker))
  return { ...draft, bytes: text.replace(String(marker), () => literal) }
}

const safe = 2n ** 53n

/** Lists integers that a client may choose as a key, near the limits of what services store them in, and what is no such integer. Each is new, so that no earlier run has stored it. */
export const listKeyProbes: ListProbes = (plain, seed) => {
  const key = findIntegerKey(plain)
  if (key === undefined) return []
  const { path, schema } = key
  const { operation } = plain
  const random = createRandom(seed)
  const range = integerRanges[schema.facts().format ?? '']
  const [low, high] = range ?? [-(2n ** 53n) + 1n, 2n ** 53n - 1n]
  const isAllowed = (value: bigint): boolean =>
    schema.check(Number.isSafeInteger(Number(value)) ? Number(value) : value).length === 0
  const near = (): bigint => random.between(3n, 2n ** 20n)
  const inside: Readonly<Record<string, () => bigint>> = {
    '0': () => 0n,
    '-1': () => -1n,
    'a negative integer': () => -random.between(2n, 2n ** 31n),
    'a large negative integer': () => -random.between(2n ** 40n, 2n ** 50n),
    'the largest int32': () => 2n ** 31n - 1n,
    'next to the largest int32': () => 2n ** 31n - near(),
    'over int32': () => 2n ** 31n + near(),
    'over uint32': () => 2n ** 32n + near(),
    'below int32': () => -(2n ** 31n) - near(),
    'an odd integer over 2^53': () => safe + 2n * near() + 1n,
    'an odd integer below -2^53': () => -safe - 2n * near() - 1n,
    'a random integer of 62 bits': () => random.between(2n ** 61n, 2n ** 62n) | 1n,
    'a random integer of 63 bits': () => random.between(2n ** 62n, 2n ** 63n - 1n) | 1n,
    'next to the largest one': () => high - near(),
    'next to the smallest one': () => low + near(),
    'the largest one': () => high,
    'the smallest one': () => low,
  }
  const accepted = Object.entries(inside).flatMap(([tried, toValue]): Probe[] => {
    const common = {
      operation,
      kind: 'accept' as const,
      rule: 'accepts-valid-body' as const,
      place: schema.pointer,
      reason: 'body' as const,
      path,
    }
    return isAllowed(toValue())
      ? [
          {
            ...common,
            tried: `the key /${path.join('/')} is ${tried}`,
            change(draft) {
              const value = toValue()
              return withValueAt(draft, path, Number.isSafeInteger(Number(value)) ? Number(value) : value)
            },
          },
        ]
      : []
  })
  const fresh = (): bigint => random.between(10n ** 8n, 2n ** 31n - 1n)
  const beyond: Readonly<Record<string, () => string>> = {
    'an integer beyond its format': () => `${high + near()}`,
    'a negative integer beyond its format': () => `${low - near()}`,
    'one more than the largest one': () => `${high + 1n}`,
    'an integer that overflows to a small one': () => `${2n ** 64n + fresh()}`,
    'an integer with an exponent beyond its format': () => `${fresh()}e19`,
    'a number beyond all': () => '1e400',
    'a fraction that a double rounds away': () => `${fresh() + 2n ** 52n}.50000001`,
  }
  const outside: typeof beyond = {
    // Without a format, an integer may be of any size.
    ...(range !== undefined && beyond),
    'a fraction': () => `${fresh()}.5`,
    'a small fraction': () => `${fresh()}.000001`,
    'a negative fraction': () => `-${fresh()}.5`,
    'a fraction below 1': () => `0.${fresh()}`,
    'a fraction with an exponent': () => `${fresh()}5e-1`,
    'a string of digits': () => `"${fresh()}"`,
    'a string of digits with a point': () => `"${fresh()}.0"`,
    'a string that begins with digits': () => `"${fresh()}fern"`,
    'a string of digits and spaces': () => `" ${fresh()} "`,
    'a string that is hexadecimal': () => `"0x${fresh().toString(16)}"`,
    'an empty string': () => '""',
    'a word': () => '"fern"',
    'a word with quotes': () => '"fe\\"rn\\\\"',
    true: () => 'true',
    false: () => 'false',
    null: () => 'null',
    'an array': () => `[${fresh()}]`,
    'an empty array': () => '[]',
    'an object': () => `{"value":${fresh()}}`,
    NaN: () => 'NaN',
    Infinity: () => 'Infinity',
  }
  return [
    ...Object.entries(outside).map(
      ([tried, toLiteral]): Probe => ({
        operation,
        kind: 'reject',
        rule: /^[A-Z]/.test(tried) ? 'json-extensions' : 'rejects-invalid-body',
        place: `${schema.pointer}/${/^(?:an integer|a negative integer|one more)/.test(tried) ? 'format' : 'type'}`,
        tried: `the key /${path.join('/')} is ${tried}`,
        reason: 'body',
        path,
        change: (draft) => withLiteral(draft, path, toLiteral()),
      }),
    ),
    // What is stored last can't hide what was rejected first.
    ...accepted,
  ]
}
