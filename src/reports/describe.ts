import type { Report, RuleResult, ShownAnswer } from '../verify/report.ts'

/** Counts of the rules of a report. */
interface Counts {
  kept: number
  broken: number
  warned: number
  known: number
  hidden: number
  untried: number
}

/** Tells whether a broken rule only warns, as it is less than the level that was asked for. */
export const isWarning = ({ level }: Report, { rule, status }: RuleResult): boolean =>
  status === 'broken' && rule.level === 'should' && level === 'must'

/** Counts the rules of a report; open ones are neither kept nor broken. */
function countRules(report: Report): Counts {
  const count = (status: RuleResult['status']): number =>
    report.rules.filter((result) => result.status === status).length
  const warned = report.rules.filter((result) => isWarning(report, result)).length
  return {
    kept: count('kept'),
    broken: count('broken') - warned,
    warned,
    known: count('known'),
    hidden: count('hidden'),
    untried: count('untried'),
  }
}

/** Sums a report up in a sentence. */
export function describeOutcome(report: Report): string {
  const { kept, broken, warned, known, hidden, untried } = countRules(report)
  const parts = [
    `${kept} rules kept`,
    `${broken} broken`,
    ...(warned > 0 ? [`${warned} warned of`] : []),
    ...(known > 0 ? [`${known} known to be broken`] : []),
    ...(hidden > 0 ? [`${hidden} hidden by those`] : []),
    ...(untried > 0 ? [`${untried} not tried`] : []),
  ]
  const time = `${report.requests} requests in ${(report.duration / 1000).toFixed(1)} s`
  return `${parts.join(', ')}; ${time}; seed ${report.seed}`
}

/** Names the section of a rule. */
export const describeSection = (section: string): string =>
  /^\d/.test(section) ? `specification section ${section}` : section

const maxShown = 300

/** Shows an answer in one line; its body cut where it is long. */
export function describeAnswer({ status, headers, body }: ShownAnswer): string {
  const contentType = headers.find(([name]) => name === 'content-type')?.[1]
  const text = body.length > maxShown ? `${body.slice(0, maxShown)}…` : body
  const shown = text === '' ? '(no body)' : text.replaceAll(/\s*\n\s*/g, ' ')
  return [status, contentType, shown].filter((part) => part !== undefined).join(' ')
}

/** Says which plants a run left behind; undefined where there are none. */
export function describePlantsLeft({ plantsLeft }: Report): string | undefined {
  const [first, ...more] = plantsLeft
  if (first === undefined) return undefined
  if (more.length === 0) return `1 plant is left behind: ${first}`
  const shown = plantsLeft.slice(0, 5).join(', ')
  return `${plantsLeft.length} plants are left behind: ${shown}${plantsLeft.length > 5 ? ', …' : ''}`
}
