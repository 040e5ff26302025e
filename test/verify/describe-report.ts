import { rules } from '../../src/judge/generated/rules.ts'
import type { Case, Report, ShownFinding } from '../../src/verify/verify.ts'

function describeCause({ tried, problem, exchanges, alike = [] }: ShownFinding): string[] {
  const more = alike.length > 8 ? `; and ${alike.length - 8} more` : ''
  const statuses = exchanges.map(({ answer }) => answer?.status ?? 'no answer')
  return [
    `Tried: ${tried} → ${statuses.join(', ')}: ${problem}`,
    ...(alike.length === 0 ? [] : [`Alike: ${alike.slice(0, 8).join('; ')}${more}`]),
  ]
}

const short: Readonly<Record<string, string>> = {
  'with a warning': 'broken',
  'known to be broken': 'known',
  'not tried': 'untried',
}

const describeCase = ({ word, reason, findings, hints = [], again }: Case): string[] => [
  `${short[word] ?? word}${reason ? `, ${reason}` : ''}`,
  ...findings.flatMap(describeCause),
  ...hints,
  ...(again === undefined ? [] : [`Again: ${again}`]),
]

/** Lists what a report says about the rules that aren't kept, and what it observed. */
export function describeReport({ subject, cases, notes, outcome, unjudged }: Report): string {
  const all = notes.flatMap(({ notes: some }) => some)
  const lines = rules.flatMap(({ id }) => {
    const one = cases.find(({ title }) => title === id)
    const observed = all.filter(({ about }) => about === id)
    const [first = 'open', ...others] = one === undefined ? [] : describeCase(one)
    if ((one === undefined || one.word === 'kept') && observed.length === 0) return []
    return [
      `${id}: ${first}`,
      ...others,
      ...observed.map(
        ({ text, count, examples = [] }) => `Note: ${text} (${count}×): ${examples.join('; ')}`,
      ),
    ]
  })
  const end = unjudged === undefined ? outcome : `${outcome}: ${unjudged.kind}, ${unjudged.message}`
  return [...lines, `→ ${end}`]
    .join('\n  ')
    .replace(/\n {2}→(?=.*$)/, ' →')
    .replaceAll(new URL(subject).host, 'HOST')
}
