import type { Exchange } from '../http/exchange.ts'
import { getRule } from '../judge/rules.ts'
import type { BrokenRule } from './options.ts'
import { findBroken } from './service.ts'

/** A request whose answer shows something, and what is known about it. */
export interface Shown {
  title: string
  exchange: Exchange
}

/** Names a request. */
export const describe = ({ title, exchange }: Shown): string => `request ${exchange.number}: ${title}`

/** Collects what a service shows. */
export function createNotes(prefix: string) {
  const broken = new Map<string, BrokenRule>()
  const notImitated: string[] = []
  return {
    broken,
    notImitated,
    /** Returns whether the exchange breaks no must rule. */
    judge(shown: Shown, known: Parameters<typeof findBroken>[2] = {}): boolean {
      const found = findBroken(shown.exchange, prefix, known)
      for (const { rule, problem } of found) {
        const { statement } = getRule(rule)
        if (!broken.has(rule)) broken.set(rule, { rule, statement, problem, by: describe(shown) })
      }
      return found.length === 0
    },
    cannot(shown: Shown, what: string): void {
      notImitated.push(`${what} (${describe(shown)})`)
    },
  }
}

export type Notes = ReturnType<typeof createNotes>
