/** What an interaction says that the description contradicts (`error`), or leaves open (`note`). */
export interface PactFinding {
  kind: 'error' | 'note'
  /** The place in the interaction, such as `/response/body/name`. */
  place: string
  problem: string
  /** The keyword or rule, and its JSON pointer in the description. */
  rule?: string | undefined
  pointer?: string | undefined
}

type Say = (kind: PactFinding['kind'], problem: string, rule?: string, at?: string) => PactFinding[]

/** Makes the function that makes a finding about a place. */
export const sayAt =
  (place: string, pointer?: string): Say =>
  (kind, problem, rule, at = pointer) => [{ kind, place, problem, rule, pointer: at }]
