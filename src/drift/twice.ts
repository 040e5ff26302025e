import type { RuleId } from '../judge/generated/rules.ts'
import type { Ask } from '../probes/ask.ts'
import type { Probe, ToAsk } from '../probes/probe.ts'
import type { Source } from '../probes/source.ts'

/** Groups whose values some services convert to an id that is always the same. */
const fixedRules: ReadonlySet<RuleId | undefined> = new Set<RuleId>([
  'refuses-id-of-wrong-type',
  'refuses-fractional-id',
  'refuses-id-beyond-int64',
])

/** Sends another plant with the same id before: if that one is stored, the request has a known answer, whatever earlier runs stored. */
export const twice =
  <From extends Source>(toAsk: (source: From) => Ask | undefined) =>
  (source: From): Ask | undefined => {
    const [before, ask] = [toAsk(source), toAsk(source)]
    return before && ask && { ...ask, before: [before] }
  }

/** Returns what a probe asks for so that the answer is the same whatever earlier runs stored. */
export const withKnownState = ({ title, rule, toAsk }: Probe): ToAsk =>
  fixedRules.has(rule) && !/[NS]/.test(title) ? twice(toAsk) : toAsk
