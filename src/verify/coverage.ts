import type { Operation } from '../contract/contract.ts'
import { type Exchange, readStatus } from '../http/exchange.ts'
import type { Note } from '../reports/report.ts'

/** Which responses of which operations a run has seen. */
export interface Coverage {
  add(operation: Operation, exchange: Exchange): void
  /** Says why an operation isn't judged. */
  leaveOut(operation: Operation, reason: string): void
  /** Why an operation isn't judged; undefined if it is. */
  reason(operation: Operation): string | undefined
  statuses(): ReadonlySet<number>
  /** How often each documented status was seen, and others that were, one note for each operation. */
  toNotes(operations: readonly Operation[]): Note[]
  /** The operations that weren't judged, and why. */
  toLeftOut(operations: readonly Operation[]): Note[]
}

function describe(operation: Operation, seen: ReadonlyMap<number, number>): string {
  const { responses } = operation
  const counts = new Map(responses.all.map(({ name }) => [name, 0]))
  const others: number[] = []
  for (const [status, count] of seen) {
    const name = responses.pick(status)?.name
    if (name === undefined) others.push(status)
    else counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))
  const all = [...counts]
  const shown = all.filter(([, count]) => count > 0).map(([name, count]) => `${name} (${count}×)`)
  const missing = all.filter(([, count]) => count === 0).map(([name]) => name)
  return [
    `seen ${list(shown)}`,
    ...(missing.length > 0 ? [`never ${list(missing)}`] : []),
    ...(others.length > 0 ? [`undocumented ${list(others.sort().map(String))}`] : []),
  ].join('; ')
}

/** Makes an empty table of what a run has seen. */
export function createCoverage(): Coverage {
  const seen = new Map<Operation, Map<number, number>>()
  const reasons = new Map<Operation, string>()
  return {
    add(operation, exchange) {
      const status = readStatus(exchange)
      if (status === undefined) return
      const own = seen.get(operation) ?? new Map<number, number>()
      own.set(status, (own.get(status) ?? 0) + 1)
      seen.set(operation, own)
    },
    leaveOut(operation, reason) {
      if (!reasons.has(operation)) reasons.set(operation, reason)
    },
    reason: (operation) => reasons.get(operation),
    statuses: () => new Set([...seen.values()].flatMap((own) => [...own.keys()])),
    toNotes: (operations) =>
      operations.map((operation) => ({
        about: operation.id,
        text: describe(operation, seen.get(operation) ?? new Map()),
      })),
    toLeftOut: (operations) =>
      operations.flatMap((operation) => {
        const text = reasons.get(operation)
        return text === undefined ? [] : [{ about: operation.id, text }]
      }),
  }
}
