import type { Format } from 'ajv'
import equalModule from 'ajv/dist/runtime/equal.js'
import ucs2lengthModule from 'ajv/dist/runtime/ucs2length.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { toCanonical } from '../json/canonical.ts'
import { createPattern } from './pattern.ts'

// What the functions call that ajv compiles a schema to.

/** Reads a number as an integer and the power of ten that it is divided by. */
function toDecimal(value: number | bigint): { digits: bigint; scale: number } {
  const [, whole = '0', fraction = '', power = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(String(value)) ?? []
  const scale = fraction.length - Number(power)
  const digits = BigInt(whole + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** Says whether a number is a multiple of another one, exactly as their decimals say. */
export function isMultiple(of: number | bigint, value: number | bigint): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return true
  const [one, other] = [toDecimal(value), toDecimal(of)]
  const scale = Math.max(one.scale, other.scale)
  const toScale = ({ digits, scale: own }: { digits: bigint; scale: number }): bigint =>
    digits * 10n ** BigInt(scale - own)
  return toScale(one) % toScale(other) === 0n
}

export const isListed = (values: readonly unknown[], value: unknown): boolean =>
  values.some((one) => one === value || toCanonical(one) === toCanonical(value))

export function areUnique(items: readonly unknown[]): boolean {
  const isText = items.every((item) => typeof item === 'string')
  return new Set(isText ? items : items.map(toCanonical)).size === items.length
}

/** Makes what ajv matches a pattern with, which it knows by its text. */
export const toEngine = (source: string): RegExp => {
  const { test } = createPattern(source) ?? { test: () => true }
  return { test, toString: () => source } as unknown as RegExp
}

/** The formats of strings that are checked; others say nothing. */
export const formats: Record<string, Format> = Object.fromEntries(
  (
    [
      'date',
      'time',
      'date-time',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'uri-reference',
      'uri-template',
      'uuid',
      'json-pointer',
      'relative-json-pointer',
      'regex',
      'byte',
    ] as const
  ).map((name) => [name, fullFormats[name]]),
)

/** Bundlers and test runners differ in what the default of a module of CommonJS is. */
const toFunction = <Args extends unknown[], Result>(
  module: ((...args: Args) => Result) | { default: (...args: Args) => Result },
): ((...args: Args) => Result) => ('default' in module ? module.default : module)

/** Says whether two values are equal. @public compiled code calls it */
export const equal: (one: unknown, other: unknown) => boolean = toFunction(
  equalModule as unknown as { default: typeof equal },
)

/** Counts the characters of a string, as JSON Schema does. @public compiled code calls it */
export const ucs2length: (text: string) => number = toFunction(ucs2lengthModule)
