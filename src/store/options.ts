import { OptionsError } from '../contract/options-error.ts'
import { describeValue } from '../contract/problems.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { AnswersOption } from './answers.ts'
import type { Delay, Scenario } from './faults.ts'
import type { PlantStorage } from './storage/plant-storage.ts'

/** The options of a plant store. All are optional. */
export interface PlantStoreOptions {
  /** The valid tokens. Without it, every well-formed token except `invalid-token` is valid. */
  tokens?: readonly string[]
  /** How the store answers refused requests, `http` by default. */
  answers?: AnswersOption
  /** What happens if the id is already stored, `reject` by default. */
  onDuplicate?: 'reject' | 'replace'
  /** The plants to start with. */
  seed?: readonly NewPlant[]
  /** The scenario to start with. */
  scenario?: Scenario
  /** The delay before every answer in milliseconds, 0 by default. */
  latency?: Delay
  /** The path in front of `/plants`, empty by default; starts with a slash and does not end with one. */
  basePath?: string
  /** The largest body in bytes, 1048576 (1 MiB) by default. */
  maxBody?: number
  /** How many requests the journal keeps, 1000 by default. */
  journal?: number
  /** Seed of the random numbers of faults, 1 by default. */
  randomSeed?: number
  /** The storage of the plants, memory by default. */
  storage?: PlantStorage
}

/** The options that a store works by, with defaults. */
export interface PlantStoreSettings {
  readonly onDuplicate: 'reject' | 'replace'
  readonly latency: Delay
  readonly maxBody: number
  readonly journal: number
  /** The number of plants to start with. */
  readonly seed: number
  /** The number of valid tokens; undefined if every well-formed one is valid. */
  readonly tokens: number | undefined
}

function checkInteger(name: string, value: number, from: number, to: number): void {
  if (!Number.isInteger(value) || value < from || value > to) {
    throw new OptionsError(`${name} must be an integer from ${from} to ${to}, got ${describeValue(value)}`)
  }
}

const names: Record<keyof PlantStoreOptions, true> = {
  tokens: true,
  answers: true,
  onDuplicate: true,
  seed: true,
  scenario: true,
  latency: true,
  basePath: true,
  maxBody: true,
  journal: true,
  randomSeed: true,
  storage: true,
}

function checkNames(options: PlantStoreOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new OptionsError(`the options must be an object, got ${describeValue(options)}`)
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown === undefined) return
  throw new OptionsError(
    `there is no option ${describeValue(unknown)}; the options are ${Object.keys(names).join(', ')}`,
  )
}

/**
 * Checks the names of all options, and the values that no other part of the store checks.
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value
 */
export function checkOptions(options: PlantStoreOptions): void {
  checkNames(options)
  const {
    onDuplicate = 'reject',
    maxBody = 1,
    journal = 0,
    latency = 0,
    basePath = '',
    randomSeed = 1,
  } = options
  if (onDuplicate !== 'reject' && onDuplicate !== 'replace') {
    throw new OptionsError(`onDuplicate must be reject or replace, got ${describeValue(onDuplicate)}`)
  }
  checkInteger('maxBody', maxBody, 1, 2 ** 30)
  checkInteger('journal', journal, 0, 10_000_000)
  for (const milliseconds of [latency].flat()) checkInteger('latency', milliseconds, 0, 3_600_000)
  if (typeof latency === 'object' && !(latency.length === 2 && latency[0] <= latency[1])) {
    throw new OptionsError(
      `latency must be a range from a smaller to a larger number, got ${latency.join(' to ')}`,
    )
  }
  checkInteger('randomSeed', randomSeed, 0, 2 ** 32 - 1)
  if (basePath !== '' && !/^(?:\/[\w\-.~!$&'()*+,;=:@%]+)+$/.test(basePath)) {
    throw new OptionsError(
      `basePath must start with /, not end with one and consist of URL characters, got ${describeValue(basePath)}`,
    )
  }
}
