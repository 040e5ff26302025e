import { isSuccess, wasTaken } from '../../http/exchange.ts'
import { sleep } from '../../http/limit-time.ts'
import { isBroken } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { toSignature } from '../../judge/signature.ts'
import { idForms, ids as idProbes, powerIds } from '../../probes/ids.ts'
import { createPlainPlant, writePlant } from '../../probes/plain-plant.ts'
import { int64, type SentPlant } from '../../probes/source.ts'
import { findStored } from '../find-stored.ts'
import { judge } from '../judge.ts'
import { sendAsk, sendPlant } from '../send-ask.ts'
import type { Check, Session, Trial } from '../trial.ts'
import { toCheck, toUntried, triesInRange } from './try-probe.ts'

/** The widest distance between two ids that a JavaScript number can hold. */
const spacing = 2048n

/** Makes a trial of two ids that are one id for a service that isn't exact. */
const tryPair = (
  rule: RuleId,
  title: string,
  toIds: (session: Session) => readonly [bigint, bigint] | undefined,
  write: (id: bigint) => string = String,
): Trial => ({
  title,
  async run(session: Session) {
    const pair = toIds(session)
    if (pair === undefined || !pair.every((id) => session.ids.allows(id))) return [toUntried(rule, session)]
    const [first, second] = pair
    const other = { ...createPlainPlant(session), id: first }
    const body = writePlant(other).replace(`${first}`, write(first))
    const before = await sendAsk(session, { plant: other, body })
    if (!wasTaken(before)) return []
    const plant = { ...createPlainPlant(session), id: second }
    const after = await sendPlant(session, plant)
    const verdicts = judge(session, after, { promise: 'plant', rule })
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

/** Makes a trial of an id in another form of 7000, and the id for which a careless reader takes it, both with other digits for the 7. */
const tryForm = (form: string, misread: string): Trial => {
  const fill = (text: string, id: bigint) => text.replace('7', String(id / 1000n))
  const toIds = ({ ids: { takeFrom } }: Session) => {
    const id = (takeFrom(10n ** 6n, 2n ** 31n / 1000n) ?? 0n) * 1000n
    return id === 0n ? undefined : ([id, BigInt(fill(misread, id))] as const)
  }
  const title = `an id written as ${form}, and then the id ${misread}`
  return tryPair('ids-differ', title, toIds, (id) => fill(form, id))
}

/** Milliseconds after which a service that writes in the background has stored a plant. */
const writeTime = 500

/** Sends plants with a stored id, and notes how the service answers, unless that is known; returns the notes. */
async function sampleStored(
  session: Session,
  plant: SentPlant,
  { isStored, when = '', known = [] }: { isStored: boolean; when?: string; known?: readonly string[] },
): Promise<string[]> {
  const notes: string[] = []
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
    notes.push(note)
    if (!known.includes(note)) session.observe('status-for-stored-id', `${what}${when}`, note)
    if (isStored && !isSuccess(answer.status)) session.memory.duplicateSignature = toSignature(answer, sent)
  }
  return notes
}

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
        const at = performance.now()
        const notes = await sampleStored(session, plant, { isStored })
        if (wasTaken(first) && session.memory.duplicateSignature === undefined)
          session.memory.storedAgain = { plant, at, notes }
        const invalid = await sendAsk(session, { body: JSON.stringify({ ...plant, id: 'one' }) })
        if (invalid.outcome.kind === 'answer')
          session.memory.invalidSignature = toSignature(invalid.outcome.answer, plant)
        return judge(session, first, { promise: 'plant' })
      },
    },
  ],
}

/** Learns the answer to a stored id once more, if the service accepted it at first: one that writes in the background refuses it only later. */
export const storedIdLater: Check = {
  rule: 'status-for-stored-id',
  trials: () => [
    {
      title: 'a plant stored a moment ago',
      async run(session) {
        const { storedAgain } = session.memory
        if (storedAgain === undefined) return []
        const left = storedAgain.at + writeTime - performance.now()
        await sleep(Math.max(0, left), session.signal)
        const { plant, notes: known } = storedAgain
        await sampleStored(session, plant, { isStored: true, when: ', a moment later', known })
        return []
      },
    },
  ],
}

/** Ids at the edges of int32, 2^53 and int64, and pairs that only an exact service distinguishes. */
export const ids: readonly Check[] = [
  ...[...idProbes, ...powerIds].map(toCheck),
  {
    rule: 'ids-differ',
    trials: () => [
      tryRelated('two ids with the same lowest 32 bits', (id) => id + 2n ** 32n),
      tryRelated('two ids with the same lowest 63 bits', (id) => id - 2n ** 63n),
      tryRelated('two ids that differ only in their sign', (id) => -id),
      tryRelated('two ids that differ only in their last digit', (id) => id ^ 1n),
      ...[8n, 16n, 20n, 24n, 40n, 48n, 53n, 56n].map((bits) =>
        tryRelated(`two ids with the same lowest ${bits} bits`, (id) => id + 2n ** bits),
      ),
      // Their first digits are the same. Ids that are even closer are for the next rule.
      ...[spacing, 2n ** 20n, 2n ** 36n].map((distance) =>
        tryPair('ids-differ', `two ids of 62 bits whose distance is ${distance}`, ({ ids: { takeFrom } }) => {
          const id = takeFrom(2n ** 61n, 2n ** 62n - 2n ** 40n)
          return id === undefined ? undefined : [id, id + distance]
        }),
      ),
      tryPair('ids-differ', 'two ids of 11 digits that differ in the last one', ({ ids: { takeFrom } }) => {
        const id = takeFrom(10n ** 10n, 10n ** 11n - 2n)
        return id === undefined ? undefined : [id, id ^ 1n]
      }),
      ...[6n, 9n, 12n, 18n].map((digits) =>
        tryRelated(`two ids with the same last ${digits} digits`, (id) => id + 10n ** digits),
      ),
      tryForm('7e3', '7'),
      tryForm('70000e-1', '70000'),
      tryForm('7000.0', '70000'),
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
  toCheck(idForms),
]
