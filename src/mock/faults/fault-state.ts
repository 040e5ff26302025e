import { isSame } from '../../json/is-same.ts'
import { draw } from '../../json/random.ts'
import { type ActiveFault, type Fault, type FaultOptions, readFault, type Scenario } from './fault.ts'
import type { FaultName } from './fault-kinds.ts'
import { type Strike, toStrike } from './strike.ts'

/** The faults of a mock as plain data. Each function below is one step, whether the data is in memory or shared. */
export interface FaultState {
  /** Each with its remaining requests, 0 for a hold that requests wait for; the next one is the last, so that none moves. */
  waiting: ActiveFault[]
  scenario: Scenario | undefined
  /** The steps of the scenario that are left, the next one last. */
  steps: ActiveFault[]
  /** How the last holds ended. */
  ended: (readonly [hold: string, fault: Fault])[]
  random: number
}

/** How many holds are remembered after their end, for requests that ask a moment later. */
const maxEnded = 1000

const toSteps = (scenario: Scenario | undefined): ActiveFault[] =>
  scenario?.steps.map((step) => ({ requests: 1, ...step })).reverse() ?? []

function begin(given: Scenario | undefined, seed: number): Omit<FaultState, 'waiting' | 'ended'> {
  const scenario = structuredClone(given)
  return { scenario, steps: toSteps(scenario), random: (given?.seed ?? seed) | 0 }
}

/** Replaces or removes the scenario, and starts the random numbers again. */
export function setScenario(state: FaultState, given: Scenario | undefined, seed: number): void {
  Object.assign(state, begin(given, seed))
}

/** What a request is to faults: its path without the query, and the operation that it is for. */
export interface FaultTarget {
  path: string
  operation: string | undefined
}

/** Makes the faults at the start and after a reset: those of a scenario. */
export const createFaultState = (seed: number, scenario?: Scenario): FaultState => ({
  waiting: [],
  ended: [],
  ...begin(scenario, seed),
})

export const isActive = ({ waiting, steps }: FaultState): boolean => waiting.length + steps.length > 0

/** @throws {OptionsError} if the fault is invalid, or too many wait */
export function addFault(
  { waiting }: FaultState,
  given: FaultName | Fault,
  options?: FaultOptions,
  hold?: string,
): void {
  const fault = readFault(given, options, waiting.length)
  const { requests = 1 } = fault
  // Queued faults apply in their order, and then the last one of those that stay.
  const at = waiting.findLastIndex((other) => other.requests === 'forever')
  waiting.splice(at + 1, 0, { ...fault, ...(hold && { hold }), requests })
}

/** Takes a fault of a list for a request; one that is used up leaves the list, unless requests wait for it. */
function take(list: ActiveFault[], at: number): ActiveFault | undefined {
  const fault = list[at]
  if (typeof fault?.requests === 'number' && --fault.requests === 0 && !fault.hold) list.splice(at, 1)
  return fault
}

/** Takes the next fault that covers a request: one for its path, or one without a path if the request is for the operation. Undefined if no fault covers it. */
export function strike(state: FaultState, { path, operation }: FaultTarget): Strike | undefined {
  const { waiting, steps, scenario } = state
  const covers = (fault: ActiveFault): boolean =>
    fault.requests !== 0 &&
    (fault.operation === undefined || fault.operation === operation) &&
    (fault.path === undefined ? operation !== undefined : fault.path === path)
  // Requests that a step isn't for don't count.
  const step = steps.slice(-1).some(covers) ? steps.length - 1 : -1
  const fault = take(waiting, waiting.findLastIndex(covers)) ?? take(steps, step)
  if (steps.length === 0 && scenario?.repeat) state.steps = toSteps(scenario)
  return fault && toStrike(fault, () => draw(state))
}

/** Ends a hold; its fault stays for the requests that the hold would have covered. @throws {OptionsError} if the fault is invalid */
export function endHold({ waiting, ended }: FaultState, hold: string, given: FaultName | Fault): void {
  const { path: _path, requests: _requests, ...fault } = readFault(given)
  const at = waiting.findLastIndex((other) => other.hold === hold)
  const found = waiting[at]
  if (found === undefined) return
  ended.push([hold, fault])
  if (ended.length > maxEnded) ended.shift()
  const { requests = 0, path, operation } = found
  const isOver = !(Number(requests) > 0) || Object.keys(fault).length === 0
  waiting.splice(
    at,
    1,
    ...(isOver ? [] : [{ ...fault, ...(path && { path }), ...(operation && { operation }), requests }]),
  )
}

/** Says how a hold ended; undefined while it lasts. One that nobody knows ended as usual. */
export const findEnd = ({ waiting, ended }: FaultState, hold: string): Fault | undefined =>
  ended.findLast(([name]) => name === hold)?.[1] ??
  (waiting.some((fault) => fault.hold === hold) ? undefined : {})

/** Lists the faults in the order in which they apply; first the holds that requests wait for. */
export const listFaults = ({ waiting }: FaultState): ActiveFault[] =>
  waiting
    .map((fault) => ({ ...fault }))
    .reverse()
    .sort((one, other) => Number(one.requests !== 0) - Number(other.requests !== 0))

/** Removes a fault, given as the list shows it, or releases a hold. */
export function removeFault(state: FaultState, fault: ActiveFault): void {
  const at = state.waiting.findLastIndex((other) => isSame(other, fault))
  if (fault.hold !== undefined) endHold(state, fault.hold, {})
  else if (at >= 0) state.waiting.splice(at, 1)
}
