import { escapeRegExp } from '../../options/escape-regexp.ts'
import type { Operation, OrderRule, Schema } from '../contract.ts'
import { describeAll, toSentences } from './describe-all.ts'

const lower = 'before|earlier|less|lower|smaller|below|shorter'
const higher = 'after|later|greater|higher|larger|more|above|exceed|longer'

/** Says on which side of another property a text forbids one, as in "`end` must not be before `start`"; undefined if it says nothing. */
function readForbidden(text: string, one: string, other: string): OrderRule['forbidden'] | undefined {
  const [first, second] = [one, other].map((name) => `[\`'"]?${escapeRegExp(name)}[\`'"]?`)
  const found = new RegExp(
    `(?<![\\w.])${first} (must|may|can|has to|have to|shall|needs to)([^.;,]*?)\\b(${lower}|${higher})\\w*(?: than)?(?: or equal to| the| its)* ${second}(?!\\w)`,
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

/** Finds the properties that have to be before or after another one, as the description of an operation or of one of them says. */
export function findOrderRules({ description = '' }: Operation, sent: Schema | undefined): OrderRule[] {
  const properties = sent?.facts().properties ?? []
  const said = toSentences(description, describeAll(sent))
  return properties.flatMap((property) =>
    properties.flatMap((other): OrderRule[] => {
      const text = toSentences(said, describeAll(sent?.at(property)))
      // Most texts name no other property.
      const isNamed = property !== other && text.includes(other) && text.includes(property)
      const forbidden = isNamed ? readForbidden(text, property, other) : undefined
      return forbidden === undefined ? [] : [{ property, other, forbidden }]
    }),
  )
}
