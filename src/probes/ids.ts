import type { RuleId } from '../judge/generated/rules.ts'
import { createPlainPlant, writePlant } from './plain-plant.ts'
import { create, draw, edit, type ProbeGroup, type Row, type ToAsk, toProbes } from './probe.ts'
import { int64 } from './source.ts'

/** The size of the ranges at the edges of int64: large enough that most ids in them differ even after rounding. */
const nearEdge = 2n ** 40n

/** An id, which somebody else may have stored; or a range, of which several random ids are tried. */
type IdCase = bigint | readonly [from: bigint, to: bigint, count?: number]

/** All ids share a kind, so ids that are refused for the same reason have one cause. */
export const kindOfIds = 'an id'

const createIds = (rule: RuleId, cases: readonly IdCase[]): ProbeGroup =>
  create(
    rule,
    cases.flatMap((one): Row[] => {
      if (typeof one === 'bigint')
        return [
          [
            `the id ${one}`,
            (source) =>
              source.ids.allows(one) ? { plant: { ...createPlainPlant(source), id: one } } : undefined,
            { mayBeStored: true, id: one },
          ],
        ]
      const [from, to, count = 3] = one
      const toAsk: ToAsk = (source) => {
        const id = source.ids.takeFrom(from, to)
        return id === undefined ? undefined : { plant: { ...createPlainPlant(source), id } }
      }
      return Array.from({ length: count }, () => [`an id from ${from} to ${to}`, toAsk])
    }),
    { kind: kindOfIds },
  )

/** Ids at the edges of int32, 2^53 and int64. */
export const ids = [
  createIds('id-zero', [0n]),
  createIds('id-negative', [-1n, [-(2n ** 31n), -2n]]),
  createIds('id-over-int32', [
    ...[31n, 32n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n]),
    [2n ** 31n, 2n ** 32n - 1n],
    [2n ** 32n, 2n ** 53n - 2n],
  ]),
  createIds('id-over-2-53', [
    ...[2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n],
    [2n ** 53n, 2n ** 54n],
    [2n ** 54n, 2n ** 62n],
  ]),
  createIds('id-int64-max', [
    int64.to,
    int64.to - 1n,
    [2n ** 62n, int64.to, 2],
    [int64.to - nearEdge, int64.to - 2n, 2],
  ]),
  createIds('id-int64-min', [
    int64.from,
    int64.from + 1n,
    [-(2n ** 53n), -(2n ** 31n) - 1n, 2],
    [-(2n ** 62n), -(2n ** 53n), 2],
    [int64.from + 2n, int64.from + nearEdge, 2],
  ]),
]

const powers = [
  ...Array.from({ length: 64 }, (_, bits) => 2n ** BigInt(bits)),
  ...Array.from({ length: 19 }, (_, digits) => 10n ** BigInt(digits)),
].flatMap((power) => [power - 1n, power, power + 1n])

const signed = [...new Set(powers.flatMap((power) => [power, -power]))].filter(
  (id) => id >= int64.from && id <= int64.to,
)

const createBetween = (rule: RuleId, from: bigint, to: bigint, drawn: number): ProbeGroup =>
  draw(
    drawn,
    createIds(
      rule,
      signed.filter((id) => id >= from && id <= to),
    ),
  )

/** Every power of two and of ten with its neighbors and both signs. */
export const powerIds = [
  createBetween('id-negative', -(2n ** 31n), -2n, 2),
  createBetween('id-over-int32', 2n ** 31n - 1n, 2n ** 53n - 2n, 3),
  createBetween('id-over-2-53', 2n ** 53n - 1n, 2n ** 62n, 2),
  createBetween('id-int64-max', 2n ** 62n + 1n, int64.to, 1),
  createBetween('id-int64-min', int64.from, -(2n ** 31n) - 1n, 3),
]

export const idForms = create(
  'id-with-zero-fraction',
  [
    (id: bigint) => `${id}.0`,
    (id: bigint) => `${id}.00`,
    (id: bigint) => `${id / 1000n}e3`,
    (id: bigint) => `${id / 1000n}E+3`,
    (id: bigint) => `${id}0e-1`,
    (id: bigint) => `${id / 1000n}.000e3`,
    (id: bigint) => `${id}.${'0'.repeat(30)}`,
  ].map(
    (write, index, forms): Row => [
      `an id written as ${write(7000n).slice(0, 20)}`,
      (source) => {
        const { takeFrom, allows } = source.ids
        const near = takeFrom(10n ** 9n, 2n ** 31n - 1n) ?? takeFrom(1000n, 10n ** 9n) ?? 0n
        const id = (near / 1000n) * 1000n
        if (!allows(id) || id === 0n) return undefined
        const plant = { ...createPlainPlant(source, { hasTag: false }), id }
        return { plant, body: writePlant(plant).replace(`${id}`, write(id)) }
      },
      // A parser may limit the length of a number (RFC 8259 section 9).
      index === forms.length - 1 ? { rule: 'created-status', openRule: 'status-for-invalid-body' } : {},
    ],
  ),
  { shows: 'standards' },
)

/** Ids that only show decisions. */
export const moreIds = toProbes(
  [
    [
      'an id beyond 2^53 with a zero fraction',
      (source) => {
        const id = source.ids.takeFrom(2n ** 53n + 1n, int64.to)
        // A double can't hold an odd one.
        return id === undefined ? undefined : edit(() => ({ id: `${id - 1n + (id & 1n)}.0` }))(source)
      },
    ],
    ['an id with a very small fraction', edit((id) => ({ id: `${id}.00000000000000000001` }))],
  ],
  { promise: 'open', shows: 'standards' },
)
