import type { RuleId } from '../judge/generated/rules.ts'
import type { Ask } from './ask.ts'
import { withoutCredentials, withRandomToken } from './credentials.ts'
import { createPlainPlant, writePlant } from './plain-plant.ts'
import { create, type Row, type ToAsk, toProbes } from './probe.ts'
import type { Source } from './source.ts'

/** Sends a plant correctly after it was refused: the refused request must not store it. */
const storeNothing = (rule: RuleId, rows: readonly (readonly [title: string, toRefused: ToAsk])[]) =>
  create(
    rule,
    rows.map(
      ([title, toRefused]): Row => [
        title,
        (source) => {
          const refused = toRefused(source)
          return refused?.plant && { plant: refused.plant, refused }
        },
      ],
    ),
  )

const withMembers =
  (members: string): ToAsk =>
  (source) => {
    const plant = createPlainPlant(source)
    return { plant, body: `{"id":${plant.id}${members}}` }
  }

export const refusedBodies = storeNothing('refused-body-stores-nothing', [
  ['a body without a name, then with one', withMembers('')],
  ['a body with a number as the name, then a valid one', withMembers(',"name":1')],
  ['a body with a number as the tag, then a valid one', withMembers(',"name":"Fern","tag":1')],
  ['a body with one more brace, then a valid one', withMembers(',"name":"Fern"}')],
])

export const refusedCredentials = storeNothing('refused-credentials-store-nothing', [
  ['a plant without credentials, then with them', withoutCredentials],
  ['a plant with a random token, then with the right one', withRandomToken],
])

/** Sends another plant with an id that is stored already. */
export function toDuplicate(source: Source): Ask {
  const plant = createPlainPlant(source)
  return { stored: [writePlant(plant)], plant: { ...createPlainPlant(source), id: plant.id } }
}

function toSame(source: Source): Ask {
  const plant = createPlainPlant(source)
  return { stored: [writePlant(plant)], plant }
}

/** Stored ids that only show decisions. */
export const storedIds = toProbes(
  [
    ['a stored id', toDuplicate, 'duplicate-id'],
    ['another stored id', toDuplicate, 'duplicate-id'],
    ['the same plant again', toSame, 'standards'],
  ],
  { promise: 'open' },
)
