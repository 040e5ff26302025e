import { escapeRegExp } from '../../options/escape-regexp.ts'
import type { Operation, OrderRule, Schema } from '../contract.ts'
import { describeAll } from './describe-all.ts'

const lower = 'before|earlier|less|lower|smaller|below|shorter'
const higher = 'after|later|greater|higher|larger|more|above|exceed|longer'

/** Says on which side of another property a text forbids one, as in "`end` must not be before `start`"; undefined if it says nothing. */
function readForbidden(text: string, one: string, other: string): OrderRule['forbidden'] | undefined {
  const [first, second] = [one, other].map((name) => `[\`'"]?${escapeRegExp(name)}[\`'"]?`)
  const found = new RegExp(
    `(?<![\\w.])${first} (?:must|may|can|has to|should|shall|needs to|is)([^.;,]*?)\\b(${lower}|${higher})\\w*(?: than)?(?: or equal to| the| its)* ${second}(?!\\w)`,
    'i',
  ).exec(text)
  if (found === null) return undefined
  const [whole, between = '', word = ''] = found
  const isLower = new RegExp(`^(?:${lower})$`, 'i').test(word)
  const isNegated = /\bnot\b|\bnever\b|n't\b/i.test(between) || /cannot/i.test(whole)
  return isLower === isNegated ? 'before' : 'after'
}

/** Finds the properties that have to be before or after another one, as the description of an operation or of one of them says. */
export function findOrderRules({ description = '' }: Operation, sent: Schema | undefined): OrderRule[] {
  const properties = sent?.facts().properties ?? []
  const said = `${description}\n${describeAll(sent)}`
  return properties.flatMap((property) =>
    properties.flatMap((other): OrderRule[] => {
      const text = `${said}\n${describeAll(sent?.at(property))}`
      // Most texts name no other property.
      const isNamed = property !== other && text.includes(other) && text.includes(property)
      const forbidden = isNamed ? readForbidden(text, property, other) : undefined
      return forbidden === undefined ? [] : [{ property, other, forbidden }]
    }),
  )
}
