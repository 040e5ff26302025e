import { expect, test } from 'vitest'
import { rules } from '../../src/judge/generated/rules.ts'
import { describeHidden, hiddenCases, ofEveryAnswer } from './hidden-evidence.ts'

// `npm run test:corpus` hides the evidence of each rule in every way.
describeHidden(hiddenCases.filter((_case, index) => index % 3 === 0))

test('the evidence of every rule can be hidden, except for rules about every answer', () => {
  const hidden = new Set(hiddenCases.map(({ rule }) => rule))
  const seen = rules.filter(({ id, level }) => level !== 'open' && !hidden.has(id)).map(({ id }) => id)
  expect(seen.toSorted()).toEqual(ofEveryAnswer.toSorted())
})
