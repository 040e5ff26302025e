import { randomBytes } from 'node:crypto'
import { type Exchange, type HttpAnswer, isSuccess } from '../../http/exchange.ts'
import type { Sender } from '../../http/sender.ts'
import { toSignature } from '../../judge/signature.ts'
import { createRandom } from '../../probes/random.ts'
import type { NamedState, PactInteraction } from '../file/pact-interaction.ts'
import { toKnownState } from '../states/provider-states.ts'
import { readInteger, toPlainRequest } from '../states/state-handlers.ts'

/** Returns an id that is likely to be free and as hard to store exactly as this one: of the same size, and odd, since rounding may not change an even one. Returns an id outside of int64 unchanged. */
export function takeIdLike(example: bigint): bigint {
  if (BigInt.asIntN(64, example) !== example) return example
  const size = example < 0n ? -example : example
  const bits = BigInt(Math.min(size.toString(2).length, 63))
  // The lowest ids are likely to be stored, and all of int32 are alike.
  const [from, to] = bits < 32n ? [2n ** 20n, 2n ** 31n] : [2n ** (bits - 1n), 2n ** bits]
  const taken = createRandom(randomBytes(4).readUInt32LE()).between(from, to - 1n) | 1n
  return example < 0n ? -taken : taken
}

/** Ids to send instead of those that an interaction names. */
export type Substitutes = ReadonlyMap<bigint | undefined, bigint>

/** Reads the id that an interaction sends; undefined without an integer. */
export function readBodyId({ request: { body } }: PactInteraction): bigint | undefined {
  const { id } = Object(body?.value) as { id?: unknown }
  return typeof id === 'string' ? undefined : readInteger(id)
}

/** Chooses substitutes for ids that the kit's own states are about: those that an interaction has only as examples, or all of them if they are stored. */
export function chooseSubstitutes(
  interaction: PactInteraction,
  isReady: (state: NamedState) => boolean,
  isTaken: boolean,
): Substitutes {
  const sent = readBodyId(interaction)
  const isExample = interaction.request.isIdExample
  const ids = interaction.states
    .filter(isReady)
    .map((state) => readInteger(toKnownState(state).params['id']))
    .filter((id) => id !== undefined)
    .filter((id) => isTaken || (isExample && id === sent))
  return new Map(ids.map((id) => [id, takeIdLike(id)]))
}

/** Finds out whether a provider refused a plant because its id is stored: if so, it also refuses the second of two equal plants in the same way, and a wrong id in another way. */
export async function findStored(
  interaction: PactInteraction,
  { outcome }: Exchange,
  sender: Sender,
  token: string,
): Promise<boolean | 'unknown'> {
  const id = readBodyId(interaction)
  if (id === undefined || outcome.kind !== 'answer' || isSuccess(outcome.answer.status)) return false
  const sendWith = async (other: bigint): Promise<HttpAnswer | undefined> => {
    const plant = { ...Object(interaction.request.body?.value), id: other }
    const { outcome: ended } = await sender.send(toPlainRequest(sender, token, plant))
    return ended.kind === 'answer' ? ended.answer : undefined
  }
  const [free, wrong] = [takeIdLike(id), 2n ** 63n]
  const created = await sendWith(free)
  const again = await sendWith(free)
  if (created === undefined || again === undefined || !isSuccess(created.status)) return false
  const asStored = toSignature(again, { id: free })
  if (isSuccess(again.status) || toSignature(outcome.answer, { id }) !== asStored) return false
  const refused = await sendWith(wrong)
  return refused === undefined || toSignature(refused, { id: wrong }) === asStored ? 'unknown' : true
}
