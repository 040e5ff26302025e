import type { Asynchronous } from '../store/awaitable.ts'
import type { FaultName } from '../store/failures.ts'
import {
  type ActiveFault,
  checkScenario,
  type Fault,
  type FaultOptions,
  maxFaults,
  readFault,
  readReleased,
} from '../store/fault.ts'
import { createHoldName, type Faults, showFault, toHeld } from '../store/faults.ts'
import { type Namespace, toScenarioArgs, writeFault } from './namespace.ts'

/** Makes the faults that all replicas share. */
export function createSharedFaults({ run }: Namespace, randomSeed: number): Asynchronous<Faults> {
  async function add(given: FaultName | Fault, options?: FaultOptions, hold?: string): Promise<void> {
    const { fault, left } = readFault(given, options)
    const list = left === Infinity ? 'lasting' : 'queue'
    const item = `${left}\n${fault.path ?? ''}\n${writeFault({ ...fault, ...(hold && { hold }) })}`
    if ((await run('addFault', [String(maxFaults), list, item])) === 0) readFault(given, options, maxFaults)
  }
  const list = async () => (await run('listFaults', [], true)) as [string[], string[], string | null]
  function show(item: string): ActiveFault {
    const [left, path, ...rest] = item.split('\n')
    const { answer: _, ...fault } = JSON.parse(rest.join('\n'))
    return showFault({ fault: { ...fault, ...(path && { path }) }, left: Number(left) })
  }
  async function release(hold: string, given: FaultName | Fault = {}): Promise<void> {
    await run('release', [hold, writeFault(readReleased(given))])
  }
  return {
    next: (fault, options) => add(fault, options),
    always: (fault, options) => add(fault, { ...options, requests: 'forever' }),
    async hold(options) {
      const hold = createHoldName()
      await add({}, options, hold)
      return toHeld(hold, release)
    },
    release,
    async play(scenario) {
      checkScenario(scenario)
      await run('play', toScenarioArgs(scenario, randomSeed))
    },
    async remove(fault) {
      if (fault.hold !== undefined) return release(fault.hold)
      const [queued, lasting] = await list()
      const wanted = JSON.stringify(fault)
      const item = [...queued, ...lasting.reverse()].find((one) => JSON.stringify(show(one)) === wanted)
      if (item !== undefined) await run('removeFault', [item])
    },
    async clear() {
      await run('clearFaults', [String(randomSeed | 0)])
    },
    async list() {
      const [queued, lasting] = await list()
      const active = [...queued, ...lasting.reverse()].map(show)
      return active.sort((one, other) => Number(one.requests !== 0) - Number(other.requests !== 0))
    },
    get scenario() {
      return list().then(([, , scenario]) => (scenario === null ? undefined : JSON.parse(scenario).title))
    },
  }
}
