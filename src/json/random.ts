/** Draws a random number from 0 to less than 1; the same seed gives the same numbers (mulberry32). */
export function draw(state: { random: number }): number {
  state.random = (state.random + 0x6d2b79f5) | 0
  const { random } = state
  let mixed = Math.imul(random ^ (random >>> 15), 1 | random)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

export function createNumbers(seed: number): () => number {
  const state = { random: seed }
  return () => draw(state)
}
