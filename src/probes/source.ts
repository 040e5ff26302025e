import type { Limits } from '../contract/generated/limits.ts'
import type { SentPlant } from '../http/exchange.ts'
import type { Random } from './random.ts'

export type { SentPlant }

/** A source of ids that are probably not stored yet. */
export interface Ids {
  take(): bigint
  /** Returns a random id of a range; undefined if none of them may be used. */
  takeFrom(from: bigint, to: bigint): bigint | undefined
  allows(id: bigint): boolean
  /** Makes the ids fit in so many bits from now on. */
  narrow(bits: number): void
  /** Whether there are so few ids that some of them may be stored already. */
  readonly areFew: boolean
  readonly count: bigint
}

/** What is inside the declared limits. Without limits, that is everything. */
export interface Inside {
  readonly limits: Limits
  allows(plant: SentPlant): boolean
  /** Returns a plant whose name and tag are inside: its own, or others that are as plain as the limits allow. */
  toPlain(plant: SentPlant, random: Random): SentPlant
  /** Returns a text that is inside: the given one, or another one. */
  toText(member: 'name' | 'tag', text: string, random: Random): string
}

/** What a probe may ask for: nothing that it sends depends on anything else. */
export interface Source {
  readonly ids: Ids
  readonly random: Random
  /** What is inside the declared limits. */
  readonly inside: Inside
  /** Whether ids come from a range that the user chose, so that some may be stored. */
  readonly hasIdRange: boolean
  /** The token that is valid when the probe starts. */
  readonly token: string
  readonly invalidToken: string | undefined
  readonly memory: {
    /** The plain names and tags so far, in lower case, with the ids of their plants. */
    texts?: Map<string, bigint>
    /** The letters of plain names and tags: both cases, a few lower-case ones, or one capital letter first. */
    style?: 'plain' | 'modest' | 'capital'
    /** Whether the service speaks HTTP/1.0, which has no chunks. */
    isHttp10?: boolean
  }
}

/** The ids of the specification, both ends included. */
export const int64: { readonly from: bigint; readonly to: bigint } = {
  from: -(2n ** 63n),
  to: 2n ** 63n - 1n,
}
