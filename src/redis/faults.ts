import { parseExactJson, stringifyExactJson } from '../json/exact-json.ts'
import { type FaultState, findEnd, strike } from '../mock/faults/fault-state.ts'
import { createFaults } from '../mock/faults/faults.ts'
import { noStrike, type Strike, toStrike, waitForEnd } from '../mock/faults/strike.ts'
import { createQueue } from '../mock/queue.ts'
import type { SharedStart, SharedState } from '../mock/shared-state.ts'
import { type Namespace, writeFaults } from './namespace.ts'

/** Milliseconds between two looks whether a hold lasts. */
const pause = 50

/** Makes the faults that all replicas share. A change is repeated if another replica changes them meanwhile. */
export function createSharedFaults(
  { run }: Namespace,
  { randomSeed, checkNames }: Pick<SharedStart, 'randomSeed' | 'checkNames'>,
): Pick<SharedState, 'faults' | 'strike'> {
  /** The changes of this process, which would only repeat each other. */
  const queue = createQueue()

  async function readState(): Promise<{ version: string; state: FaultState }> {
    const [version, text] = (await run('faults')) as [string, string]
    return { version, state: parseExactJson(text) as FaultState }
  }
  const read = async <Result>(use: (state: FaultState) => Result): Promise<Result> =>
    use((await readState()).state)

  async function change<Result>(use: (state: FaultState) => Result): Promise<Result> {
    const leave = await queue.enter()
    try {
      for (;;) {
        const { version, state } = await readState()
        const before = stringifyExactJson(state)
        const result = use(state)
        if (stringifyExactJson(state) === before) return result
        if ((await run('setFaults', [version, ...writeFaults(state)])) === 1) return result
      }
    } finally {
      leave()
    }
  }
  async function waitFor(hold: string): Promise<Strike> {
    for (;;) {
      const ended = await read((state) => findEnd(state, hold))
      if (ended !== undefined) return toStrike(ended, Math.random)
      await waitForEnd({ delay: pause })
    }
  }
  return {
    faults: createFaults(randomSeed, read, change, checkNames),
    async strike(target) {
      const struck = (await change((state) => strike(state, target))) ?? noStrike
      const { hold } = struck
      return hold === undefined ? struck : { ...struck, held: () => waitFor(hold) }
    },
  }
}
