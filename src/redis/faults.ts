import { parseExactJson } from '../json/exact-json.ts'
import type { Asynchronous } from '../mock/awaitable.ts'
import { createFaultState, type FaultState, isActive, strike } from '../mock/faults/fault-state.ts'
import { createFaults, createName, type Faults } from '../mock/faults/faults.ts'
import { noStrike, type Strike } from '../mock/faults/strike.ts'
import type { Namespace } from './namespace.ts'
import { stale, writeState } from './script-parts.ts'

/** The faults that all replicas share, and the way in which requests take them. */
export interface SharedFaults extends Asynchronous<Faults> {
  /** Reads the state as it is now. */
  read<Result>(use: (state: FaultState) => Result): Promise<Result>
  /** Takes the fault of a request, and runs the step for which `toArgs` makes the other arguments; returns its answer. */
  step(
    path: string,
    isOperation: boolean,
    toArgs: (struck: Strike) => readonly string[],
  ): Promise<{ reply: string; struck: Strike }>
}

/**
 * Makes the faults that all replicas share. Each process predicts what a change makes of the state that it knows, and a
 * script keeps that unless somebody else changed the state meanwhile: then the process learns the state, and tries again.
 */
export function createSharedFaults({ run }: Namespace, seed: number): SharedFaults {
  let known = { version: '', state: createFaultState(seed) }
  /** Counts how often the state was learned, because what was predicted before is wrong, too. */
  let learned = 0

  function parse(text: string): typeof known {
    const end = text.indexOf(' ')
    const state = parseExactJson(text.slice(end + 1) || 'null') ?? createFaultState(seed)
    return { version: text.slice(0, end), state: state as FaultState }
  }
  function learn(text: string, at: number): void {
    if (at !== learned) return
    learned++
    known = parse(text)
  }
  /** Runs a script until it keeps what a change made of the state. */
  async function predict<Result>(
    change: (state: FaultState) => Result,
    runScript: (result: Result, written: readonly string[]) => Promise<string>,
  ): Promise<{ result: Result; reply: string }> {
    for (;;) {
      const { version, state } = known
      const at = learned
      const result = change(state)
      let written = ['', '', '']
      if (result !== undefined) {
        known = { version: createName(), state }
        written = writeState(known.version, state)
      }
      const reply = await runScript(result, [version, ...written]).catch((error) => {
        // Nobody knows whether it was kept.
        learn(' ', at)
        throw error
      })
      if (!reply.startsWith(stale)) return { result, reply }
      learn(reply.slice(stale.length), at)
    }
  }
  async function read<Result>(use: (state: FaultState) => Result): Promise<Result> {
    return use(parse((await run('faults', [], true)) as string).state)
  }
  async function change<Result>(use: (state: FaultState) => Result): Promise<Result> {
    const changed = await predict(
      (state) => ({ value: use(state) }),
      (_result, written) => run('setFaults', written) as Promise<string>,
    )
    return changed.result.value
  }
  const faults = createFaults(seed, read as never, change as never) as unknown as Asynchronous<Faults>
  return Object.assign(faults, {
    read,
    async step(path: string, isOperation: boolean, toArgs: (struck: Strike) => readonly string[]) {
      const { result = noStrike, reply } = await predict(
        (state) => (isActive(state) ? strike(state, path, isOperation) : undefined),
        (struck = noStrike, written) => run('step', [...written, ...toArgs(struck)]) as Promise<string>,
      )
      return { reply, struck: result }
    },
  })
}
