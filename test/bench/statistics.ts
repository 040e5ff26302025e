/** Gives the median of some numbers. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Gives the median of the ratios of the numbers to the others at the same index. */
export const ratio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, index) => value / (others[index] ?? Number.NaN)))

/** Ratios, by the title of a table, the name of a row, and the name of a column. */
export type Ratios = Record<string, Record<string, Record<string, number>>>

type Row = Record<string, string | number>

/** A column compares with another row. */
const isRatio = (column: string): boolean => /\b(?:of|times) /.test(column)

/** Prints a table with a row for each name; returns its ratios. */
export function print<T>(title: string, results: Record<string, T>, toRow: (result: T) => Row): Ratios {
  const rows = Object.entries(results).map(([name, result]) => [name, toRow(result)] as const)
  console.log(`\n${title}`)
  console.table(Object.fromEntries(rows))
  const toRatios = (row: Row): Record<string, number> =>
    Object.fromEntries(
      Object.entries(row).flatMap(([column, value]) => (isRatio(column) ? [[column, Number(value)]] : [])),
    )
  return { [title]: Object.fromEntries(rows.map(([name, row]) => [name, toRatios(row)])) }
}

/** How much worse a ratio may get before that is said. */
const tolerance = 0.05

/** Lists what got slower since another run, by the ratios that both have. */
export function listSlower(now: Ratios, last: Ratios): string[] {
  return Object.entries(now).flatMap(([title, rows]) =>
    Object.entries(rows).flatMap(([name, columns]) =>
      Object.entries(columns).flatMap(([column, ratio]) => {
        const before = last[title]?.[name]?.[column]
        if (before === undefined) return []
        // Of times, less is better.
        const change = /^(?:p99|times)/.test(column) ? before / ratio : ratio / before
        return change < 1 - tolerance ? [`${title}: ${name}: ${column}: ${before} → ${ratio}`] : []
      }),
    ),
  )
}
