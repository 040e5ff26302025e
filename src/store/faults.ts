import { check } from '../options/check.ts'
import { OptionsError } from '../options/options-error.ts'
import {
  anyOf,
  array,
  boolean,
  integer,
  number,
  object,
  oneOf,
  range,
  type Schema,
  string,
  text,
} from '../options/schema.ts'
import { type FaultName, failureNames } from './failures.ts'
import { faultKinds } from './fault-kinds.ts'
import { createRandom } from './random.ts'

/** Milliseconds: fixed, or drawn anew from a range for each request. */
export type Delay = number | readonly [number, number]

/** What happens to the requests that it covers. */
export interface Fault {
  fault?: FaultName
  delay?: Delay
  /** The probability for each request, 1 by default. */
  chance?: number
  /** How many requests it covers, 1 by default; `forever` means until it is cleared. */
  requests?: number | 'forever'
  /** The path of the requests that it covers, with any method; by default it covers the operation. */
  path?: string
}

/** A script of faults for a series of requests. */
export interface Scenario {
  $schema?: string
  title: string
  /** Seed of the random numbers, 0 to 4294967295. */
  seed?: number
  /** Whether the steps start again after the last one. */
  repeat?: boolean
  steps: readonly Fault[]
}

const milliseconds = /* @__PURE__ */ integer(0, 3_600_000)

/** The values of {@link Delay}. */
export const delaySchema: Schema = /* @__PURE__ */ anyOf(milliseconds, /* @__PURE__ */ range(milliseconds))

const faultSchema = /* @__PURE__ */ object({
  fault: /* @__PURE__ */ oneOf(.../* @__PURE__ */ Object.keys(faultKinds), ...failureNames),
  delay: delaySchema,
  chance: /* @__PURE__ */ number(0, 1),
  requests: /* @__PURE__ */ anyOf(/* @__PURE__ */ integer(1, 1_000_000), /* @__PURE__ */ oneOf('forever')),
  path: /* @__PURE__ */ text('a short path like /v1, with no query', /^\/[^?#]{0,1999}$/),
} satisfies Record<keyof Fault, Schema>)

/** The values of {@link Scenario}; `mocks/schemas/scenario.json` says the same to editors and other programs. */
export const scenarioSchema: Schema = /* @__PURE__ */ object(
  {
    $schema: string,
    title: string,
    seed: /* @__PURE__ */ integer(0, 2 ** 32 - 1),
    repeat: boolean,
    steps: /* @__PURE__ */ array(faultSchema, 1),
  } satisfies Record<keyof Scenario, Schema>,
  ['title', 'steps'],
)

/** The fault and delay of one request. */
export interface Strike {
  fault?: FaultName | undefined
  /** Milliseconds. */
  delay: number
}

/** The faults of a store. Queued faults take precedence over lasting ones, and these over the scenario. */
export interface Faults {
  /** Queues a fault for the next request, or for as many as `requests` says. Throws an {@link OptionsError} if the fault is invalid. */
  next(fault: FaultName | Fault, requests?: number): void
  /** Applies a fault to every request until it is cleared. Throws an {@link OptionsError} if the fault is invalid. */
  always(fault: FaultName | Fault): void
  /** Plays a scenario from its first step; it replaces the current one. Throws an {@link OptionsError} if the scenario is invalid. */
  play(scenario: Scenario): void
  /** Removes all faults and the scenario. */
  clear(): void
  /** The active faults in the order in which they apply, each with its remaining requests. */
  list(): Fault[]
  /** The title of the current scenario. */
  readonly scenario: string | undefined
}

/** A request without a fault. */
const noStrike: Strike = { delay: 0 }

/** A fault, and how many more requests it covers. */
interface Waiting {
  fault: Fault
  left: number
}

/** The most faults that can wait. */
export const maxFaults = 10_000

/** How many requests a fault covers. */
export const countOf = ({ requests = 1 }: Fault): number => (requests === 'forever' ? Infinity : requests)

const toWaiting = (fault: Fault): Waiting => ({ fault, left: countOf(fault) })

/** The steps of a scenario, the next one last. */
const toSteps = (scenario: Scenario | undefined): Waiting[] => scenario?.steps.map(toWaiting).reverse() ?? []

/**
 * Reads a fault.
 *
 * @param requests how many requests it covers, instead of what it says itself
 *
 * @throws {OptionsError} if it is invalid, or if too many faults wait already
 */
export function readFault(given: FaultName | Fault, requests: Fault['requests'], waiting: number): Waiting {
  const fault = typeof given === 'string' ? { fault: given } : given
  check(fault, faultSchema, 'the fault')
  check({ requests }, faultSchema, 'the fault')
  if (waiting < maxFaults) return toWaiting({ ...fault, ...(requests !== undefined && { requests }) })
  throw new OptionsError(`at most ${maxFaults} faults can wait; use one with requests`)
}

/** Checks a scenario. @throws {OptionsError} if it is invalid */
export const checkScenario = (scenario: Scenario): void => check(scenario, scenarioSchema, 'scenario')

/** Shows a waiting fault with its remaining requests. */
export const showFault = ({ fault, left }: Waiting): Fault => ({
  ...fault,
  requests: left === Infinity ? 'forever' : left,
})

/** Takes the last fault of a list for a request; one that is used up leaves the list. */
function take(list: Waiting[]): Fault | undefined {
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

  const turnOf = (key: string | undefined): number => waiting.get(key)?.at(-1)?.turn ?? Infinity

  function add(given: FaultName | Fault, requests?: Fault['requests']): void {
    let count = 0
    for (const { length } of waiting.values()) count += length
    const { fault, left } = readFault(given, requests, count)
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
      if (fault.chance !== undefined && random() >= fault.chance) return noStrike
      return { fault: fault.fault, delay: drawDelay(fault.delay, random) }
    },
    next: add,
    always: (fault) => add(fault, 'forever'),
    play(scenario) {
      checkScenario(scenario)
      setScenario(scenario)
    },
    setScenario,
    clear() {
      waiting.clear()
      setScenario(undefined)
    },
    list: () =>
      [...waiting.values()]
        .flat()
        .sort((one, other) => one.turn - other.turn)
        .map(showFault),
    get scenario() {
      return current?.title
    },
  }
}

/** Draws milliseconds from a delay. */
export function drawDelay(delay: Delay | undefined, random: () => number): number {
  if (delay === undefined) return 0
  if (typeof delay === 'number') return delay
  const [from, to] = delay
  return from + Math.floor(random() * (to - from + 1))
}
