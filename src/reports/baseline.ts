import {
  type BaselineEntry,
  type Case,
  type Judged,
  type Note,
  type Report,
  type ShownFinding,
  toNotes,
} from './report.ts'

const isNamed = (entry: BaselineEntry, title: string, { stable }: ShownFinding): boolean =>
  entry.rule === undefined
    ? entry.difference === stable && (entry.cases ?? []).includes(title)
    : entry.rule === title

/** Applies the entries of a baseline to a case with findings: if they name all of its errors, the case is known. */
function applyTo(one: Case, baseline: readonly BaselineEntry[], word: string): Case {
  const reasons = new Set<string>()
  const [errors, known]: [ShownFinding[], ShownFinding[]] = [[], []]
  for (const finding of one.findings) {
    const entry = finding.kind === 'error' && baseline.find((each) => isNamed(each, one.title, finding))
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

/**
 * Judges cases with a baseline: what it names doesn't fail the run. What no case shows anymore is stale.
 *
 * @param word the word for a case that is known
 * @param isComplete whether cases that are missing don't exist
 */
export function applyBaseline<Entry extends BaselineEntry>(
  cases: readonly Case[],
  baseline: readonly Entry[],
  word: string,
  isComplete = false,
): Judged<Entry> {
  const byTitle = new Map(cases.map((one) => [one.title, one]))
  const isGone = (entry: Entry, title: string): boolean => {
    const one = byTitle.get(title)
    if (one === undefined || one.status === 'skipped') return one === undefined && isComplete
    return !one.findings.some((finding) => isNamed(entry, title, finding))
  }
  return {
    cases: cases.map((one) =>
      ['failed', 'warning'].includes(one.status) ? applyTo(one, baseline, word) : one,
    ),
    staleBaseline: baseline.flatMap((entry) => {
      const gone = (entry.cases ?? [entry.rule ?? '']).filter((title) => isGone(entry, title))
      return gone.length === 0 ? [] : [entry.cases === undefined ? entry : { ...entry, cases: gone }]
    }),
  }
}

/** The notes about the entries of a baseline that no longer fail. */
export const toStaleNotes = (entries: readonly BaselineEntry[]): Report['notes'] =>
  toNotes('Baseline entries that no longer fail', entries.map(toEntryNote), true)

/** The note about an entry of a baseline. */
export const toEntryNote = ({ rule, difference, cases, reason }: BaselineEntry): Note => ({
  about: rule ?? difference ?? '',
  text: reason,
  ...(cases !== undefined && { count: cases.length, examples: cases }),
})

/** Makes the baseline with which a run passes: without what is stale, and with a reason for what is new. */
export function updateBaseline(
  { cases, staleBaseline }: Judged<BaselineEntry>,
  baseline: readonly BaselineEntry[],
  reason: string,
): BaselineEntry[] {
  const updated: (BaselineEntry & { cases?: string[] })[] = baseline.flatMap(
    ({ cases: titles, ...entry }) => {
      const stale = staleBaseline.filter(
        (one) =>
          one.rule === entry.rule && one.difference === entry.difference && one.reason === entry.reason,
      )
      if (titles === undefined) return stale.length === 0 ? [entry] : []
      const left = titles.filter((title) => !stale.some((one) => one.cases?.includes(title)))
      return left.length === 0 ? [] : [{ ...entry, cases: left }]
    },
  )
  const add = (title: string, finding: ShownFinding): void => {
    if (updated.some((entry) => isNamed(entry, title, finding))) return
    const { stable } = finding
    const same = updated.find(({ difference }) => difference !== undefined && difference === stable)
    if (same !== undefined) same.cases?.push(title)
    else
      updated.push(
        stable === undefined ? { rule: title, reason } : { difference: stable, reason, cases: [title] },
      )
  }
  for (const { title, status, findings } of cases)
    for (const finding of status === 'failed' ? findings : []) {
      if (finding.kind === 'note') continue
      // A case may stand for all cases that show the same difference.
      const { stable, rule, tried, alike = [] } = finding
      // What breaks no rule can't be an entry.
      if (stable === undefined && rule === undefined) continue
      for (const one of stable === undefined || tried === undefined ? [title] : [tried, ...alike])
        add(one, finding)
    }
  return updated
}
