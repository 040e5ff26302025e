import type { ShownFinding } from '../../reports/report.ts'

type Say = (kind: ShownFinding['kind'], problem: string, rule?: string, at?: string) => ShownFinding[]

/** Makes the function that makes a finding about a place in an interaction; it ends with the rule or keyword, and its place in the description. */
export const sayAt =
  (place: string, pointer?: string): Say =>
  (kind, problem, rule, at = pointer) => {
    const origin = [rule, at].filter(Boolean).join(' at ')
    return [{ kind, place, problem: origin === '' ? problem : `${problem} (${origin})`, exchanges: [] }]
  }
