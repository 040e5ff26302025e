/** The limit for the characters of all paths and bodies. */
const maxCharacters = 16 * 1024 * 1024

/** The part of a journal that its bound uses. */
export interface BoundedJournal {
  /** The characters of all its paths and bodies; the bound counts them. */
  characters: number
  /** When the oldest request arrived; infinity if there is none. */
  oldest(): number
  /** Removes the oldest request and returns its number of characters. */
  dropOldest(): number
}

/** The size that one or more journals may have together. */
export interface JournalBound {
  /** Counts a new request of a journal, and drops the oldest requests of all journals if they are too large together. */
  add(journal: BoundedJournal, characters: number): void
  /** Counts a request that a journal removed. */
  remove(journal: BoundedJournal, characters: number): void
}

/** Makes a bound of 16 Mi characters of paths and bodies. */
export function createJournalBound(): JournalBound {
  /** The journals that are not empty. */
  const journals = new Set<BoundedJournal>()
  let total = 0

  function remove(journal: BoundedJournal, characters: number): void {
    total -= characters
    journal.characters -= characters
    if (journal.characters === 0) journals.delete(journal)
  }
  return {
    add(journal, characters) {
      if (journal.characters === 0) journals.add(journal)
      total += characters
      journal.characters += characters
      while (total > maxCharacters && total > characters) {
        const [oldest = journal] = [...journals].sort((one, other) => one.oldest() - other.oldest())
        remove(oldest, oldest.dropOldest())
      }
    },
    remove,
  }
}
