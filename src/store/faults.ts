import { isObject } from '../contract/is-object.ts'
import { OptionsError } from '../contract/options-error.ts'
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
} from '../contract/schema.ts'
import { check } from './check.ts'
import { type FaultName, failureNames } from './failures.ts'
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
  fault: /* @__PURE__ */ oneOf('dropped-connection', 'cut-off-body', 'not-json-body', ...failureNames),
  delay: delaySchema,
  chance: /* @__PURE__ */ number(0, 1),
  requests: /* @__PURE__ */ anyOf(/* @__PURE__ */ integer(1, 1_000_000), /* @__PURE__ */ oneOf('forever')),
  path: /* @__PURE__ */ text('a string that matches ^/[^?#]*$', /^\/[^?#]*$/),
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
export const noStrike: Strike = { delay: 0 }

interface Entry {
  fault: Fault
  left: number
}

/** The most faults that can wait. */
export const maxFaults = 10_000

const toFault = (given: FaultName | Fault, requests: Fault['requests']): Fault => {
  if (typeof given === 'string') return toFault({ fault: given }, requests)
  return isObject(given) ? { ...given, ...(requests !== undefined && { requests }) } : given
}

/**
 * Reads a fault.
 *
 * @throws {OptionsError} if it is invalid, or if too many faults wait already
 */
export function readFault(
  given: FaultName | Fault,
  requests: Fault['requests'],
  waiting: number,
): { fault: Fault; left: number } {
  const fault = toFault(given, requests)
  check(fault, faultSchema, 'the fault')
  if (waiting >= maxFaults) {
    throw new OptionsError(`at most ${maxFaults} faults can wait; clear them, or use one fault with requests`)
  }
  return { fault, left: countOf(fault) }
}

/** Checks a scenario. @throws {OptionsError} if it is invalid */
export const checkScenario = (scenario: Scenario): void => check(scenario, scenarioSchema, 'scenario')

/** Shows a waiting fault with its remaining requests. */
export const showFault = (fault: Fault, left: number): Fault => ({
  ...fault,
  requests: left === Infinity ? 'forever' : left,
})

/** How many requests a fault covers. */
export const countOf = ({ requests = 1 }: Fault): number => (requests === 'forever' ? Infinity : requests)

/** Keeps the faults of one store. Calls `onChange` after each change. */
export function createFaults(
  seed = 1,
  onChange: () => void = () => {},
): Faults & {
  /** Takes the fault of the next request: one for its path or, if it is for the operation, one without a path. */
  strike(path: string, isOperation: boolean): Strike
  /** Ends the scenario. */
  stop(): void
} {
  /** Faults for a number of requests. */
  let queue: Entry[] = []
  /** The index of the first queued fault; those before it are used up. */
  let head = 0
  /** Faults for every request; the last one applies. */
  let lasting: Entry[] = []
  let playing: { scenario: Scenario; step: number; left: number } | undefined
  let random = createRandom(seed)

  function add(given: FaultName | Fault, requests: Fault['requests']): void {
    const entry = readFault(given, requests, queue.length - head + lasting.length)
    const list = entry.left === Infinity ? lasting : queue
    list.push(entry)
    onChange()
  }
  function takeQueued(covers: (fault: Fault) => boolean): Fault | undefined {
    let at = head
    while (at < queue.length && !covers((queue[at] as Entry).fault)) at++
    const entry = queue[at]
    if (entry === undefined) return lasting.findLast(({ fault }) => covers(fault))?.fault
    if (--entry.left === 0) {
      if (at === head) head++
      else queue.splice(at, 1)
    }
    if (head === queue.length) {
      queue = []
      head = 0
    }
    return entry.fault
  }
  function takeStep(covers: (fault: Fault) => boolean): Fault | undefined {
    if (playing === undefined) return undefined
    const { steps, repeat } = playing.scenario
    if (playing.left === 0) {
      playing.step = repeat === true ? (playing.step + 1) % steps.length : playing.step + 1
      playing.left = countOf(steps[playing.step] ?? {})
    }
    const step = steps[playing.step]
    // Requests that the step isn't for don't count.
    if (step === undefined || !covers(step)) return undefined
    playing.left--
    return step
  }

  return {
    strike(path, isOperation) {
      if (queue.length === 0 && lasting.length === 0 && playing === undefined) return noStrike
      const covers = (fault: Fault): boolean => (fault.path === undefined ? isOperation : fault.path === path)
      const fault = takeQueued(covers) ?? takeStep(covers)
      if (fault === undefined) return noStrike
      onChange()
      if (fault.chance !== undefined && random() >= fault.chance) return noStrike
      return { fault: fault.fault, delay: drawDelay(fault.delay, random) }
    },
    next: add,
    always: (fault) => add(fault, 'forever'),
    play(scenario) {
      checkScenario(scenario)
      playing = { scenario: structuredClone(scenario), step: 0, left: countOf(scenario.steps[0] ?? {}) }
      random = createRandom(scenario.seed ?? seed)
      onChange()
    },
    stop() {
      playing = undefined
      onChange()
    },
    clear() {
      queue = []
      head = 0
      lasting = []
      playing = undefined
      random = createRandom(seed)
      onChange()
    },
    list: () =>
      [...queue.slice(head), ...lasting.toReversed()].map(({ fault, left }) => showFault(fault, left)),
    get scenario() {
      return playing?.scenario.title
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
