import { getRule } from '../judge/rules.ts'
import { clientHeaders } from './client-headers.ts'
import { missing, unissuedTokens, wrongCredentials } from './credentials.ts'
import { chunks } from './framing.ts'
import { headerForms } from './header-fields.ts'
import { powerIds } from './ids.ts'
import { bodies } from './json.ts'
import { otherForms } from './json-values.ts'
import { members } from './members.ts'
import { draw, type Probe, type ProbeGroup } from './probe.ts'
import type { Source } from './source.ts'
import { plainPlants, texts } from './texts.ts'
import { tokenForms, tokenPlaces, tokenPositions } from './token-forms.ts'

/** What is around a body: headers and framing. The first groups are those that every service accepts. */
const around: readonly ProbeGroup[] = [
  ...[...headerForms, clientHeaders, chunks],
  ...[missing, unissuedTokens, ...wrongCredentials, ...tokenForms, ...tokenPositions, tokenPlaces],
]

/** What is in a body. */
const within: readonly ProbeGroup[] = [
  ...[plainPlants, ...texts, ...powerIds, otherForms],
  ...[...members, ...bodies],
]

/** How many pairs to make, of which a run sends some. */
const made = 200

const pick = <Item>(items: readonly Item[], { random }: Source): Item | undefined =>
  items[random.below(items.length)]

/** Draws a probe of a random group, so that large groups don't hide small ones. */
function drawProbe(
  groups: readonly ProbeGroup[],
  isWanted: (probe: Probe) => boolean,
  source: Source,
): Probe | undefined {
  const group = pick(groups, source)
  const probe = pick(group?.probes(source).filter(isWanted) ?? [], source)
  return probe
}

/** Combines what is around a body with another body. A service that must refuse either must refuse both. */
function combine(outer: Probe, inner: Probe): Probe {
  const main = outer.promise === 'refusal' ? outer : inner
  // A pair shows no decision by itself.
  const { promise, rule, shows: _shows, ...facts } = main
  const [kind, otherKind] = [main.kind ?? main.title, outer.kind ?? outer.title]
  const { legalStatus = inner.legalStatus } = outer
  return {
    ...facts,
    title: `${inner.title}, with ${outer.title}`,
    // A refused part alone has the same cause.
    kind: promise === 'refusal' ? kind : `${kind} with ${otherKind}`,
    promise,
    ...(rule && { rule }),
    // What is around the body fails with any body.
    ...(promise === 'plant' && outer.rule && { restsOn: outer.rule }),
    ...(legalStatus !== undefined && promise === 'plant' && { legalStatus }),
    toAsk(source) {
      const { plant, body } = inner.toAsk(source) ?? {}
      const ask = outer.toAsk(source)
      if (ask === undefined || (plant === undefined && body === undefined)) return undefined
      return { ...ask, ...(plant && { plant }), ...(body !== undefined && { body }) }
    },
  }
}

/** A probe that only recommendations forbid or allow says nothing about others. */
const isMust = ({ rule }: Probe): boolean => rule !== undefined && getRule(rule).level === 'must'

/** Pairs of dimensions, drawn with the seed, since many mistakes take two. */
export const pairs: ProbeGroup = draw(4, {
  rule: 'answers-every-request',
  probes: (source) =>
    Array.from({ length: made }).flatMap(() => {
      const outer = drawProbe(around, (probe) => isMust(probe) && probe.isElsewhere !== true, source)
      const inner = drawProbe(within, isMust, source)
      return outer === undefined || inner === undefined ? [] : [combine(outer, inner)]
    }),
})
