import {
  type AnyBaselineEntry,
  type Case,
  type JudgedCases,
  type Note,
  type Report,
  type ShownFinding,
  toNotes,
} from './report.ts'

const toSeen = ({ seen, difference }: AnyBaselineEntry): string | undefined => seen ?? difference

/** Lists the requests of an entry, or the cases that it has in their place. */
export const listRequests = ({ requests, cases = [] }: AnyBaselineEntry): readonly string[] =>
  requests ?? cases

const withRequests = <Entry extends AnyBaselineEntry>(entry: Entry, names: readonly string[]): Entry => ({
  ...entry,
  [entry.requests === undefined ? 'cases' : 'requests']: names,
})

const toNames = ({ title }: Case, { requests = [title] }: ShownFinding): readonly string[] => requests

/** Returns whether an entry is about a finding, whatever request shows it. */
const isAbout = (entry: AnyBaselineEntry, { title }: Case, { stable }: ShownFinding): boolean =>
  (entry.rule ?? title) === title && toSeen(entry) === stable

const isNamed = (entry: AnyBaselineEntry, one: Case, finding: ShownFinding): boolean =>
  isAbout(entry, one, finding) && toNames(one, finding).every((name) => listRequests(entry).includes(name))

/** Applies the entries of a baseline to a case with findings: if they name all of its errors, the case is known. */
function applyTo(one: Case, baseline: readonly AnyBaselineEntry[], word: string): Case {
  const reasons = new Set<string>()
  const [errors, known]: [ShownFinding[], ShownFinding[]] = [[], []]
  for (const finding of one.findings) {
    const entry = finding.kind === 'error' && baseline.find((each) => isNamed(each, one, finding))
    if (entry) {
      reasons.add(entry.reason)
      known.push({ ...finding, kind: 'note', problem: `known: ${finding.problem} (${entry.reason})` })
    } else errors.push(finding)
  }
  if (reasons.size === 0) return one
  const isKnown = errors.every(({ kind }) => kind === 'note')
  return isKnown
    ? { ...one, status: 'known', word, reason: [...reasons].join('; ') }
    : { ...one, findings: [...errors, ...known] }
}

interface BaselineScope<Entry> {
  /** Whether cases that are missing don't exist. */
  isComplete?: boolean
  /** Says whether a request was sent that can show an entry. */
  wasTried?: (entry: Entry, name: string) => boolean
}

/**
 * Judges cases with a baseline: what it names doesn't fail the run. What no case shows anymore is stale.
 *
 * @param word the word for a case that is known
 */
export function applyBaseline<Entry extends AnyBaselineEntry>(
  cases: readonly Case[],
  baseline: readonly Entry[],
  word: string,
  { isComplete = false, wasTried = () => true }: BaselineScope<Entry> = {},
): JudgedCases<Entry> {
  const byTitle = new Map(cases.map((one) => [one.title, one]))
  const isGone = (entry: Entry, name: string): boolean => {
    const one = byTitle.get(entry.rule ?? name)
    if (one === undefined || one.status === 'skipped') return one === undefined && isComplete
    const isShown = (finding: ShownFinding): boolean =>
      isAbout(entry, one, finding) && toNames(one, finding).includes(name)
    return wasTried(entry, name) && !one.findings.some(isShown)
  }
  return {
    cases: cases.map((one) =>
      ['failed', 'warning'].includes(one.status) ? applyTo(one, baseline, word) : one,
    ),
    staleBaseline: baseline.flatMap((entry) => {
      const gone = listRequests(entry).filter((name) => isGone(entry, name))
      return gone.length === 0 ? [] : [withRequests(entry, gone)]
    }),
  }
}

export const toStaleNotes = (entries: readonly AnyBaselineEntry[]): Report['notes'] =>
  toNotes('Baseline entries that no longer fail', entries.map(toEntryNote), true)

function toEntryNote(entry: AnyBaselineEntry): Note {
  const { rule, seen, difference = '', reason } = entry
  const names = listRequests(entry)
  return {
    about: rule ?? difference,
    text: seen === undefined ? reason : `${seen}: ${reason}`,
    count: names.length,
    examples: names,
  }
}

export const isSameEntry = (one: AnyBaselineEntry, other: AnyBaselineEntry): boolean =>
  one.rule === other.rule && toSeen(one) === toSeen(other) && one.reason === other.reason

/** Lists the entries that several lists have, each with the requests that it has in all of them. */
export const keepCommon = <Entry extends AnyBaselineEntry>([
  first = [],
  ...others
]: readonly (readonly Entry[])[]): Entry[] =>
  first.flatMap((entry) => {
    const isIn =
      (list: readonly Entry[]) =>
      (name: string): boolean =>
        list.some((one) => isSameEntry(one, entry) && listRequests(one).includes(name))
    const names = listRequests(entry).filter((name) => others.every((list) => isIn(list)(name)))
    return names.length === 0 ? [] : [withRequests(entry, names)]
  })

/** Makes the baseline with which a run passes: without what is stale, and with a reason for what is new. */
export function updateBaseline<Entry extends AnyBaselineEntry>(
  { cases, staleBaseline }: JudgedCases<Entry>,
  baseline: readonly Entry[],
  reason: string,
): Entry[] {
  const updated = baseline.flatMap((entry): Entry[] => {
    const gone = staleBaseline.filter((one) => isSameEntry(one, entry)).flatMap(listRequests)
    const left = listRequests(entry).filter((name) => !gone.includes(name))
    return left.length === 0 ? [] : [withRequests(entry, left)]
  })
  const add = (one: Case, finding: ShownFinding): void => {
    const { stable = '', requests } = finding
    const isNew = (name: string): boolean =>
      !updated.some((entry) => isNamed(entry, one, { ...finding, requests: [name] }))
    const names = (requests ?? [one.title]).filter(isNew)
    if (names.length === 0) return
    const at = updated.findIndex((entry) => isAbout(entry, one, finding))
    const same = updated[at]
    if (same !== undefined) updated[at] = withRequests(same, [...listRequests(same), ...names])
    else
      updated.push(
        (requests === undefined
          ? { difference: stable, reason, cases: names }
          : { rule: one.title, seen: stable, requests: names, reason }) as AnyBaselineEntry as Entry,
      )
  }
  for (const one of cases)
    for (const finding of one.status === 'failed' ? one.findings : []) {
      // What breaks no rule has nothing by which an entry could name it.
      if (finding.kind === 'note' || finding.stable === undefined) continue
      const { requests, tried, alike = [] } = finding
      // A case of a comparison may stand for all cases that show the same difference.
      const titles = requests !== undefined || tried === undefined ? [one.title] : [tried, ...alike]
      for (const title of titles) add({ ...one, title }, finding)
    }
  return updated
}
