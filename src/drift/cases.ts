import type { Limits } from '../contract/generated/limits.ts'
import type { Ask } from '../probes/ask.ts'
import { byteOrderMark, notUtf8 } from '../probes/bytes.ts'
import * as credentials from '../probes/credentials.ts'
import { chunks, largeBody } from '../probes/framing.ts'
import { headerForms, httpLayer, moreHeaders, otherContentTypes } from '../probes/header-fields.ts'
import { idForms, ids, moreIds } from '../probes/ids.ts'
import { bodies, deepNesting, jsonForms } from '../probes/json.ts'
import { members, openMembers } from '../probes/members.ts'
import type { Decision, Probe, ProbeGroup } from '../probes/probe.ts'
import { createRandom } from '../probes/random.ts'
import type { Source } from '../probes/source.ts'
import { repeatedTexts, storedIds } from '../probes/state.ts'
import { morePaths, targets } from '../probes/target.ts'
import { controls, emptyTexts, plainPlants, texts } from '../probes/texts.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createIds } from '../verify/ids.ts'
import { createLimited } from '../verify/option-table.ts'
import type { Session } from '../verify/trial.ts'
import { largestBody } from './learn-max-body.ts'
import { listOrders } from './orders.ts'
import { limitedMembers, toBeyond, toNear } from './outside.ts'
import { origins, toPagePlant, toPreflight } from './pages.ts'
import { twice, withKnownState } from './triggers.ts'
import { writeLetters, writePlain } from './write-plain.ts'

/** A request that a real service and a fake get. */
export interface DriftCase {
  /** No other case has the same one. */
  readonly title: string
  /** The topic that it belongs to. */
  readonly topic: string
  /** The decision of the fake that it shows. */
  readonly shows?: Decision | undefined
  /** The origin of a page: only whether it may read the answer is compared. */
  readonly origin?: string
  /** Whether a server in front of the service may answer it. */
  readonly isForHttpLayer?: boolean | undefined
  /** Makes the request, with new ids; undefined if no id that is allowed can show what it is about. */
  toAsk(session: Session): Ask | undefined
}

/** What can be sent, by topic. Left out are probes whose ids may be stored, and those that only a judge needs. */
const topics: readonly (readonly [topic: string, groups: readonly (ProbeGroup | readonly Probe[])[]])[] = [
  ['HTTP', [httpLayer, chunks, largeBody]],
  ['Paths and methods', [...targets, morePaths]],
  [
    'Credentials',
    [
      credentials.missing,
      credentials.missingInOtherWays,
      credentials.unissuedTokens,
      ...credentials.wrongCredentials.slice(2),
      credentials.textAfterToken,
      credentials.schemesInAnyCase,
      credentials.moreCredentials,
    ],
  ],
  ['Content types and other headers', [otherContentTypes, ...headerForms, moreHeaders]],
  ['JSON', [...bodies, jsonForms, deepNesting, notUtf8, byteOrderMark]],
  ['Members', [...members, ...openMembers]],
  ['Ids', [...ids, idForms, moreIds]],
  ['Stored plants', [storedIds, repeatedTexts]],
  ['Plants', [plainPlants]],
]

/** The texts, most of them as names only, since services rarely treat tags in another way. */
const textGroups = [...texts, emptyTexts, controls].filter(({ rule }) => rule !== 'text-keeps-digits')

/** What a probe may ask for while its title is read; what is sent depends on the session. */
const listing: Source = {
  ids: createIds(),
  random: createRandom(1),
  inside: createLimited({}),
  hasIdRange: false,
  token: 'token',
  invalidToken: undefined,
  memory: {},
}

const list = (group: ProbeGroup | readonly Probe[]): readonly Probe[] =>
  'probes' in group ? group.probes(listing) : group

function toCase(topic: string, probe: Probe): DriftCase {
  const { title, shows, isForHttpLayer } = probe
  return { title, topic, shows, isForHttpLayer, toAsk: withKnownState(probe) }
}

/** Requests with several mistakes in members, of which a service may name any. */
const ofSeveralMistakes: readonly string[] = ['only a tag, which is null', 'all members of wrong types']

/** Requests that a service with doubles takes or refuses by the size of a random id. */
const ofSize = /^id is N\.\d/

