import { escapeRegExp } from '../../options/escape-regexp.ts'
import type { Operation, OrderRule, Schema } from '../contract.ts'
import { describeAll, toSentences } from './describe-all.ts'

const verbs = 'must|may|can|has to|have to|shall|needs to'
const lower = 'before|earlier|less|lower|smaller|below|shorter'
const higher = 'after|later|greater|higher|larger|more|above|exceed|longer'
const connectors = '(?: than)?(?: or equal to| the| its)*'

/** What each rule has. Both in one expression would take quadratic time. */
const signs = [verbs, `${lower}|${higher}`].map((words) => new RegExp(`\\b(?:${words})`, 'i'))

/** Says on which side of another property a text forbids one, as in "`end` must not be before `start`"; undefined if it says nothing. */
function readForbidden(text: string, one: string, other: string): OrderRule['forbidden'] | undefined {
  const [first, second] = [one, other].map((name) => `[\`'"]?${escapeRegExp(name)}[\`'"]?`)
  const found = new RegExp(
    `(?<![\\w.])${first} (${verbs})(.*?)\\b(${lower}|${higher})\\w*${connectors} ${second}(?!\\w)`,
    'i',
  ).exec(text)
  if (found === null) return undefined
  const [, verb = '', between = '', word = ''] = found
  const isNegated = /\bnot\b|\bnever\b|n't\b/i.test(between)
  // What may be is only allowed.
  if (/^(?:may|can)$/i.test(verb) && !isNegated) return undefined
  const isLower = new RegExp(`^(?:${lower})$`, 'i').test(word)
  return isLower === isNegated ? 'before' : 'after'
}

/** Puts a property before what its own description says, as in "Not before `start`" or "Must be after `start`". */
function addSubject(clause: string, property: string): string {
  if (new RegExp(`^(?:${verbs})\\b`, 'i').test(clause)) return `${property} ${clause}`
  const isComparison = new RegExp(
    `^(?:(?:not|never|on|at|or) )*(?:${lower}|${higher})\\b${connectors} \\S+$`,
    'i',
  )
  return isComparison.test(clause) ? `${property} must be ${clause}` : clause
}

/** The most properties of a part of a sentence that says something about two of them. */
const maxNamed = 8

/** Finds the properties that have to be before or after another one, as the description of an operation or of one of them says. */
export function findOrderRules({ description = '' }: Operation, sent: Schema | undefined): OrderRule[] {
  const properties = sent?.facts().properties ?? []
  const rules = new Map<string, OrderRule>()
  function readRules(text: string, owner?: string): void {
    const clauses = text
      .split(/[.;,]/)
      .map((clause) => (owner === undefined ? clause : addSubject(clause.trim(), owner)))
    for (const clause of clauses.filter((one) => signs.every((sign) => sign.test(one)))) {
      const named = properties.filter((property) => clause.includes(property))
      if (named.length > maxNamed) continue
      for (const property of named.filter((one) => owner === undefined || one === owner))
        for (const other of named) {
          const forbidden = property === other ? undefined : readForbidden(clause, property, other)
          const key = `${property} ${other}`
          if (forbidden !== undefined && !rules.has(key)) rules.set(key, { property, other, forbidden })
        }
    }
  }
  readRules(toSentences(description, describeAll(sent)))
  for (const property of properties) readRules(describeAll(sent?.at(property)), property)
  return [...rules.values()]
}
