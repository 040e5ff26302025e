import type { Asynchronous } from '../store/awaitable.ts'
import type { FaultName } from '../store/failures.ts'
import { checkScenario, type Fault, type Faults, maxFaults, readFault, showFault } from '../store/faults.ts'
import { type Namespace, toScenarioArgs } from './namespace.ts'

/** Makes the faults that all replicas share. */
export function createSharedFaults({ run }: Namespace, randomSeed: number): Asynchronous<Faults> {
  async function add(given: FaultName | Fault, requests?: Fault['requests']): Promise<void> {
    const { fault, left } = readFault(given, requests, 0)
    const list = left === Infinity ? 'lasting' : 'queue'
    const item = `${left}\n${fault.path ?? ''}\n${JSON.stringify(fault)}`
    if ((await run('addFault', [String(maxFaults), list, item])) === 0) readFault(given, requests, maxFaults)
  }
  const list = async () => (await run('listFaults', [], true)) as [string[], string[], string | null]
  function show(item: string): Fault {
    const [left, , ...fault] = item.split('\n')
    return showFault({ fault: JSON.parse(fault.join('\n')), left: Number(left) })
  }
  return {
    next: add,
    always: (fault) => add(fault, 'forever'),
    async play(scenario) {
      checkScenario(scenario)
      await run('play', toScenarioArgs(scenario, randomSeed))
    },
    async clear() {
      await run('clearFaults', [String(randomSeed | 0)])
    },
    async list() {
      const [queued, lasting] = await list()
      return [...queued, ...lasting.reverse()].map(show)
    },
    get scenario() {
      return list().then(([, , scenario]) => (scenario === null ? undefined : JSON.parse(scenario).title))
    },
  }
}
