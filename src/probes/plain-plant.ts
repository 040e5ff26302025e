import { createRandom, toSeed } from './random.ts'
import type { SentPlant, Source } from './source.ts'

/** Members, each written as JSON; undefined leaves one out. */
export type Members = Readonly<Record<string, string | undefined>>

export const writePlant = ({ id, name, tag }: SentPlant): string =>
  `{"id":${id},"name":${JSON.stringify(name)}${tag === undefined ? '' : `,"tag":${JSON.stringify(tag)}`}}`

export const writeMembers = (members: Members): string =>
  `{${Object.entries(members)
    .flatMap(([member, json]) => (json === undefined ? [] : [`"${member}":${json}`]))
    .join(',')}}`

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Makes a plain plant, whose name and tag have only letters: in both cases, or simpler ones for a strict service. Each id has other texts, since a service may require unique names. */
export function createPlainPlant(
  { ids, random, inside, memory: { style = 'plain' } }: Pick<Source, 'ids' | 'random' | 'inside' | 'memory'>,
  { hasTag = true } = {},
): SentPlant {
  const id = ids.take()
  const { letters } = createRandom(toSeed(String(id)))
  const modest = [`fern${letters(4).toLowerCase()}`, `leaf${letters(4).toLowerCase()}`] as const
  const texts = {
    // Each text has a capital letter inside, so that a service with a pattern for names refuses all of them, not some by chance.
    plain: [`Fern${capitalize(letters(8))}`, `Leaf${capitalize(letters(5))}`],
    modest,
    capital: modest.map(capitalize),
  }
  const [name = '', tag = ''] = texts[style]
  return inside.toPlain({ id, name, ...(hasTag && { tag }) }, random)
}
