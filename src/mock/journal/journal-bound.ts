/** The limit for the characters of all paths, headers, and bodies. */
export const maxCharacters: number = 16 * 1024 * 1024

/** The part of a journal that its bound uses. */
export interface BoundedJournal {
  /** When the oldest request arrived; infinity if there is none. */
  oldest(): number
  dropOldest(): void
}

/** The size that one or more journals have together; at most {@link maxCharacters}, unless it is one request. */
export interface JournalBound {
  /** The characters of all paths, headers, and bodies. */
  characters: number
  /** The journals that are not empty. */
  readonly journals: Set<BoundedJournal>
}

/** Makes the bound of journals that are empty. */
export const createJournalBound = (): JournalBound => ({ characters: 0, journals: new Set() })

/**
 * Drops the oldest requests of all journals until the bound is kept, or only the newest request is left.
 *
 * @param newest the characters of the newest request
 */
export function makeRoom(bound: JournalBound, newest: number): void {
  const journals = [...bound.journals].sort((one, other) => one.oldest() - other.oldest())
  while (bound.characters > Math.max(maxCharacters, newest)) {
    const journal = journals.shift() as BoundedJournal
    journal.dropOldest()
    const at = journals.findLastIndex((other) => other.oldest() < journal.oldest())
    journals.splice(at + 1, 0, journal)
  }
}
