import { randomBytes } from 'node:crypto'
import type { Known } from '../../judge/judge-exchange.ts'
import { createRandom } from '../../probes/random.ts'

/** The names of the kit's provider states. They are stable. */
export const stateNames = {
  /**
   * With the parameter `id`, a string of digits: JavaScript handlers would lose digits of a number. A handler may return
   * another `id` that is free, as a JSON string or number. The request then has that one.
   */
  noPlant: 'no plant with the id exists',
  /** With the parameter `id`, a string of digits. */
  plant: 'a plant with the id exists',
  /** Without parameters: the service must refuse the token of the interaction, which is sent unchanged. */
  invalidToken: 'the token is not valid',
} as const

type Params = Readonly<Record<string, unknown>>

/** A state of an interaction. */
export interface NamedState {
  name: string
  params: Params
  /** The state of the kit that it is; another one may change everything at the service. */
  own?: OwnState
}

/** A state of the kit; `id` is its parameter, if that is an integer. */
export interface OwnState {
  name: (typeof stateNames)[keyof typeof stateNames]
  params: Params
  id: bigint | undefined
}

export function readInteger(value: unknown): bigint | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isScalar && /^-?\d+$/.test(String(value)) ? BigInt(value) : undefined
}

/** Reads a state, which may have its id in its name, as in `no plant with id 7 exists`. Otherwise, `id` completes a state of the kit without one: states have no parameters before version 3. */
export function readState(name: string, given: Params, id?: unknown): NamedState {
  const [, article, written] = /^(no|a) plant with id (-?\d+) exists$/.exec(name) ?? []
  const kitName = article === undefined ? name : article === 'no' ? stateNames.noPlant : stateNames.plant
  const own = Object.values(stateNames).find((one) => one === kitName)
  if (own === undefined) return { name, params: given }
  const isMissing =
    own !== stateNames.invalidToken && written === undefined && !('id' in given) && id !== undefined
  const params = isMissing ? { ...given, id } : given
  const all = written === undefined ? params : { ...params, id: written }
  return { name, params, own: { name: own, params: all, id: readInteger(all['id']) } }
}

/** Reads what the states and the status of an interaction say about the token and the id. */
export function toKnown(states: readonly NamedState[], status: number): Known {
  const names = states.map(({ own }) => own?.name)
  return {
    // With a valid token, no service answers 401.
    isTokenInvalid: names.includes(stateNames.invalidToken) || status === 401,
    id: names.includes(stateNames.plant)
      ? 'stored'
      : names.length > 0 && names.every((name) => name === stateNames.noPlant)
        ? 'free'
        : undefined,
  }
}

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
