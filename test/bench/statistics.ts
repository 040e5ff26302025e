/** Gives the median of some numbers. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Gives the median of the ratios of the numbers to the others at the same index. */
export const ratio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, index) => value / (others[index] ?? Number.NaN)))

/** Prints a table with a row for each name. */
export function print<T>(title: string, results: Record<string, T>, toRow: (result: T) => object): void {
  console.log(`\n${title}`)
  console.table(Object.fromEntries(Object.entries(results).map(([name, result]) => [name, toRow(result)])))
}
