import type { TextLimits } from '../contract/limit-keywords.ts'
import { createPlainPlant } from './plain-plant.ts'
import { type Row, refuse } from './probe.ts'
import { int64, type SentPlant, type Source } from './source.ts'
import { describeText } from './texts.ts'

/** The most values to try for one member. */
const maxValues = 8

function toIds({ inside, hasIdRange }: Source): bigint[] {
  const { minimum, maximum, enum: values } = inside.limits.id ?? {}
  // A service that accepts an id outside the range stores it.
  if (hasIdRange) return []
  return [
    ...(minimum === undefined ? [] : [BigInt(minimum) - 1n, 0n, -1n, int64.from]),
    ...(maximum === undefined ? [] : [BigInt(maximum) + 1n, int64.to]),
    ...(values ?? []).flatMap((value) => [BigInt(value) + 1n, BigInt(value) - 1n]),
  ].filter((id) => id >= int64.from && id <= int64.to)
}

/** Random ids on either side, since a service that accepted the nearest ones in an earlier run refuses them as stored. */
function toFarIds({ inside, hasIdRange }: Source): Row[] {
  const { minimum, maximum } = inside.limits.id ?? {}
  const [from, to] = [BigInt(minimum ?? int64.from), BigInt(maximum ?? int64.to)]
  const sides: [title: string, from: bigint, to: bigint][] = [
    [`an id below ${from}`, int64.from, from - 1n],
    [`an id above ${to}`, to + 1n, int64.to],
  ]
  return sides
    .filter(([, low, high]) => !hasIdRange && low <= high)
    .map(([title, low, high]) => [
      title,
      (own) => ({ plant: { ...createPlainPlant(own), id: own.random.between(low, high) } }),
    ])
}

/** Makes texts that are nearly inside: too short, too long, with an added character, or in another case. */
function toTexts(text: string, { minLength = 0, maxLength, pattern, enum: values }: TextLimits): string[] {
  const points = [...text]
  const filler = points.at(-1) ?? 'x'
  return [
    ...(minLength > 0 ? [points.slice(0, minLength - 1).join('')] : []),
    ...(maxLength === undefined ? [] : [text + filler.repeat(maxLength + 1 - points.length)]),
    ...(pattern === undefined && values === undefined
      ? []
      : [
          `${text}!`,
          `!${text}`,
          `${text}1`,
          text.toUpperCase(),
          text.toLowerCase(),
          `${text} ${text}`,
          `${text}é`,
          '',
        ]),
  ]
}

function toRows(source: Source): Row[] {
  const { inside } = source
  const plant = inside.toPlain({ id: 1n, name: 'Fern', tag: 'Leaf' }, source.random)
  const texts = (['name', 'tag'] as const).flatMap((member) =>
    toTexts(plant[member] ?? '', inside.limits[member] ?? {}).map((text) => [member, text] as const),
  )
  const values = [...toIds(source).map((id) => ['id', id] as const), ...texts]
  const outside = values.filter(
    ([member, value]) => !inside.allows({ ...plant, id: insideId(source), [member]: value }),
  )
  const titles = new Map(
    outside.map(([member, value]) => [
      `the ${member} ${typeof value === 'string' ? describeText(value) : value}`,
      [member, value] as const,
    ]),
  )
  const counts = { id: 0, name: 0, tag: 0 }
  const near = [...titles]
    .filter(([, [member]]) => ++counts[member] <= maxValues)
    .map(
      ([title, [member, value]]): Row => [
        title,
        (own) => ({ plant: { ...createPlainPlant(own), [member]: value } as SentPlant }),
      ],
    )
  return [...near, ...toFarIds(source)]
}

/** Returns an id that is inside, so that only the other member is outside. */
const insideId = ({ inside }: Source): bigint => {
  const { minimum, maximum, enum: values } = inside.limits.id ?? {}
  return BigInt(values?.[0] ?? minimum ?? maximum ?? 1)
}

/** Plants that are valid by the specification, but outside the declared limits. */
export const outsideLimits = refuse('refuses-outside-limits', toRows)
