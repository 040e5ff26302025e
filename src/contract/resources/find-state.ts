import type { Schema } from '../contract.ts'
import { simplify, toWords } from './names.ts'

/** Past forms that don't begin like their verb. */
const irregular: Readonly<Record<string, string>> = {
  freeze: 'frozen',
  hold: 'held',
  lend: 'lent',
  lose: 'lost',
  pay: 'paid',
  sell: 'sold',
  send: 'sent',
  win: 'won',
}

/** Makes what tells whether a word is the past form of a verb, as cancelled is of cancel, and closed of close. */
function createIsPast(verb: string): (word: string) => boolean {
  const stem = verb.replace(/e$/, '')
  const past = Object.hasOwn(irregular, verb) ? irregular[verb] : undefined
  if (past !== undefined) return (word) => word === past
  return (word) => stem.length > 2 && word.startsWith(stem) && word.length - stem.length < 5
}

/**
 * Finds what an action sets in a record: the property of which one value is the past form of its name, as `status` is
 * `cancelled` after `cancel`, or that is such a form itself, as `archived` is true after `archive`.
 */
export function findState(record: Schema, action: string): Record<string, unknown> {
  const tests = toWords(action).map(createIsPast)
  for (const isPast of tests) {
    for (const property of record.facts().possible) {
      const { types = [], values = [] } = record.at(property)?.facts() ?? {}
      const value = values.find((one) => typeof one === 'string' && isPast(simplify(one)))
      if (value !== undefined) return { [property]: value }
      if (types.includes('boolean') && isPast(simplify(property).replace(/^is/, '')))
        return { [property]: true }
    }
  }
  return {}
}
