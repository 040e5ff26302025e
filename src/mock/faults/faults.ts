import type { AnyApi } from '../../contract/contract.ts'
import { draw } from '../../json/random.ts'
import type { Path } from '../../options/problems.ts'
import type { Asynchronous, Awaitable } from '../awaitable.ts'
import { type ActiveFault, checkScenario, type Fault, type FaultOptions, type Scenario } from './fault.ts'
import type { FaultName } from './fault-kinds.ts'
import {
  addFault,
  createFaultState,
  endHold,
  type FaultState,
  type FaultTarget,
  findEnd,
  listFaults,
  removeFault,
  setScenario,
  strike,
} from './fault-state.ts'
import { noStrike, type Strike, toStrike } from './strike.ts'

/** Requests that wait until you release them or let them fail. */
export interface Held {
  /** Names the hold in the list of faults. */
  readonly name: string
  /** Lets them continue: they get their usual responses. */
  release(): void
  /** Lets them continue with a fault; if fewer arrived than the hold is for, it also applies to the next ones. */
  fail(fault: FaultName | Fault): void
}

/** The faults of a mock. Queued faults take precedence over lasting ones, and these over the scenario. */
export interface Faults<Api = AnyApi> {
  /** Queues a fault for the next request, or for as many as `requests` says. Throws an {@link OptionsError} if the fault is invalid. */
  next(fault: FaultName | Fault<Api>, options?: FaultOptions<Api>): void
  /** Applies a fault to every request until it is cleared. Throws an {@link OptionsError} if the fault is invalid. */
  always(fault: FaultName | Fault<Api>, options?: Omit<FaultOptions<Api>, 'requests'>): void
  /** Lets the next request wait, or as many as `requests` says, until they are released or fail. Throws an {@link OptionsError} if an option is invalid. */
  hold(options?: FaultOptions<Api>): Held
  /** Lets the requests of a hold in the list continue, with a fault or as usual; unknown holds are ignored. Throws an {@link OptionsError} if the fault is invalid. */
  release(hold: string, fault?: FaultName | Fault): void
  /** Plays a scenario from its first step; it replaces the current one. Throws an {@link OptionsError} if the scenario is invalid. */
  play(scenario: Scenario<Api>): void
  /** Removes a fault of the list, given as the list shows it, or releases a hold; one that isn't in the list anymore is ignored. */
  remove(fault: ActiveFault): void
  /** Removes all faults and the scenario, and releases what is held. */
  clear(): void
  /** The active faults in the order in which they apply, each with its remaining requests: 0 for a hold that requests wait for. */
  list(): ActiveFault[]
  /** The title of the scenario that is playing; undefined if there is none, or it is over. */
  readonly scenario: string | undefined
}

/** Makes what a test has of a hold. */
export const toHeld = <Result extends Awaitable<void>>(
  name: string,
  release: (hold: string, fault?: FaultName | Fault) => Result,
): { name: string; release(): Result; fail(fault: FaultName | Fault): Result } => ({
  name,
  release: () => release(name),
  fail: (fault) => release(name, fault),
})

/** Makes a name that is unique among all processes that share faults. */
const createName = (): string => Math.random().toString(36).slice(2)

/** Looks at the state of faults, or changes it in one step, and returns what the function returns. */
type UseFaults = <Result>(use: (state: FaultState) => Result) => Result

/** The same for a state that several processes share. */
export type UseSharedFaults = <Result>(use: (state: FaultState) => Result) => Promise<Result>

/** Checks the names in a fault, which is at a path of the value that has it. */
type CheckNames = (fault: Fault, path?: Path) => void

/** Makes the faults of a mock from how their state is read and changed. */
export function createFaults(
  seed: number,
  read: UseSharedFaults,
  change: UseSharedFaults,
  checkNames?: CheckNames,
): Asynchronous<Faults>
export function createFaults(
  seed: number,
  read: UseFaults,
  change: UseFaults,
  checkNames?: CheckNames,
): Faults
export function createFaults(
  seed: number,
  readState: UseFaults | UseSharedFaults,
  changeState: UseFaults | UseSharedFaults,
  checkNames: CheckNames = () => {},
): Faults | Asynchronous<Faults> {
  // Results are only passed on, so a promise of one is as good.
  const [read, change] = [readState, changeState] as UseFaults[] as [UseFaults, UseFaults]
  function add(state: FaultState, fault: FaultName | Fault, options?: FaultOptions, hold?: string): void {
    checkNames({ ...(typeof fault === 'object' && fault), ...options })
    addFault(state, fault, options, hold)
  }
  const release: Faults['release'] = (hold, fault = {}) => change((state) => endHold(state, hold, fault))
  return {
    next: (fault, options) => change((state) => add(state, fault, options)),
    always: (fault, options) => change((state) => add(state, fault, { ...options, requests: 'forever' })),
    hold: (options) =>
      change((state) => {
        const hold = createName()
        add(state, {}, options, hold)
        return toHeld(hold, release)
      }),
    release,
    play: (scenario) =>
      change((state) => {
        checkScenario(scenario)
        for (const [index, step] of scenario.steps.entries()) checkNames(step, ['scenario', 'steps', index])
        setScenario(state, scenario, seed)
      }),
    remove: (fault) => change((state) => removeFault(state, fault)),
    clear: () =>
      change((state) => {
        Object.assign(state, createFaultState(seed))
      }),
    list: () => read(listFaults),
    get scenario() {
      return read(({ scenario, steps }) => (steps.length > 0 ? scenario?.title : undefined))
    },
  }
}

/** Keeps the faults of one store in memory. Calls `onChange` after each change. */
export function createMemoryFaults(
  seed: number,
  onChange: () => void,
  checkNames: CheckNames = () => {},
): Faults & {
  /** Takes the fault of the next request. */
  strike(target: FaultTarget): Strike
  /** Whether no fault is active. */
  isIdle(): boolean
  /** Replaces or removes the scenario, and starts the random numbers again. */
  setScenario(scenario: Scenario | undefined): void
} {
  const state = createFaultState(seed)
  /** The requests that wait for the ends of holds. */
  let waiting: { hold: string; end(strike: Strike): void }[] = []
  function settle(): void {
    waiting = waiting.filter(({ hold, end }) => {
      const fault = findEnd(state, hold)
      if (fault !== undefined) end(toStrike(fault, () => draw(state)))
      return fault === undefined
    })
  }
  const change: UseFaults = (use) => {
    const result = use(state)
    settle()
    onChange()
    return result
  }
  const waitFor = (hold: string): Promise<Strike> =>
    new Promise((end) => {
      waiting.push({ hold, end })
      settle()
    })
  return Object.assign(
    createFaults(seed, (use) => use(state), change, checkNames),
    {
      isIdle: () => state.waiting.length === 0 && state.steps.length === 0,
      strike(target: FaultTarget): Strike {
        const struck = strike(state, target)
        if (struck === undefined) return noStrike
        onChange()
        const { hold } = struck
        return hold === undefined ? struck : { ...struck, held: () => waitFor(hold) }
      },
      setScenario: (scenario: Scenario | undefined) => change(() => setScenario(state, scenario, seed)),
    },
  )
}
