import type { Case, ShownFinding } from '../reports/report.ts'
import { groupBy } from './group-by.ts'

/** The most characters of a text that a report prints in one line. */
const maxText = 300

/** Cuts a text that would make a line too long. */
export const cut = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)

const toKey = ({ place, stable }: ShownFinding): string => `${place} ${stable}`

/** Counts the characters of the commands that repeat a case, in steps, so that the order decides between similar ones. */
const measure = ({ findings }: Case): number =>
  Math.floor(Math.max(0, ...(findings[0]?.exchanges.map(({ request }) => request.curl.length) ?? [])) / 1000)

/** Groups the differences that fail a run by their place and by both values. */
const groupFindings = (cases: readonly Case[]): { one: Case; finding: ShownFinding }[][] =>
  groupBy(
    cases.flatMap((one) =>
      one.findings.filter(({ kind }) => kind === 'error').map((finding) => ({ one, finding })),
    ),
    ({ finding }) => toKey(finding),
  )

/**
 * Makes one case of all cases that show the same difference: with one of them as the example, and the titles of the
 * others. Other cases stay as they are, those that are known without their findings, since nobody has to reproduce them.
 *
 * @param toHint says how the fake could follow the service
 */
export function groupCases(
  cases: readonly Case[],
  toHint: (place: string, titles: readonly string[]) => string,
): Case[] {
  const failed = cases.filter(({ status }) => status === 'failed')
  const groups = groupFindings(failed).map((shown): Case => {
    // The example is the shortest request, not to make anybody read a long one.
    const [{ one: example, finding: own }, ...others] = shown.toSorted(
      (one, other) => measure(one.one) - measure(other.one),
    ) as [(typeof shown)[number], ...typeof shown]
    const titles = [example.title, ...others.map(({ one }) => one.title)]
    const isOfRequest = own.exchanges.length > 0
    const stable = own.stable ?? own.problem
    return {
      ...example,
      title: cut(stable),
      tries: shown.length,
      ...(others.length > 0 && { aside: `${shown.length} cases` }),
      findings: [
        {
          ...own,
          problem: cut(own.problem),
          ...(isOfRequest && { tried: example.title }),
          ...(others.length > 0 && { alike: titles.slice(1) }),
        },
        ...example.findings
          .filter(({ kind, exchanges }) => kind === 'note' && exchanges.length > 0 && isOfRequest)
          .slice(-1),
      ],
      hints: example.hints ?? [toHint(own.place, titles)],
    }
  })
  const known = (one: Case): Case => (one.status === 'known' ? { ...one, findings: [] } : one)
  return [...cases.filter(({ status }) => status !== 'failed').map(known), ...groups]
}
