import { isSuccess } from '../../judge/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { createPlainPlant, createRequest, writePlant } from '../create-request.ts'
import { judgeCreated, wasTaken } from '../judge-trial.ts'
import { toSignature } from '../signature.ts'
import type { Check, Session, Trial } from '../trial.ts'
import { toMoot, triesInRange, tryCreated } from './trials.ts'

/** The widest distance between two ids that a JavaScript number can hold. */
const spacing = 2048n

const int64 = { from: -(2n ** 63n), to: 2n ** 63n - 1n }

/** The size of the ranges at the edges of int64: large enough that most ids in them differ even after rounding. */
const nearEdge = 2n ** 40n

/** Ids that are refused for the same reason have one cause. */
const kind = 'an id'

/** Makes a trial of one id, which somebody else may have stored. */
const tryId = (rule: RuleId, id: bigint): Trial => ({
  kind,
  ...tryCreated(`the id ${id}`, { rule, mayBeStored: true }, (session) =>
    session.ids.allows(id) ? { ...createPlainPlant(session), id } : undefined,
  ),
})

function tryRange(rule: RuleId, from: bigint, to: bigint, count = 3): Trial[] {
  return Array.from({ length: count }, () => ({
    kind,
    ...tryCreated(`an id from ${from} to ${to}`, { rule }, (session) => {
      const id = session.ids.takeFrom(from, to)
      return id === undefined ? undefined : { ...createPlainPlant(session), id }
    }),
  }))
}

/** Makes a trial of two ids that are one id for a service that isn't exact. */
function tryPair(
  rule: RuleId,
  title: string,
  toIds: (session: Session) => readonly [bigint, bigint] | undefined,
): Trial {
  return {
    title,
    async run(session: Session) {
      const pair = toIds(session)
      if (pair === undefined || !pair.every((id) => session.ids.allows(id))) return [toMoot(rule, session)]
      const [first, second] = [
        { ...createPlainPlant(session), id: pair[0] },
        { ...createPlainPlant(session), id: pair[1] },
      ]
      const before = await session.send(createRequest(session, writePlant(first)))
      if (!wasTaken(before)) return []
      const after = await session.send(createRequest(session, writePlant(second)))
      const verdicts = judgeCreated(session, after, second, { rule })
      const isBroken = verdicts.some((verdict) => verdict.rule === rule && verdict.problem !== undefined)
      // An id that is refused alone is refused for another reason.
      const [, alone] = (isBroken && toIds(session)) || []
      if (alone !== undefined) {
        const control = { ...createPlainPlant(session), id: alone }
        if (!wasTaken(await session.send(createRequest(session, writePlant(control))))) return []
      }
      return verdicts.map((verdict) =>
        verdict.rule === rule && verdict.problem !== undefined
          ? {
              ...verdict,
              exchanges: [before, after],
              problem: `${verdict.problem} after ${first.id} was created`,
            }
          : verdict,
      )
    },
  }
}

/** Makes a trial of two consecutive ids that are the same after rounding. */
const tryConsecutive = (from: bigint, to: bigint): Trial =>
  tryPair('ids-beyond-2-53-differ', `two consecutive ids from ${from} to ${to}`, ({ ids: { takeFrom } }) => {
    const found = takeFrom(from, to - 1n - spacing)
    // Both neighbors of such an id are rounded to it.
    const low = found === undefined ? undefined : (found / spacing) * spacing + spacing
    return low === undefined ? undefined : [low, low + 1n]
  })

/** Makes a trial of an id with at most so many bits, and another id that is derived from it. */
const tryRelated = (title: string, bits: bigint, relate: (id: bigint) => bigint): Trial =>
  tryPair('ids-differ', title, ({ ids: { takeFrom } }) => {
    const id = takeFrom(2n ** (bits - 1n), 2n ** bits - 1n)
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
        let first = await session.send(createRequest(session, writePlant(plant)))
        // Ids of a range that the user chose may be stored.
        for (let left = session.ids.areFew ? triesInRange : 0; !wasTaken(first) && left > 0; left--) {
          plant = createPlainPlant(session)
          first = await session.send(createRequest(session, writePlant(plant)))
        }
        // If none of several ids of a range is free, all of them count as stored.
        const isStored = wasTaken(first) || session.ids.areFew
        const again = { ...createPlainPlant(session), id: plant.id }
        for (const [sent, what] of [
          [plant, 'the same plant again'],
          [again, 'another plant with a stored id'],
        ] as const) {
          const { outcome } = await session.send(createRequest(session, writePlant(sent)))
          if (outcome.kind !== 'answer') continue
          const { answer } = outcome
          session.observe('status-for-stored-id', what, `answered ${answer.status}`)
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
  { rule: 'id-zero', trials: () => [tryId('id-zero', 0n)] },
  {
    rule: 'id-negative',
    trials: () => [tryId('id-negative', -1n), ...tryRange('id-negative', -(2n ** 31n), -2n)],
  },
  {
    rule: 'id-over-int32',
    trials: () => [
      ...[31n, 32n].flatMap((bits) =>
        [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n].map((id) => tryId('id-over-int32', id)),
      ),
      ...tryRange('id-over-int32', 2n ** 31n, 2n ** 32n - 1n),
      ...tryRange('id-over-int32', 2n ** 32n, 2n ** 53n - 2n),
    ],
  },
  {
    rule: 'id-over-2-53',
    trials: () => [
      ...[2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n].map((id) => tryId('id-over-2-53', id)),
      ...tryRange('id-over-2-53', 2n ** 53n, 2n ** 54n),
      ...tryRange('id-over-2-53', 2n ** 54n, 2n ** 62n),
    ],
  },
  {
    rule: 'id-int64-max',
    trials: () => [
      tryId('id-int64-max', int64.to),
      tryId('id-int64-max', int64.to - 1n),
      ...tryRange('id-int64-max', 2n ** 62n, int64.to, 2),
      ...tryRange('id-int64-max', int64.to - nearEdge, int64.to - 2n, 2),
    ],
  },
  {
    rule: 'id-int64-min',
    trials: () => [
      tryId('id-int64-min', int64.from),
      tryId('id-int64-min', int64.from + 1n),
      ...tryRange('id-int64-min', -(2n ** 53n), -(2n ** 31n) - 1n, 2),
      ...tryRange('id-int64-min', -(2n ** 62n), -(2n ** 53n), 2),
      ...tryRange('id-int64-min', int64.from + 2n, int64.from + nearEdge, 2),
    ],
  },
  {
    rule: 'ids-differ',
    trials: () => [
      tryRelated('two ids that are the same in 32 bits', 31n, (id) => id + 2n ** 32n),
      tryRelated('two ids that are the same but for their sign', 31n, (id) => -id),
      tryRelated('two ids that are the same but for their last digit', 31n, (id) => id ^ 1n),
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
              const near =
                session.ids.takeFrom(10n ** 9n, 2n ** 31n - 1n) ??
                session.ids.takeFrom(1000n, 10n ** 9n) ??
                0n
              const id = (near / 1000n) * 1000n
              return session.ids.allows(id) && id !== 0n
                ? { ...createPlainPlant(session, { hasTag: false }), id }
                : undefined
            },
            (_session, { id, name }) => ({ body: `{"id":${write(id)},"name":${JSON.stringify(name)}}` }),
          ),
      ),
  },
]
