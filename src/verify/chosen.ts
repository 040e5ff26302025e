import { type Rule, toCurrentId } from '../judge/rules.ts'
import type { VerifyOptions } from './options.ts'

type Choice = Pick<VerifyOptions, 'only' | 'skip' | 'level'>

/** Says whether a run judges a rule; those about the protocol only on request. */
export function isChosen({ id, level }: Rule, { only = [], skip = [], level: lowest }: Choice): boolean {
  const isListed = (ids: readonly string[]): boolean => ids.some((one) => toCurrentId(one) === id)
  const isAsked = level !== 'protocol' || lowest === 'protocol' || isListed(only)
  return isAsked && (only.length === 0 || isListed(only)) && !isListed(skip)
}

/** Says whether a rule fails the run if it is broken. */
export const isFailing = ({ level }: Rule, lowest: Choice['level'] = 'must'): boolean =>
  level !== 'open' && (level !== 'should' || lowest !== 'must')
