import { type Limits, limitsSchema } from '../contract/limits.ts'
import type { NewPlant } from '../contract/schemas.ts'
import type { OptionTable } from '../options/option-table.ts'
import { OptionsError } from '../options/options-error.ts'
import { anyOf, anything, array, integer, object, oneOf, type Schema, text, that } from '../options/schema.ts'
import { type AnswersOption, answersSchema } from './answers.ts'
import { tokenSchema } from './credentials.ts'
import { type Delay, delaySchema, type Scenario, scenarioSchema } from './faults.ts'
import { type Habit, habits } from './habits.ts'
import type { ReadingOptions } from './read-request.ts'
import type { PlantStorage } from './storage/plant-storage.ts'

/** Which pages may read the answers: pages of any origin, of the listed origins, or no pages. */
export type CorsOption = '*' | readonly string[] | false

/** The options of a plant store. All are optional. */
export interface PlantStoreOptions extends ReadingOptions {
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
  /** The path in front of `/plants`, empty by default; starts with a slash, does not end with one, and has no segment `.` or `..`. */
  basePath?: string
  /** The largest body in bytes, 1048576 (1 MiB) by default. */
  maxBody?: number
  /** Which pages of other origins may read the answers of a door, `*` by default. */
  cors?: CorsOption
  /** How many requests the journal keeps, 1000 by default. */
  journal?: number
  /** Seed of the random numbers of faults, 1 by default. */
  randomSeed?: number
  /** The storage of the plants, memory by default. */
  storage?: PlantStorage
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

/** The options of a store that others may see, with their defaults. */
export interface PlantStoreSettings {
  /** The kind of the storage, such as `memory`. */
  readonly store: string
  readonly onDuplicate: 'reject' | 'replace'
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

const origin = /* @__PURE__ */ that(
  'an origin like http://localhost:3000',
  (value) => typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value,
)

/** All options. The seed may be anything here, because `createBehavior` checks it. */
export const storeOptions = {
  tokens: /* @__PURE__ */ array(tokenSchema),
  answers: answersSchema,
  onDuplicate: /* @__PURE__ */ oneOf('reject', 'replace'),
  seed: anything,
  scenario: scenarioSchema,
  latency: delaySchema,
  // Clients remove the segments . and .. from a URL, also if a point is encoded. The range '-. is '()*+,-.
  basePath: /* @__PURE__ */ text(
    'a path like /v1, with no segment . or ..',
    /^(\/(?!(\.|%2e){1,2}(\/|$))[\w!$%&'-.:;=@~]+)*$/i,
  ),
  maxBody: /* @__PURE__ */ integer(1, 2 ** 30),
  habits: /* @__PURE__ */ array(/* @__PURE__ */ oneOf(...habits)),
  unknownMembers: /* @__PURE__ */ oneOf('ignore', 'refuse'),
  limits: limitsSchema,
  cors: /* @__PURE__ */ anyOf(/* @__PURE__ */ oneOf('*', false), /* @__PURE__ */ array(origin)),
  journal: /* @__PURE__ */ integer(0, 10_000_000),
  randomSeed: /* @__PURE__ */ integer(0, 2 ** 32 - 1),
  // `redisStore` returns a promise.
  storage: /* @__PURE__ */ that('awaited: it is a promise', (value) => !(value instanceof Promise), true),
} satisfies OptionTable<PlantStoreOptions>

/** The options as a whole. */
export const optionsSchema: Schema = /* @__PURE__ */ object(storeOptions)
