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
