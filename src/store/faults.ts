import { errorExamples } from '../contract/generated/members.ts'
import { check } from '../options/check.ts'
import { OptionsError } from '../options/options-error.ts'
import {
  anyOf,
  anything,
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
import { headersSchema, writeBody } from './answers.ts'
import type { Awaitable } from './awaitable.ts'
import type { PlantAnswer } from './exchange.ts'
import { type FaultLabel, type FaultName, failureNames } from './failures.ts'
import { faultKinds } from './fault-kinds.ts'
import { createRandom } from './random.ts'

/** Milliseconds: fixed, or drawn anew from a range for each request. */
export type Delay = number | readonly [number, number]

/** What happens to the requests that it covers. */
export interface Fault {
  /** A named fault. */
  fault?: FaultName
  /** Instead of a named fault: the status of the answer, 200 to 599. No plant is stored. */
  status?: number
  /** The headers of the answer with this status; `content-type` has a default. */
  headers?: Readonly<Record<string, string>>
  /** The body of the answer with this status: a text as it is, anything else as JSON. By default, it is an Error from status 400 on, else empty. */
  body?: unknown
  delay?: Delay
  /** The probability for each request, 1 by default. */
  chance?: number
  /** How many requests it covers, 1 by default; `forever` means until it is cleared. */
  requests?: number | 'forever'
  /** The path of the requests that it covers, with any method; by default it covers the operation. */
  path?: string
}

/** The members of a fault besides what it does. */
export type FaultOptions = Pick<Fault, 'delay' | 'chance' | 'requests' | 'path'>

/** A fault that is active. */
export interface ActiveFault extends Fault {
  /** Names a hold, which lasts until it is released. */
  hold?: string
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
  status: /* @__PURE__ */ integer(200, 599),
  headers: headersSchema,
  body: anything,
  delay: delaySchema,
  chance: /* @__PURE__ */ number(0, 1),
  requests: /* @__PURE__ */ anyOf(/* @__PURE__ */ integer(1, 1_000_000), /* @__PURE__ */ oneOf('forever')),
  path: /* @__PURE__ */ text(
    'a path like /v1 of at most 2000 characters, with no query',
    /^\/[^?#]{0,1999}$/,
  ),
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

/** What happens to one request. */
export interface Strike {
  fault?: FaultLabel | undefined
  /** The answer of a fault with a status. */
  answer?: FaultAnswer
  /** Milliseconds. */
  delay: number
  /** Waits after the delay until it is known what happens to the request. */
  held?: () => Promise<Strike>
}

/** The answer of a fault with a status. */
export type FaultAnswer = Pick<PlantAnswer, 'status' | 'headers' | 'body'>

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

/** A request without a fault. */
export const noStrike: Strike = { delay: 0 }

/** A fault, and how many more requests it covers. */
interface Waiting {
  fault: ActiveFault
  left: number
}

/** The most faults that can wait. */
export const maxFaults = 10_000

/** How many requests a fault covers. */
export const countOf = ({ requests = 1 }: Fault): number => (requests === 'forever' ? Infinity : requests)

const toWaiting = (fault: Fault): Waiting => ({ fault, left: countOf(fault) })

/** The steps of a scenario, the next one last. */
const toSteps = (scenario: Scenario | undefined): Waiting[] => scenario?.steps.map(toWaiting).reverse() ?? []

/** Checks what a fault does: it has a name, or a status with headers and a body, or none of them. */
function checkAnswer({ fault, status, headers, body }: Fault, path: readonly (string | number)[] = []): void {
  if (status !== undefined && fault !== undefined)
    throw new OptionsError('must be left out if a fault has a status', [...path, 'fault'])
  if (status !== undefined || (headers === undefined && body === undefined)) return
  throw new OptionsError('needs a status', [...path, headers === undefined ? 'body' : 'headers'])
}

/**
 * Reads a fault.
 *
 * @throws {OptionsError} if it is invalid, or if too many faults wait already
 */
export function readFault(given: FaultName | Fault, options: FaultOptions = {}, waiting = 0): Waiting {
  const fault = typeof given === 'string' ? { fault: given } : given
  check(fault, faultSchema, 'the fault')
  check(options, faultSchema, 'the options of the fault')
  const whole = { ...fault, ...options }
  checkAnswer(whole)
  if (waiting < maxFaults) return toWaiting(whole)
  throw new OptionsError(`at most ${maxFaults} faults can wait; use one with requests`)
}

/** Reads the fault that ends a hold; the hold says which requests it covers. @throws {OptionsError} if it is invalid */
export function readReleased(given: FaultName | Fault): Fault {
  const { path: _, requests: _requests, ...fault } = readFault(given).fault
  return fault
}

/** Checks a scenario. @throws {OptionsError} if it is invalid */
export function checkScenario(scenario: Scenario): void {
  check(scenario, scenarioSchema, 'scenario')
  for (const [index, step] of scenario.steps.entries()) checkAnswer(step, ['scenario', 'steps', index])
}

/** Whether an answer with this status has no body (RFC 9110 section 6.4.1; a browser's `Response` refuses one for 205). */
const isEmpty = (status: number): boolean => [204, 205, 304].includes(status)

/** Makes the answer of a fault with a status; undefined for other faults. */
export function toFaultAnswer({ status, headers = {}, body }: Fault): FaultAnswer | undefined {
  if (status === undefined) return undefined
  const own =
    body ??
    (status < 400 ? '' : { ...errorExamples, error: status * 100, message: 'a fault of the plant store' })
  return { status, ...writeBody(isEmpty(status) ? '' : own, headers) }
}

/** Draws what a fault does to one request. */
export function toStrike(fault: Fault, random: () => number): Strike {
  if (fault.chance !== undefined && random() >= fault.chance) return noStrike
  const answer = toFaultAnswer(fault)
  return {
    fault: answer ? `${answer.status}` : fault.fault,
    ...(answer && { answer }),
    delay: drawDelay(fault.delay, random),
  }
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

/** Draws milliseconds from a delay. */
export function drawDelay(delay: Delay | undefined, random: () => number): number {
  if (delay === undefined) return 0
  if (typeof delay === 'number') return delay
  const [from, to] = delay
  return from + Math.floor(random() * (to - from + 1))
}
