import * as fc from 'fast-check'
import { stringifyExactJson } from '../../json/exact-json.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { withOthers, writePlant } from '../../probes/plain-plant.ts'
import { change, edit } from '../../probes/probe.ts'
import type { Trial } from '../trial.ts'
import { tryProbe } from './try-probe.ts'

/** Random requests, which can be made smaller. */
export interface RandomCheck<T = unknown> {
  runs: number
  arbitrary: fc.Arbitrary<T>
  toTrial(value: T): Trial
  /** Names the rule that a request is most likely to break. */
  toRule(value: T): RuleId
}

interface Texts {
  name: string
  tag: string | undefined
}

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'aZ09 \t\n"\\/<&\'%;é🌱'), minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^-?[0-9]{1,20}(\.[0-9]{1,3})?(e[0-9])?$/),
  )
  // The service may refuse blank texts. White space outside ASCII belongs to two rules about texts.
  .filter((made) => made.trim() !== '' && !/[^\S \t\n\r]/.test(made))

/** Names the rule that a text belongs to, by what is unusual about it. */
function findTextRule(made: string): RuleId | undefined {
  const kinds: [rule: RuleId, pattern: RegExp][] = [
    ['text-keeps-unicode', /[^\x20-\x7e\s]/],
    ['text-keeps-white-space', /^\s|\s$|\s\s|[\t\n\r]/],
    ['text-keeps-digits', /^[-+.\d][-+.\deE]*$/],
    ['text-keeps-markup', /[^A-Za-z\d ]/],
    ['text-keeps-digits', /\d/],
  ]
  return kinds.find(([, pattern]) => pattern.test(made))?.[0]
}

const plants: RandomCheck<Texts> = {
  runs: 16,
  arbitrary: fc.record({ name: text, tag: fc.option(text, { nil: undefined }) }),
  toRule: ({ name, tag = '' }) => findTextRule(name) ?? findTextRule(tag) ?? 'created-status',
  toTrial(texts) {
    return tryProbe({
      title: 'a random plant',
      promise: 'plant',
      rule: this.toRule(texts),
      textRule: findTextRule,
      openRule: 'text-limits',
      toAsk({ ids, inside, random }) {
        const plant = {
          id: ids.take(),
          name: inside.toText('name', texts.name, random),
          ...(texts.tag !== undefined && { tag: inside.toText('tag', texts.tag, random) }),
        }
        return { plant: withOthers(plant) }
      },
    })
  },
}

interface NearPlant {
  rule: RuleId
  member: 'id' | 'name' | 'tag'
  /** The JSON of the member, `N` for an unused id; undefined leaves it out. */
  literal: string | undefined
  hasTag: boolean
}

const toJson = (value: unknown): string => stringifyExactJson(value)
const json = fc.jsonValue({ maxDepth: 2 }).map(toJson)
const noText = json.filter((literal) => !literal.startsWith('"'))
const noTag = noText.filter((literal) => literal !== 'null')
const noNumber = json.filter((literal) => !/^[-\d]/.test(literal))
const fraction = fc.integer({ min: 1, max: 999_999 }).map((part) => `N.${String(part).padStart(6, '0')}`)
const beyond = fc.oneof(
  fc.bigInt({ min: 2n ** 63n, max: 2n ** 66n }),
  fc.bigInt({ min: -(2n ** 66n), max: -(2n ** 63n) - 1n }),
)

const nearPlant = (
  rule: RuleId,
  member: NearPlant['member'],
  literal: fc.Arbitrary<string | undefined>,
): fc.Arbitrary<NearPlant> =>
  fc.record({ rule: fc.constant(rule), member: fc.constant(member), literal, hasTag: fc.boolean() })

const nearPlants: RandomCheck<NearPlant> = {
  runs: 14,
  arbitrary: fc.oneof(
    nearPlant('refuses-missing-id', 'id', fc.constant(undefined)),
    nearPlant('refuses-missing-name', 'name', fc.constant(undefined)),
    nearPlant('refuses-id-of-wrong-type', 'id', noNumber),
    nearPlant('refuses-fractional-id', 'id', fraction),
    nearPlant('refuses-id-beyond-int64', 'id', beyond.map(String)),
    nearPlant('refuses-name-of-wrong-type', 'name', noText),
    nearPlant('refuses-tag-of-wrong-type', 'tag', noTag),
  ),
  toRule: ({ rule }) => rule,
  toTrial: ({ rule, member, literal, hasTag }) =>
    tryProbe({
      title: 'a random body that is nearly a plant',
      promise: 'refusal',
      rule,
      toAsk(source) {
        // A service that accepts such an id may convert it to one outside the range.
        if (source.hasIdRange && member === 'id' && literal !== undefined && /^[^N]*\d/.test(literal))
          return undefined
        return edit((id) => ({
          ...(!hasTag && { tag: undefined }),
          [member]: literal?.replace(/^N/, id),
        }))(source)
      },
    }),
}

const cutBodies: RandomCheck<{ name: string; at: number }> = {
  runs: 6,
  arbitrary: fc.record({ name: text, at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }) }),
  toRule: () => 'refuses-truncated-body',
  toTrial: ({ name, at }) =>
    tryProbe({
      title: 'a random truncated body',
      promise: 'refusal',
      rule: 'refuses-truncated-body',
      toAsk: change((_body, plant, { inside, random }) => {
        const body = Buffer.from(writePlant({ ...plant, name: inside.toText('name', name, random) }))
        return body.subarray(0, 1 + Math.floor(at * (body.length - 1)))
      }),
    }),
}

/** Random valid plants, bodies with one mistake, and truncated bodies. */
export const randomChecks: readonly RandomCheck[] = [plants, nearPlants, cutBodies] as readonly RandomCheck[]
