import { draw } from '../json/random.ts'

export interface Random {
  /** Returns an integer from 0 to below a limit. */
  below(limit: number): number
  /** Returns an integer between two others, both included. */
  between(from: bigint, to: bigint): bigint
  /** Returns letters in both cases. */
  letters(count: number): string
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function createRandom(seed: number): Random {
  const state = { random: seed }
  const next = (): number => draw(state) * 2 ** 32
  const below = (limit: number): number => Math.floor(draw(state) * limit)
  return {
    below,
    between(from, to) {
      const bits = (BigInt(next()) << 32n) | BigInt(next())
      return from + (bits % (to - from + 1n))
    },
    letters(count) {
      let text = ''
      for (let left = count; left > 0; left--) text += alphabet.charAt(below(alphabet.length))
      return text
    },
  }
}

/** Turns a text into a seed (FNV-1a). */
export function toSeed(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
