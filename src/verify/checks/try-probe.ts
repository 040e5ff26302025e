import { type Exchange, readStatus, wasTaken } from '../../http/exchange.ts'
import { toMoot, type Verdict } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import type { Probe, ProbeGroup } from '../../probes/probe.ts'
import { judge, saysStored } from '../judge.ts'
import { sendAsk } from '../send-ask.ts'
import type { Check, Session, Trial } from '../trial.ts'
import { judgeMeaning } from './judge-meaning.ts'

/** How often a request is made anew, with another id, if the service says that its id is stored. */
const triesAnew = 3

/** How many ids to try, since ids of a range that the user chose may be stored. */
export const triesInRange = 8

/** Says that a rule isn't tried, since no allowed plant can test it. */
export const toUntried = (rule: RuleId, { hasIdRange }: Session): Verdict =>
  toMoot(
    rule,
    '/request',
    hasIdRange ? 'no id in the range can test this' : 'the limits leave no plant that can test this',
  )

/** Returns whether a request that comes before a probe was answered as it has to be. */
function isAsNeeded(exchange: Exchange, needed: Probe['before']): boolean {
  if (needed === undefined) return true
  return needed === 'plant' ? wasTaken(exchange) : (readStatus(exchange) ?? 0) >= 400
}

/** Makes a trial of a probe. */
export const tryProbe = (
  probe: Probe,
  { draw = (parts: readonly Probe[]) => parts, isDrawn = false } = {},
): Trial => ({
  title: probe.title,
  isDrawn: isDrawn || probe.isDrawn === true,
  ...(probe.parts && {
    toParts: (isBroken) =>
      (isBroken ? (probe.parts ?? []) : draw(probe.parts ?? [])).map((part) =>
        tryProbe(part, { isDrawn: true }),
      ),
  }),
  kind: probe.kind ?? probe.title,
  ...(probe.restsOn && { restsOn: probe.restsOn }),
  async run(session) {
    const { promise, rule = 'created-status', before } = probe
    const tries = promise === 'refusal' ? triesAnew : session.ids.areFew ? triesInRange : 1
    for (let left = promise === 'open' || promise === 'nothing' ? 1 : tries; ; left--) {
      const ask = probe.toAsk(session)
      const isAllowed = promise === 'refusal' || !ask?.plant || session.inside.allows(ask.plant)
      if (ask === undefined || !isAllowed)
        return promise === 'open' || promise === 'nothing' || before !== undefined
          ? []
          : [toUntried(rule, session)]
      const earlier: Exchange[] = []
      for (const one of ask.before ?? []) {
        const exchange = await sendAsk(session, one)
        if (!isAsNeeded(exchange, before)) return []
        earlier.push(exchange)
      }
      const exchange = await sendAsk(session, ask)
      if (left > 1 && saysStored(session, exchange, { ...probe, isRetried: true })) continue
      const verdicts = [...judge(session, exchange, probe), ...(await judgeMeaning(session, exchange, probe))]
      return verdicts.map((verdict) => ({ ...verdict, exchanges: [...earlier, ...verdict.exchanges] }))
    }
  },
})

/** Draws some of the items with the seed of the run, in their order. */
function drawSome<Item>(items: readonly Item[], count: number, { random }: Session): Item[] {
  const left = items.map((_item, index) => index)
  while (left.length > count) left.splice(random.below(left.length), 1)
  return left.flatMap((index) => items[index] ?? [])
}

/** How many parts of a refused request are sent by themselves. */
const maxParts = 6

/** Makes the trials of a group of probes. */
export const toCheck = ({ rule, also = [], probes, drawn, isWide = false }: ProbeGroup): Check => ({
  rule,
  also,
  trials(session) {
    const all = probes(session)
    const { share } = session.memory.plan
    const count = Math.ceil(Math.min(drawn ?? all.length, all.length) * (isWide ? share : 1))
    const how = {
      draw: (parts: readonly Probe[]) => drawSome(parts, maxParts, session),
      isDrawn: count < all.length,
    }
    return drawSome(all, count, session).map((probe) => tryProbe(probe, how))
  },
})
