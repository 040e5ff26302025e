/** Runs something, and counts how often others got their turn before it ended. */
export async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  function take(): void {
    turns++
    if (!isDone) setImmediate(take)
  }
  setImmediate(take)
  await run()
  isDone = true
  return turns
}
