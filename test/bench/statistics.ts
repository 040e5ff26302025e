/** Gives the median of some numbers. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Gives the median of the ratios of the numbers to the others at the same index. */
export const ratio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, index) => value / (others[index] ?? Number.NaN)))

/** Ratios to the first server of the same measurement, by their names; of times and memory, less is better. */
interface Ratios {
  /** Requests per second. */
  rate?: number
  /** CPU time for each request. */
  cpu?: number
  /** The time within which 99 of 100 requests are answered. */
  p99?: number
  /** Time. */
  time?: number
}

/** What was measured of a server. */
export interface Measurement {
  /** What was measured, such as the request. */
  what: string
  entrant: string
  /** The figure itself, with its unit, which depends on the machine. */
  figure: string
  ratios: Ratios
}

/** The ratios of a run, by what was measured and of whom. */
export type Saved = Record<string, Record<string, Ratios>>

/** How much worse a ratio may get before that is said. */
const tolerance = 0.05

const round = (value: number): number => Math.round(value * 100) / 100

/** Gives the ratios of measurements as they are saved. */
export function toSaved(measurements: readonly Measurement[]): Saved {
  const saved: Saved = {}
  for (const { what, entrant, ratios } of measurements) {
    const rounded = Object.entries(ratios).map(([name, value]) => [name, round(value)])
    saved[what] = { ...saved[what], [entrant]: Object.fromEntries(rounded) }
  }
  return saved
}

/** Lists the ratios that got worse since a saved run. */
function listWorse({ what, entrant, ratios }: Measurement, saved: Saved): string[] {
  return Object.entries(ratios).flatMap(([name, value]) => {
    const before = saved[what]?.[entrant]?.[name as keyof Ratios]
    if (before === undefined) return []
    const change = name === 'rate' ? value / before : before / value
    return change < 1 - tolerance ? [`${name} ${before} → ${round(value)}`] : []
  })
}

/** Prints all measurements as one table, with what got worse since a saved run. */
export function printTable(measurements: readonly Measurement[], saved: Saved): void {
  const show = (value?: number): string => value?.toFixed(2) ?? ''
  console.table(
    measurements.map((measurement) => {
      const { what, entrant, figure, ratios } = measurement
      const { rate, cpu, p99, time } = ratios
      return {
        measured: what,
        of: entrant,
        figure,
        rate: show(rate),
        cpu: show(cpu),
        p99: show(p99),
        time: show(time),
        'got worse': listWorse(measurement, saved).join(', '),
      }
    }),
  )
}
