import type { AnyApi } from '../../contract/contract.ts'
import { check } from '../../options/check.ts'
import { OptionsError } from '../../options/options-error.ts'
import type { Path } from '../../options/problems.ts'
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
  string,
  text,
  type ValueSchema,
} from '../../options/schema.ts'
import { failureNames } from '../failures.ts'
import { headersSchema } from '../own-body.ts'
import type { OperationId } from '../types.ts'
import { type FaultName, faultKinds } from './fault-kinds.ts'

/** Milliseconds: fixed, or drawn anew from a range for each request. */
export type Delay = number | readonly [number, number]

/** What happens to the requests that it covers. */
export interface Fault<Api = AnyApi> {
  /** The name of a fault of the connection, or of a failure. */
  fault?: FaultName
  /** Instead of a named fault: the status of the response, 200 to 599. No record changes. */
  status?: number
  /** The headers of the response with this status; `content-type` has a default. */
  headers?: Readonly<Record<string, string>>
  /** The body of the response with this status: text as it is, anything else as JSON. By default, it is the documented error from status 400 on, and empty otherwise. */
  body?: unknown
  /** Milliseconds to wait before the response, up to 3,600,000; 0 by default. */
  delay?: Delay
  /** The probability for each request, from 0 to 1; 1 by default. */
  chance?: number
  /** How many requests it covers, up to 1,000,000; 1 by default, and `forever` lasts until you clear it. */
  requests?: number | 'forever'
  /** The path of the requests that it covers, with any method; by default, it covers all operations. */
  path?: string
  /** The id of the operation that it covers; by default, it covers all. */
  operation?: OperationId<Api>
}

/** The properties of a fault besides what it does. */
export type FaultOptions<Api = AnyApi> = Pick<
  Fault<Api>,
  'delay' | 'chance' | 'requests' | 'path' | 'operation'
>

/** A fault that is active. */
export interface ActiveFault extends Fault {
  /** Names a hold, which lasts until it is released. */
  hold?: string
}

/** A script of faults for a series of requests. */
export interface Scenario<Api = AnyApi> {
  $schema?: string
  title: string
  /** Seed of the random numbers, 0 to 4294967295. */
  seed?: number
  /** Whether the steps start again after the last one. */
  repeat?: boolean
  steps: readonly Fault<Api>[]
}

const milliseconds = /* @__PURE__ */ integer(0, 3_600_000)

/** The values of {@link Delay}. */
export const delaySchema: ValueSchema = /* @__PURE__ */ anyOf(
  milliseconds,
  /* @__PURE__ */ range(milliseconds),
)

/** The names of all faults. */
export const faultNames: ValueSchema = /* @__PURE__ */ oneOf(
  .../* @__PURE__ */ Object.keys(faultKinds),
  ...failureNames,
)

const faultSchema = /* @__PURE__ */ object({
  fault: faultNames,
  status: /* @__PURE__ */ integer(200, 599),
  headers: headersSchema,
  body: anything,
  delay: delaySchema,
  chance: /* @__PURE__ */ number(0, 1),
  requests: /* @__PURE__ */ anyOf(/* @__PURE__ */ integer(1, 1_000_000), /* @__PURE__ */ oneOf('forever')),
  operation: string,
  path: /* @__PURE__ */ text(
    'a path like /v1 of at most 2000 characters, with no query',
    /^\/[^?#]{0,1999}$/,
  ),
} satisfies Record<keyof Fault, ValueSchema>)

/** The values of {@link Scenario}; `mocks/schemas/scenario.json` says the same to editors and other programs. */
export const scenarioSchema: ValueSchema = /* @__PURE__ */ object(
  {
    $schema: string,
    title: string,
    seed: /* @__PURE__ */ integer(0, 2 ** 32 - 1),
    repeat: boolean,
    steps: /* @__PURE__ */ array(faultSchema, 1),
  } satisfies Record<keyof Scenario, ValueSchema>,
  ['title', 'steps'],
)

/** The most faults that can wait. */
const maxFaults = 10_000

/** Checks what a fault does: it has a name, or a status with headers and a body, or none of them. */
function checkAnswer({ fault, status, headers, body }: Fault, path: Path = []): void {
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
export function readFault(given: FaultName | Fault, options: FaultOptions = {}, waiting = 0): Fault {
  const fault = typeof given === 'string' ? { fault: given } : given
  check(fault, { ...faultSchema, expected: 'a name or an object like { status: 503 }' }, 'the fault')
  check(options, faultSchema, 'the options of the fault')
  const whole = { ...fault, ...options }
  checkAnswer(whole)
  if (waiting < maxFaults) return whole
  throw new OptionsError(`at most ${maxFaults} faults can wait; use one with requests`)
}

/** Checks a scenario. @throws {OptionsError} if it is invalid */
export function checkScenario(scenario: Scenario): void {
  check(scenario, scenarioSchema, 'scenario')
  for (const [index, step] of scenario.steps.entries()) checkAnswer(step, ['scenario', 'steps', index])
}
