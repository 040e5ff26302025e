import { inspect } from 'node:util'
import { expect } from 'vitest'
import { OptionsError } from '../../src/index.ts'

/** Shows a value in a line; a function as it is written, though Vite calls what is imported by other names. */
const show = (value: unknown): string =>
  typeof value === 'function'
    ? String(value).replaceAll(/\(0,__vite_\w+\.(\w+)\)|\s+/g, (_text, name = ' ') => name)
    : inspect(value, { depth: 9, breakLength: Infinity, compact: true, maxStringLength: 50 })

/** Expects that each value is rejected with an OptionsError, whose message and path are those of the recording. */
export async function expectRefused<Value>(
  recording: string,
  values: readonly Value[],
  use: (value: Value) => unknown,
): Promise<void> {
  const lines: string[] = []
  for (const value of values) {
    const error = await new Promise((resolve) => resolve(use(value))).catch((thrown: unknown) => thrown)
    expect(error, show(value)).toBeInstanceOf(OptionsError)
    expect(error).toHaveProperty('name', 'OptionsError')
    const { message, path } = error as OptionsError
    lines.push(`${show(value)}\n  ${message}${path.length === 0 ? '' : ` (${path.join('.')})`}\n`)
  }
  await expect(lines.join('')).toMatchFileSnapshot(`recordings/${recording}.txt`)
}
