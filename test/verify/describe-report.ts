import type { Report, ShownCause } from '../../src/verify/verify.ts'

function describeCause({ title, problem, exchanges, alike = [] }: ShownCause): string[] {
  const more = alike.length > 8 ? `; and ${alike.length - 8} more` : ''
  const statuses = exchanges.map(({ answer }) => answer?.status ?? 'no answer')
  return [
    `Tried: ${title} → ${statuses.join(', ')}: ${problem}`,
    ...(alike.length === 0 ? [] : [`Alike: ${alike.slice(0, 8).join('; ')}${more}`]),
  ]
}

/** Lists what a report says about the rules that aren't kept, and what it observed. */
export function describeReport({ url, rules, outcome, unjudged }: Report): string {
  const lines = rules.flatMap(({ rule, status, reason, finding, notes }) => [
    ...(status === 'kept' && notes.length === 0
      ? []
      : [`${rule.id}: ${status}${reason ? `, ${reason}` : ''}`]),
    ...(finding === undefined ? [] : [finding, ...(finding.others ?? [])].flatMap(describeCause)),
    ...(finding?.more === undefined ? [] : [`More: ${finding.more}`]),
    ...(finding?.hints ?? []),
    ...(finding === undefined ? [] : [`Again: ${finding.repeat}`]),
    ...notes.map(({ note, count, subjects }) => `Note: ${note} (${count}×): ${subjects.join('; ')}`),
  ])
  const end = unjudged === undefined ? outcome : `${outcome}: ${unjudged.kind}, ${unjudged.message}`
  return [...lines, `→ ${end}`]
    .join('\n  ')
    .replace(/\n {2}→(?=.*$)/, ' →')
    .replaceAll(new URL(url).host, 'HOST')
}
