import type { Exchange } from '../http/exchange.ts'
import { getRule } from '../judge/rules.ts'
import { findBroken } from './find-broken.ts'
import type { BrokenRule } from './options.ts'

/**
 * Collects what a service shows and a fake doesn't imitate.
 *
 * @param prefix the path of the base address, without a slash at its end
 */
export function createNotes(prefix: string) {
  const broken = new Map<string, BrokenRule>()
  const notImitated = new Set<string>()
  return {
    /** The must rules that the service breaks. */
    broken,
    /** What else the fake can't imitate. */
    notImitated,
    /** Returns whether the exchange breaks no must rule. */
    judge(title: string, exchange: Exchange, known: Parameters<typeof findBroken>[1] = {}): boolean {
      const found = findBroken(exchange, { basePath: prefix, ...known })
      for (const { rule, problem } of found) {
        const { statement } = getRule(rule)
        if (!broken.has(rule)) broken.set(rule, { rule, statement, problem, by: title })
      }
      return found.length === 0
    },
  }
}

/** What was collected. */
export type Notes = ReturnType<typeof createNotes>
