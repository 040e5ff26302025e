import { isSuccess, wasTaken } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { toSignature } from '../../judge/signature.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import { int64 } from '../../probes/source.ts'
import { createRequest, sendPlant } from '../create-request.ts'
import { findStored } from '../find-stored.ts'
import { judgeCreated } from '../judge-trial.ts'
import { type Check, isBroken, type Session, type Trial } from '../trial.ts'
import { toMoot, triesInRange, tryCreated } from './trials.ts'

/** The widest distance between two ids that a JavaScript number can hold. */
const spacing = 2048n

/** The size of the ranges at the edges of int64: large enough that most ids in them differ even after rounding. */
const nearEdge = 2n ** 40n

/** All ids share a kind, so ids that are refused for the same reason have one cause. */
const kind = 'an id'

/** An id, which somebody else may have stored; or a range, of which several random ids are tried. */
type IdCase = bigint | readonly [from: bigint, to: bigint, count?: number]

const tryIds = (rule: RuleId, cases: readonly IdCase[]): Check => ({
  rule,
  trials: () =>
    cases.flatMap((one): Trial[] => {
      if (typeof one === 'bigint') {
        const trial = tryCreated(`the id ${one}`, { rule, mayBeStored: true }, (session) =>
          session.ids.allows(one) ? { ...createPlainPlant(session), id: one } : undefined,
        )
        return [{ kind, ...trial }]
      }
      const [from, to, count = 3] = one
      const trial = tryCreated(`an id from ${from} to ${to}`, { rule }, (session) => {
        const id = session.ids.takeFrom(from, to)
        return id === undefined ? undefined : { ...createPlainPlant(session), id }
      })
      return Array.from({ length: count }, () => ({ kind, ...trial }))
    }),
})

/** Makes a trial of two ids that are one id for a service that isn't exact. */
const tryPair = (
  rule: RuleId,
  title: string,
  toIds: (session: Session) => readonly [bigint, bigint] | undefined,
): Trial => ({
  title,
  async run(session: Session) {
    const pair = toIds(session)
    if (pair === undefined || !pair.every((id) => session.ids.allows(id))) return [toMoot(rule, session)]
    const [first, second] = pair
    const before = await sendPlant(session, { ...createPlainPlant(session), id: first })
    if (!wasTaken(before)) return []
    const plant = { ...createPlainPlant(session), id: second }
    const after = await sendPlant(session, plant)
    const verdicts = judgeCreated(session, after, plant, { rule })
    const isOwn = (verdict: (typeof verdicts)[number]) => verdict.rule === rule && isBroken(verdict)
    // An id that is refused alone is refused for another reason.
    const [, alone] = (verdicts.some(isOwn) && toIds(session)) || []
    if (
      alone !== undefined &&
      !wasTaken(await sendPlant(session, { ...createPlainPlant(session), id: alone }))
    )
      return []
    const exchanges = [before, after]
    return verdicts.map((verdict) =>
      isOwn(verdict)
        ? { ...verdict, exchanges, problem: `${verdict.problem} after ${first} was created` }
        : verdict,
    )
  },
})

/** Makes a trial of two consecutive ids that are the same after rounding. */
const tryConsecutive = (from: bigint, to: bigint): Trial =>
  tryPair('ids-beyond-2-53-differ', `two consecutive ids from ${from} to ${to}`, ({ ids: { takeFrom } }) => {
    const found = takeFrom(from, to - 1n - spacing)
    // Both neighbors of such an id are rounded to it.
    const low = found === undefined ? undefined : (found / spacing) * spacing + spacing
    return low === undefined ? undefined : [low, low + 1n]
  })

/** Makes a trial of an id with at most 31 bits, and another id that is derived from it. */
const tryRelated = (title: string, relate: (id: bigint) => bigint): Trial =>
  tryPair('ids-differ', title, ({ ids: { takeFrom } }) => {
    const id = takeFrom(2n ** 30n, 2n ** 31n - 1n)
    return id === undefined ? undefined : [id, relate(id)]
  })

