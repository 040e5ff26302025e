/** Counts the letters to insert, remove or replace that turn one text into another. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
  }
  return row.at(-1) ?? 0
}

/** Suggests the known name that is closest to a misspelled one, as `. Did you mean port?`; returns an empty text if none is close. */
export function suggestClosest(name: string, names: readonly string[]): string {
  const short = name.slice(0, 60)
  const [closest] = names
    .map((known) => ({ known, edits: countEdits(short.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, edits }) => edits <= Math.ceil(Math.max(short.length, known.length) / 3))
    .sort((a, b) => a.edits - b.edits)
  return closest === undefined ? '' : `. Did you mean ${closest.known}?`
}
