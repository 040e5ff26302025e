import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** How much weight a rule has: stated or following from a standard, good practice, or left open by the specification. */
export type Level = 'must' | 'should' | 'open'

/** A rule of the specification as `contracts/rules.yaml` lists it. */
export interface Rule {
  id: string
  section: string
  level: Level
  statement: string
  check: string
  /** Rules without which this one cannot be told. */
  restsOn?: readonly string[]
}

let rules: readonly Rule[] | undefined

/** Gives the rules that the kit ships, in the order in which reports show them. */
export function readRules(): readonly Rule[] {
  rules ??= parse(readFileSync(new URL('../../contracts/rules.yaml', import.meta.url), 'utf8')) as Rule[]
  return rules
}
