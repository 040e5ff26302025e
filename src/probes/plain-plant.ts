import { memberExamples } from '../contract/generated/members.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { createRandom, toSeed } from './random.ts'
import type { SentPlant, Source } from './source.ts'

/** Members, each written as JSON; undefined leaves one out. */
export type Members = Readonly<Record<string, string | undefined>>

/** The required members that no rule names, with plain values. */
const { id: _id, name: _name, tag: _tag, ...others }: Readonly<Record<string, unknown>> = memberExamples

/** Gives a plant the required members that no rule names. */
export const withOthers = (plant: SentPlant): SentPlant =>
  Object.keys(others).length === 0 ? plant : { ...plant, others }

const writeOthers = ({ others = {} }: Pick<SentPlant, 'others'>): string =>
  Object.entries(others)
    .filter(([, value]) => value !== undefined)
    .map(([member, value]) => `,${JSON.stringify(member)}:${stringifyExactJson(value)}`)
    .join('')

export const writePlant = (plant: SentPlant): string => {
  const { id, name, tag } = plant
  const ofTag = tag === undefined ? '' : `,"tag":${JSON.stringify(tag)}`
  return `{"id":${id},"name":${JSON.stringify(name)}${ofTag}${writeOthers(plant)}}`
}

/** Adds the members that no rule names to a body that was written without them, if it ends like an object. */
export const addOthers = (body: string, plant: SentPlant): string =>
  body.replace(/\}(?=\s*$)/, () => `${writeOthers(plant)}}`)

export const writeMembers = (members: Members): string =>
  `{${Object.entries(members)
    .flatMap(([member, json]) => (json === undefined ? [] : [`"${member}":${json}`]))
    .join(',')}}`

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Makes a plain plant, whose name and tag have only letters: in both cases, or simpler ones for a strict service. It has no other optional members. Each id has other texts, since a service may require unique names. */
export function createPlainPlant(
  {
    ids,
    random,
    inside,
    memory: { style = 'plain', texts },
  }: Pick<Source, 'ids' | 'random' | 'inside' | 'memory'>,
  { hasTag = true } = {},
): SentPlant {
  const id = ids.take()
  const { letters } = createRandom(toSeed(String(id)))
  const modest = [`fern${letters(4).toLowerCase()}`, `leaf${letters(4).toLowerCase()}`] as const
  const words = {
    // Each text has a capital letter inside, so that a service with a pattern for names refuses all of them, not some by chance.
    plain: [`Fern${capitalize(letters(8))}`, `Leaf${capitalize(letters(5))}`],
    modest,
    capital: modest.map(capitalize),
  }
  const [name = '', tag = ''] = words[style]
  for (const text of [name, tag]) texts?.set(text.toLowerCase(), id)
  return withOthers(inside.toPlain({ id, name, ...(hasTag && { tag }) }, random))
}
