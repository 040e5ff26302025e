import type { Limits } from '../contract/generated/limits.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { Delay, Scenario } from '../mock/faults/fault.ts'
import type { MockStorage } from '../mock/storage/mock-storage.ts'
import { OptionsError } from '../options/options-error.ts'
import type { AnswersOption } from './answers.ts'
import type { Habit } from './habits.ts'
import type { ReadingOptions } from './read-request.ts'

/** Which pages may read the answers: pages of any origin, of the listed origins, or no pages. */
export type CorsOption = '*' | readonly string[] | false

/** What happens to a plant whose id is already stored. */
type DuplicateAction = 'reject' | 'replace' | 'keep'

/** A difference to a real service that the store can't imitate, as `learn` finds it. */
export interface LearnedDifference {
  /** The check that decides otherwise, and how. */
  difference: string
  /** The requests that show it: their titles, by what exactly differs. */
  cases: Readonly<Record<string, readonly string[]>>
  /** One of these requests. */
  request?: string
  /** The answer of the service to it. */
  service?: string
  /** The answer of the store to it. */
  fake?: string
  /** How to make the store follow the service. */
  advice?: string
}

/** The options of a plant store. All are optional. */
export interface PlantStoreOptions extends ReadingOptions {
  /** The valid tokens. Without it, every well-formed token except `invalid-token` is valid. */
  tokens?: readonly string[]
  /** How the store answers refused requests, `http` by default. */
  answers?: AnswersOption
  /** What happens if the id is already stored, `reject` by default; `keep` answers with the stored plant. */
  onDuplicate?: DuplicateAction
  /** The plants to start with. */
  seed?: readonly NewPlant[]
  /** The scenario to start with. */
  scenario?: Scenario
  /** The delay before every answer in milliseconds, 0 by default. */
  latency?: Delay
  /** The path in front of `/plants`, empty by default. */
  basePath?: string
  /** The largest body in bytes, 1048576 (1 MiB) by default. */
  maxBody?: number
  /** Which pages of other origins may read the answers, `*` by default. */
  cors?: CorsOption
  /** How many requests the journal keeps, 1000 by default. */
  journal?: number
  /** Seed of the random numbers of faults, 1 by default. */
  randomSeed?: number
  /** What `learn` could not imitate, for `diff`; the store itself ignores it. */
  differences?: readonly LearnedDifference[]
  /** The storage of the plants, memory by default. */
  storage?: MockStorage
}

type FixedOption = 'basePath' | 'journal' | 'randomSeed' | 'storage'

/** The options that can't change while a store runs. */
export const fixedOptions: readonly FixedOption[] = ['basePath', 'journal', 'randomSeed', 'storage']

/** The options that a store can change while it runs. */
export type ChangeableOptions = Omit<PlantStoreOptions, FixedOption>

/**
 * Replaces all options that can change; those that are missing get their defaults.
 *
 * @throws {OptionsError} if `changed` has an option that can't change
 */
export function replaceOptions(options: PlantStoreOptions, changed: ChangeableOptions): PlantStoreOptions {
  const wrong = fixedOptions.find((name) => name in changed)
  if (wrong !== undefined) throw new OptionsError("can't change while the store runs", [wrong])
  return { ...Object.fromEntries(fixedOptions.map((name) => [name, options[name]])), ...changed }
}

/** Changes some of the options that can change. */
export const mergeOptions = (options: PlantStoreOptions, changed: ChangeableOptions): ChangeableOptions => ({
  ...Object.fromEntries(
    Object.entries(options).filter(([name]) => !(fixedOptions as readonly string[]).includes(name)),
  ),
  ...changed,
})

/** The options of a store that others may see, with their defaults. */
export interface PlantStoreSettings {
  /** The kind of the storage, such as `memory`. */
  readonly store: string
  readonly onDuplicate: DuplicateAction
  readonly latency: Delay
  readonly maxBody: number
  readonly journal: number
  /** The number of plants to start with. */
  readonly seed: number
  /** The number of valid tokens; undefined if every well-formed one is valid. */
  readonly tokens: number | undefined
  readonly unknownMembers: 'ignore' | 'refuse'
  readonly limits: Limits | undefined
  readonly habits: readonly Habit[]
  readonly cors: CorsOption
}
