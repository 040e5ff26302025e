import * as fc from 'fast-check'
import { makeText } from '../contract/examples/make-text.ts'
import { createExampleRandom } from '../contract/examples/random.ts'
import { lazy } from '../contract/lazy.ts'
import { createPattern } from '../contract/pattern.ts'
import { codePoint } from './code-point.ts'

type Keywords = Readonly<Record<string, unknown>>

const dates = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** The formats whose values few other strings have; each is made once, since that takes time. */
const formats: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  'date-time': () => dates,
  date: () => dates.map((text) => text.slice(0, 10)),
  time: () => dates.map((text) => text.slice(11)),
  duration: () => fc.tuple(fc.nat(999), fc.nat(23)).map(([days, hours]) => `P${days}DT${hours}H`),
  email: lazy(() => fc.emailAddress()),
  hostname: lazy(() => fc.domain()),
  ipv4: lazy(() => fc.ipV4()),
  ipv6: lazy(() => fc.ipV6()),
  uri: lazy(() => fc.webUrl()),
  url: lazy(() => fc.webUrl()),
  'uri-reference': lazy(() => fc.webPath()),
  'uri-template': () => fc.nat(999).map((index) => `/items/${index}/{id}`),
  uuid: lazy(() => fc.uuid()),
  byte: lazy(() => fc.base64String()),
  'relative-json-pointer': () => fc.nat(9).map((levels) => `${levels}/name`),
  regex: () => fc.constantFrom('^a+$', '.*', '[a-z]'),
  'json-pointer': () =>
    fc.array(fc.stringMatching(/^[a-z0-9]+$/)).map((steps) => steps.map((step) => `/${step}`).join('')),
}

/** Makes what matches a pattern; nothing if fast-check can't. */
function fromPattern(pattern: string): fc.Arbitrary<string>[] {
  for (const flags of ['u', '']) {
    try {
      return [fc.stringMatching(new RegExp(pattern, flags))]
    } catch {}
  }
  return []
}

/** Whether a filter finds enough values, so that it ends. */
export const isFruitful = <Value>(made: fc.Arbitrary<Value>, isValid: (value: Value) => boolean): boolean =>
  fc.sample(made, { numRuns: 100, seed: 1 }).filter(isValid).length >= 5

export function createString(schemas: readonly Keywords[]): fc.Arbitrary<string> {
  const read = (keyword: string) =>
    schemas.flatMap((schema) => (schema[keyword] === undefined ? [] : [schema[keyword]]))
  const minLength = Math.max(0, ...(read('minLength') as number[]))
  const maxLength = Math.min(...(read('maxLength') as number[]), Infinity)
  const patterns = [...new Set(read('pattern') as string[])]
  const [format] = read('format') as string[]
  const most = maxLength < Infinity ? maxLength : minLength + 50
  // Few values of an expression without an end have a certain length.
  const bounded = patterns.map((pattern) =>
    minLength === 0
      ? pattern
      : pattern.replace(/^\^(\[(?:[^\]\\]|\\.)*\]|\\?.)[+*]\$$/, `^$1{${minLength},${most}}$$`),
  )
  const [special] = [...bounded.flatMap(fromPattern), formats[format ?? '']?.()]
  if (patterns.length === 0 && special === undefined) {
    const lengths = { minLength, ...(maxLength < Infinity && { maxLength }) }
    // Limits count code points, like these units.
    return fc.oneof(
      fc.string({ unit: 'grapheme-ascii', ...lengths }),
      fc.string({ unit: codePoint, ...lengths }),
    )
  }
  const tests = patterns.flatMap((pattern) => createPattern(pattern) ?? [])
  const isValid = (text: string): boolean => {
    const { length } = [...text]
    return length >= minLength && length <= maxLength && tests.every((one) => one.test(text))
  }
  if (special !== undefined && isFruitful(special, isValid)) return special.filter(isValid)
  const limits = { name: 'text', format, patterns, minLength, maxLength }
  return fc.nat().map((seed) => makeText(limits, createExampleRandom(seed)))
}