/** Keeps the first of the items that share a key. */
const keepFirst = <Item>(items: readonly Item[], toKey: (item: Item) => string | undefined): Item[] => {
  const keys = new Set<string | undefined>()
  return items.filter((item) => keys.size < keys.add(toKey(item)).size)
}

/** How many probes of a rule are sent that show no decision: more of the same kind rarely show more. */
const maxOfRule = 4

/** Takes some items, from all parts of a list. */
const spread = <Item>(items: readonly Item[], count: number): Item[] => {
  const step = Math.max(1, items.length / count)
  return items.filter((_item, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

/** How many texts of a group are tried as tags. */
const tagsOfGroup = 2

function choose(group: readonly Probe[]): Probe[] {
  const sendable = keepFirst(
    group.filter(
      ({ title, mayBeStored }) => !mayBeStored && !ofSeveralMistakes.includes(title) && !ofSize.test(title),
    ),
    ({ title }) => title,
  )
  const some = new Set(
    spread(
      sendable.filter(({ shows }) => shows === undefined),
      maxOfRule,
    ),
  )
  return sendable.filter((probe) => probe.shows !== undefined || some.has(probe))
}

const toOrderCases = (maxBody?: number): DriftCase[] =>
  listOrders(maxBody).map(([title, toAsk]) => ({ title, topic: 'Order of checks', toAsk }))

const probeCases: readonly DriftCase[] = keepFirst(
  [
    ...topics.flatMap(([topic, groups]) =>
      groups.flatMap((group) => choose(list(group)).map((probe) => toCase(topic, probe))),
    ),
    ...textGroups.flatMap((group) => {
      const probes = list(group)
      const names = keepFirst(probes, ({ kind, title }) => kind ?? title)
      const tags = probes.filter((probe) => !names.includes(probe))
      return [...choose(names), ...spread(tags, tagsOfGroup)].map((probe) => toCase('Texts', probe))
    }),
    ...toOrderCases(),
  ],
  ({ title }) => title,
)

/** Cases at the edges of what the configuration of the fake says. */
function toEdges({ maxBody = 2 ** 20, limits = {} }: PlantStoreOptions): DriftCase[] {
  const edge = (title: string, toBody: (session: Session) => string): DriftCase => ({
    title,
    topic: 'The configuration',
    toAsk: (session) => ({ body: toBody(session) }),
  })
  const withMember =
    (member: keyof Limits) =>
    ([title, toValue]: ReturnType<typeof toBeyond>[number]): DriftCase =>
      edge(title, (session) => writePlain(session, { [member]: toValue(session) }))
  const lengths = (['name', 'tag'] as const).flatMap((member) => {
    const { minLength, maxLength } = limits[member] ?? {}
    const ofLength = (words: string, length: number | undefined): DriftCase[] =>
      length === undefined
        ? []
        : [
            edge(`a ${member} of ${words} length`, (session) =>
              writePlain(session, { [member]: writeLetters(session, length) }),
            ),
          ]
    return [...ofLength('the smallest', minLength), ...ofLength('the largest', maxLength)]
  })
  const beyond = limitedMembers.flatMap((member) =>
    toBeyond(member, limits[member] ?? {})
      .map(withMember(member))
      // A service that accepts more ids than it did stores them.
      .map((one) => (member === 'id' ? { ...one, toAsk: twice(one.toAsk) } : one)),
  )
  return [
    edge('the largest body', (session) => writePlain(session).padEnd(maxBody)),
    ...(maxBody < largestBody
      ? [
          edge('a body that is too large', (session) => writePlain(session).padEnd(maxBody + 1)),
          ...toOrderCases(maxBody),
        ]
      : []),
    ...lengths,
    ...beyond,
    ...toNear(limits.id).map(withMember('id')),
  ]
}

/** The requests of pages. */
const pages: readonly DriftCase[] = origins.flatMap((origin): DriftCase[] => [
  { title: `a preflight of ${origin}`, topic: 'CORS', origin, toAsk: () => toPreflight(origin) },
  { title: `a plant of ${origin}`, topic: 'CORS', origin, toAsk: toPagePlant(origin) },
])

/** Lists the cases for a fake with these options. */
export const listCases = (options: PlantStoreOptions): DriftCase[] => [
  ...probeCases,
  ...toEdges(options),
  ...pages,
]
