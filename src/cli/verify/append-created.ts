import { appendFileSync } from 'node:fs'
import { tameJson } from '../../http/tame.ts'
import type { VerifyOptions } from '../../verify/verify.ts'
import type { Fail } from '../failure.ts'

/** Checks that a file can be written, and returns a function that adds a plant to it, as one line of JSON. */
export function appendCreated(path: string, fail: Fail): NonNullable<VerifyOptions['onCreated']> {
  function append(text: string): void {
    try {
      appendFileSync(path, text)
    } catch (error) {
      fail(`${path} can't be written: ${(error as Error).message}. Pass another file with --created.`)
    }
  }
  append('')
  return (plant) => append(`${tameJson(JSON.stringify(plant))}\n`)
}
