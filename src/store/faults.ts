import type { Awaitable } from './awaitable.ts'
import type { FaultName } from './failures.ts'
import {
  type ActiveFault,
  checkScenario,
  type Fault,
  type FaultOptions,
  readFault,
  readReleased,
  type Scenario,
  toWaiting,
  type Waiting,
} from './fault.ts'
import { createRandom } from './random.ts'
import { noStrike, type Strike, toStrike } from './strike.ts'

/** Requests that wait until you release them or let them fail. */
export interface Held {
  /** Names the hold in the list of faults. */
  readonly name: string
  /** Lets them continue: they get their usual answers. */
  release(): void
  /** Lets them continue with a fault; if fewer arrived than the hold is for, it also applies to the next ones. */
  fail(fault: FaultName | Fault): void
}

/** The faults of a store. Queued faults take precedence over lasting ones, and these over the scenario. */
export interface Faults {
  /** Queues a fault for the next request, or for as many as `requests` says. Throws an {@link OptionsError} if the fault is invalid. */
  next(fault: FaultName | Fault, options?: FaultOptions): void
  /** Applies a fault to every request until it is cleared. Throws an {@link OptionsError} if the fault is invalid. */
  always(fault: FaultName | Fault, options?: Omit<FaultOptions, 'requests'>): void
  /** Lets the next request wait, or as many as `requests` says, until they are released or fail. Throws an {@link OptionsError} if an option is invalid. */
  hold(options?: FaultOptions): Held
  /** Lets the requests of a hold in the list continue, with a fault or as usual; unknown holds are ignored. Throws an {@link OptionsError} if the fault is invalid. */
  release(hold: string, fault?: FaultName | Fault): void
  /** Plays a scenario from its first step; it replaces the current one. Throws an {@link OptionsError} if the scenario is invalid. */
  play(scenario: Scenario): void
  /** Removes a fault of the list, given as the list shows it, or releases a hold; one that isn't in the list anymore is ignored. */
  remove(fault: ActiveFault): void
  /** Removes all faults and the scenario, and releases what is held. */
  clear(): void
  /** The active faults in the order in which they apply, each with its remaining requests: 0 for a hold that requests wait for. */
  list(): ActiveFault[]
  /** The title of the current scenario. */
  readonly scenario: string | undefined
}

/** The steps of a scenario, the next one last. */
const toSteps = (scenario: Scenario | undefined): Waiting[] => scenario?.steps.map(toWaiting).reverse() ?? []

/** Makes what a test has of a hold. */
export const toHeld = <Result extends Awaitable<void>>(
  name: string,
  release: (hold: string, fault?: FaultName | Fault) => Result,
): { name: string; release(): Result; fail(fault: FaultName | Fault): Result } => ({
  name,
  release: () => release(name),
  fail: (fault) => release(name, fault),
})

/** Shows a waiting fault with its remaining requests. */
export const showFault = ({ fault, left }: Waiting): ActiveFault => ({
  ...fault,
  requests: left === Infinity ? 'forever' : left,
})

/** Names a fault of the list. */
const nameOf = (fault: ActiveFault): string => fault.hold ?? JSON.stringify(fault)

/** Takes the last fault of a list for a request; one that is used up leaves the list. */
function take(list: Waiting[]): ActiveFault | undefined {
  const waiting = list.at(-1)
  if (waiting !== undefined && --waiting.left === 0) list.pop()
  return waiting?.fault
}

/** A waiting fault; of those that cover a request, the one with the lowest turn applies. */
interface Queued extends Waiting {
  turn: number
}

