import type { Case, ShownFinding } from '../reports/report.ts'
import { groupBy } from './group-by.ts'

/** The most characters of a text that a report prints in one line. */
const maxText = 300

/** Cuts a text that would make a line too long. */
export const cut = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)

/** Counts the characters of the commands that repeat a case, in steps, so that the order decides between similar ones. */
const measure = ({ findings }: Case): number =>
  Math.floor(Math.max(0, ...(findings[0]?.exchanges.map(({ request }) => request.curl.length) ?? [])) / 1000)

/** A difference and the case that shows it. */
interface Shown {
  one: Case
  finding: ShownFinding
}

/** Lists what a difference has in common with others of the same cause: its place; for a status or an error number also one of both values. */
const toKeys = ({ place, stable, expected, actual }: ShownFinding): string[] =>
  /\/(?:status|error)$/.test(place) && expected !== undefined
    ? [`${place} is ${actual}`, `${place} was ${expected}`]
    : [/\/(?:headers|body)\//.test(place) ? place : `${place} ${stable}`]

/** Groups the differences that fail a run by their cause. */
function groupFindings(cases: readonly Case[]): Shown[][] {
  let groups: { keys: string[]; shown: Shown[] }[] = []
  for (const one of cases)
    for (const finding of one.findings.filter(({ kind }) => kind === 'error')) {
      const keys = toKeys(finding)
      const isSame = (group: (typeof groups)[number]): boolean => keys.some((key) => group.keys.includes(key))
      const same = groups.filter(isSame)
      const [first = { keys: [], shown: [] }] = same
      const joined = {
        keys: [...new Set([...same.flatMap((group) => group.keys), ...keys])],
        shown: [...same.flatMap(({ shown }) => shown), { one, finding }],
      }
      groups =
        same.length === 0
          ? [...groups, joined]
          : groups.flatMap((group) => (group === first ? joined : isSame(group) ? [] : group))
    }
  return groups.map(({ shown }) => shown)
}

/** Lists the differences of a group, each with the titles of the cases that show it; only the first has its exchanges. */
const toFindings = (shown: readonly Shown[]): ShownFinding[] =>
  groupBy(shown, ({ finding }) => finding.stable).map((same, index): ShownFinding => {
    const [{ one, finding }, ...others] = same as [Shown, ...Shown[]]
    const isOfRequest = finding.exchanges.length > 0
    return {
      ...finding,
      problem: cut(finding.problem),
      ...(isOfRequest && { tried: one.title }),
      ...(others.length > 0 && { alike: others.map((other) => other.one.title) }),
      ...(index > 0 && { exchanges: [] }),
    }
  })

/**
 * Makes one case of all cases that show differences of one cause: with one of them as the example, and the titles of the
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
    const sorted = shown.toSorted((one, other) => measure(one.one) - measure(other.one)) as [
      Shown,
      ...Shown[],
    ]
    const [{ one: example, finding: own }] = sorted
    const isOfRequest = own.exchanges.length > 0
    const [first, ...others] = toFindings(sorted) as [ShownFinding, ...ShownFinding[]]
    const notes = example.findings.filter(
      ({ kind, exchanges }) => kind === 'note' && exchanges.length > 0 && isOfRequest,
    )
    return {
      ...example,
      title: cut(own.stable ?? own.problem),
      tries: shown.length,
      ...(shown.length > 1 && { aside: `${shown.length} cases` }),
      findings: [first, ...notes.slice(-1), ...others],
      hints: example.hints ?? [
        toHint(
          own.place,
          sorted.map(({ one }) => one.title),
        ),
      ],
    }
  })
  const known = (one: Case): Case => (one.status === 'known' ? { ...one, findings: [] } : one)
  return [...cases.filter(({ status }) => status !== 'failed').map(known), ...groups]
}
