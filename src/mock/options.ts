import type { AnyApi, Contract } from '../contract/contract.ts'
import type { CredentialsOption } from './checks/check-credentials.ts'
import type { ResponsesOption } from './failure.ts'
import type { Delay, Scenario } from './faults/fault.ts'
import type { RespondOption } from './own-code.ts'
import type { MockStorage } from './storage/mock-storage.ts'
import type { Seeds } from './types.ts'

/** The parts of a request, in the order in which a mock checks them. */
export const checkedParts = ['credentials', 'parameters', 'type', 'size', 'body'] as const

/** A part of a request that may be wrong. */
export type CheckedPart = (typeof checkedParts)[number]

/** Which pages may read the responses: pages of any origin, of the listed origins, or no pages. */
export type CorsOption = '*' | readonly string[] | false

/** Where a webhook is sent to, and after which operations, by their ids; without them, those that are obvious from its name and schema. */
export interface WebhookTarget {
  /** It may have runtime expressions, as the URL of a callback. */
  url: string
  after?: string | readonly string[]
}

/** Where webhooks are sent to, by their names: a URL alone is short for `{ url }`. */
export type WebhooksOption = Readonly<Record<string, string | WebhookTarget>>

/** What a mock is made with. All options are optional. */
export interface MockOptions<Api = AnyApi> {
  /** What it serves, the plant store by default. */
  contract?: Contract<Api>
  /**
   * The valid credentials by the name of a security scheme, or a list for bearer tokens and the only scheme. A scheme
   * without any accepts every well-formed credential but `invalid-token`.
   */
  credentials?: CredentialsOption
  /** Whether only the tokens that a login of the mock has issued are valid, and the listed credentials; `false` by default. */
  requireLogin?: boolean
  /** Code of your own, or a fixed response, by the id of an operation. */
  respond?: NoInfer<RespondOption<Api>>
  /** Which statuses rejections have, `usual` by default, and other responses to some failures. */
  responses?: ResponsesOption
  /** What happens to a new record whose key is already stored, `reject` by default; `keep` responds with the stored one. */
  onDuplicate?: 'reject' | 'replace' | 'keep'
  /** What happens to properties of bodies that the description doesn't name and doesn't explicitly allow, `ignore` by default, and `reject` in the fixtures of tests. */
  unknownProperties?: 'ignore' | 'reject'
  /** What happens to query parameters that the description doesn't name, `ignore` by default, and `reject` in the fixtures of tests. */
  unknownParameters?: 'ignore' | 'reject'
  /** The parts to check first; the others follow in their usual order. */
  order?: readonly CheckedPart[]
  /** The records to start with, by the name of their resource. */
  seed?: NoInfer<Seeds<Api>>
  /** The largest body in bytes, 1048576 (1 MiB) by default. */
  maxBody?: number
  /** Known differences to a service, for `diff`; the mock ignores them. */
  differences?: readonly unknown[]
  /** Seed of the random numbers of made keys, 1 by default. */
  randomSeed?: number
  /** The storage of the records, memory by default. */
  storage?: MockStorage
  /** How many requests the journal keeps, 1000 by default. */
  journal?: number
  /** The delay before every response in milliseconds, 0 by default. */
  latency?: Delay
  /** The URLs of webhooks by their names, and the operations that they are sent after. */
  webhooks?: WebhooksOption
  /** Names of hosts that callbacks and webhooks may be sent to besides localhost and loopback addresses; `false` sends none at all. */
  allowCallbacks?: readonly string[] | false
  /** The scenario of faults to start with. */
  scenario?: NoInfer<Scenario<Api>>
  /** Which pages of other origins may read the responses, `*` by default. */
  cors?: CorsOption
  /** The current time, for what a service makes; the clock by default. */
  now?: () => Date
}

type FixedOption = 'journal' | 'randomSeed' | 'storage'

/** The options that can't change while a mock runs. */
export const fixedOptions: readonly FixedOption[] = ['journal', 'randomSeed', 'storage']

/** The options that a mock can change while it runs. */
export type ChangeableMockOptions<Api = AnyApi> = Omit<MockOptions<Api>, FixedOption>

/** The options of a mock that others may see, with their defaults. */
export interface MockSettings {
  /** The kind of the storage, such as `memory`. */
  readonly storage: string
  readonly responses: ResponsesOption
  readonly onDuplicate: 'reject' | 'replace' | 'keep'
  readonly unknownProperties: 'ignore' | 'reject'
  readonly unknownParameters: 'ignore' | 'reject'
  readonly latency: Delay
  readonly maxBody: number
  readonly journal: number
  /** The names of the security schemes of which only some credentials are valid. */
  readonly credentials: readonly string[]
  readonly cors: CorsOption
}

/** The options of a test's mock that aren't the usual ones: typing mistakes of the client are found. */
export const strict = { unknownProperties: 'reject', unknownParameters: 'reject' } as const