/** Keeps the faults of one store. Calls `onChange` after each change. */
export function createFaults(
  seed: number,
  onChange: () => void,
): Faults & {
  /** Takes the fault of the next request: one for its path or, if it is for the operation, one without a path. */
  strike(path: string, isOperation: boolean): Strike
  /** Replaces or removes the scenario, and starts the random numbers again. */
  setScenario(scenario: Scenario | undefined): void
} {
  /** By their paths, so that no request searches all of them; the next one of a path is the last. */
  const waiting = new Map<string | undefined, Queued[]>()
  let added = 0
  let current: Scenario | undefined
  let steps: Waiting[] = []
  let random = createRandom(seed)
  /** What is held, by its name, in the order of the first requests. */
  const holds = new Map<string, { fault: ActiveFault; held: Promise<Strike>; end(strike: Strike): void }>()

  const turnOf = (key: string | undefined): number => waiting.get(key)?.at(-1)?.turn ?? Infinity

  function add(given: FaultName | Fault, options?: FaultOptions, hold?: string): void {
    let count = 0
    for (const { length } of waiting.values()) count += length
    const { fault: read, left } = readFault(given, options, count)
    const fault = hold === undefined ? read : { ...read, hold }
    const list = waiting.get(fault.path) ?? []
    const at = list.findIndex(({ left }) => left < Infinity)
    // Queued faults apply in their order, and then the last one of those that stay.
    const turn = left < Infinity ? ++added : 2 ** 53 - ++added
    list.splice(at < 0 ? list.length : at, 0, { fault, left, turn })
    waiting.set(fault.path, list)
    onChange()
  }
  function setScenario(scenario: Scenario | undefined): void {
    current = structuredClone(scenario)
    steps = toSteps(current)
    random = createRandom(scenario?.seed ?? seed)
    onChange()
  }
  /** Holds a request; its fault says by which name. */
  function holdBy(fault: ActiveFault, hold: string): () => Promise<Strike> {
    const known = holds.get(hold)
    if (known !== undefined) return () => known.held
    let end: (strike: Strike) => void = () => {}
    const held = new Promise<Strike>((resolve) => {
      end = resolve
    })
    holds.set(hold, { fault, held, end })
    return () => held
  }
  function release(hold: string, given: FaultName | Fault = {}): void {
    const fault = readReleased(given)
    holds.get(hold)?.end(toStrike(fault, random))
    holds.delete(hold)
    for (const [key, list] of waiting) {
      const at = list.findLastIndex((entry) => nameOf(showFault(entry)) === hold)
      const entry = list[at]
      if (entry === undefined) continue
      if (entry.left === Infinity || Object.keys(fault).length === 0) list.splice(at, 1)
      else entry.fault = { ...fault, ...(key && { path: key }) }
      if (list.length === 0) waiting.delete(key)
    }
    onChange()
  }
  return {
    strike(path, isOperation) {
      if (waiting.size + steps.length === 0) return noStrike
      const key = isOperation && turnOf(undefined) < turnOf(path) ? undefined : path
      const list = waiting.get(key) ?? []
      // Requests that a step isn't for don't count.
      const step = steps.at(-1)?.fault.path
      const isForStep = step === undefined ? isOperation : step === path
      const fault = take(list) ?? (isForStep ? take(steps) : undefined)
      if (list.length === 0) waiting.delete(key)
      if (steps.length === 0 && current?.repeat) steps = toSteps(current)
      if (fault === undefined) return noStrike
      onChange()
      const strike = toStrike(fault, random)
      const { hold } = fault
      return hold === undefined || strike === noStrike ? strike : { ...strike, held: holdBy(fault, hold) }
    },
    next: (fault, options) => add(fault, options),
    always: (fault, options) => add(fault, { ...options, requests: 'forever' }),
    hold(options) {
      const hold = createHoldName()
      add({}, options, hold)
      return toHeld(hold, release)
    },
    release,
    play(scenario) {
      checkScenario(scenario)
      setScenario(scenario)
    },
    setScenario,
    remove: (fault) => release(nameOf(fault)),
    clear() {
      waiting.clear()
      for (const { end } of holds.values()) end(noStrike)
      holds.clear()
      setScenario(undefined)
    },
    list() {
      const queued = [...waiting.values()].flat().sort((one, other) => one.turn - other.turn)
      const held = [...holds]
        .filter(([hold]) => !queued.some(({ fault }) => fault.hold === hold))
        .map(([, { fault }]) => ({ fault, left: 0 }))
      return [...held, ...queued].map(showFault)
    },
    get scenario() {
      return current?.title
    },
  }
}

/** Makes the name of a hold, which is unique among all processes that share faults. */
export const createHoldName = (): string => Math.random().toString(36).slice(2)