/** Learns the answer to a stored id, to distinguish it from other refusals of ids; runs before all other checks of ids. */
export const storedId: Check = {
  rule: 'status-for-stored-id',
  trials: () => [
    {
      title: 'a stored plant',
      async run(session) {
        let plant = createPlainPlant(session)
        let first = await sendPlant(session, plant)
        // Ids of a range that the user chose may be stored.
        for (let left = session.ids.areFew ? triesInRange : 0; !wasTaken(first) && left > 0; left--) {
          plant = createPlainPlant(session)
          first = await sendPlant(session, plant)
        }
        // If none of several ids of a range is free, all of them count as stored.
        const isStored = wasTaken(first) || session.ids.areFew
        for (const [sent, what] of [
          [plant, 'the same plant again'],
          [{ ...createPlainPlant(session), id: plant.id }, 'another plant with a stored id'],
        ] as const) {
          const exchange = await sendPlant(session, sent)
          const { outcome } = exchange
          if (outcome.kind !== 'answer') continue
          const { answer } = outcome
          const stored = Object.keys(findStored(exchange, sent, [plant]))
          session.memory.returnsStored = stored.length > 0
          const instead = `with the stored ${stored.join(' and ')}, not with what the request sent`
          const note = `answered ${answer.status}${stored.length === 0 ? '' : ` ${instead}`}`
          session.observe('status-for-stored-id', what, note)
          if (isStored && !isSuccess(answer.status))
            session.memory.duplicateSignature = toSignature(answer, sent)
        }
        const invalid = await session.send(createRequest(session, JSON.stringify({ ...plant, id: 'one' })))
        if (invalid.outcome.kind === 'answer')
          session.memory.invalidSignature = toSignature(invalid.outcome.answer, plant)
        return judgeCreated(session, first, plant)
      },
    },
  ],
}

/** Ids at the edges of int32, 2^53 and int64, and pairs that only an exact service distinguishes. */
export const ids: readonly Check[] = [
  tryIds('id-zero', [0n]),
  tryIds('id-negative', [-1n, [-(2n ** 31n), -2n]]),
  tryIds('id-over-int32', [
    ...[31n, 32n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n]),
    [2n ** 31n, 2n ** 32n - 1n],
    [2n ** 32n, 2n ** 53n - 2n],
  ]),
  tryIds('id-over-2-53', [
    ...[2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n],
    [2n ** 53n, 2n ** 54n],
    [2n ** 54n, 2n ** 62n],
  ]),
  tryIds('id-int64-max', [
    int64.to,
    int64.to - 1n,
    [2n ** 62n, int64.to, 2],
    [int64.to - nearEdge, int64.to - 2n, 2],
  ]),
  tryIds('id-int64-min', [
    int64.from,
    int64.from + 1n,
    [-(2n ** 53n), -(2n ** 31n) - 1n, 2],
    [-(2n ** 62n), -(2n ** 53n), 2],
    [int64.from + 2n, int64.from + nearEdge, 2],
  ]),
  {
    rule: 'ids-differ',
    trials: () => [
      tryRelated('two ids with the same lowest 32 bits', (id) => id + 2n ** 32n),
      tryRelated('two ids with the same lowest 63 bits', (id) => id - 2n ** 63n),
      tryRelated('two ids that differ only in their sign', (id) => -id),
      tryRelated('two ids that differ only in their last digit', (id) => id ^ 1n),
    ],
  },
  {
    rule: 'ids-beyond-2-53-differ',
    trials: () => [
      tryConsecutive(2n ** 53n, 2n ** 54n),
      tryConsecutive(2n ** 53n, 2n ** 54n),
      tryConsecutive(2n ** 60n, 2n ** 61n),
      tryConsecutive(2n ** 62n, int64.to),
      tryConsecutive(-(2n ** 62n), -(2n ** 61n)),
    ],
  },
  {
    rule: 'id-with-zero-fraction',
    trials: () =>
      [(id: bigint) => `${id}.0`, (id: bigint) => `${id}.00`, (id: bigint) => `${id / 1000n}e3`].map(
        (write) =>
          tryCreated(
            `an id written as ${write(7000n)}`,
            { rule: 'id-with-zero-fraction' },
            (session) => {
              const { takeFrom, allows } = session.ids
              const near = takeFrom(10n ** 9n, 2n ** 31n - 1n) ?? takeFrom(1000n, 10n ** 9n) ?? 0n
              const id = (near / 1000n) * 1000n
              if (!allows(id) || id === 0n) return undefined
              return { ...createPlainPlant(session, { hasTag: false }), id }
            },
            (_session, { id, name }) => ({ body: `{"id":${write(id)},"name":${JSON.stringify(name)}}` }),
          ),
      ),
  },
]
