export type { components, operations, paths } from './contract/generated/types.ts'
export { type PlantStore, plantStore } from './contract/plant-store.ts'
export type { ApiError, NewPlant, Plant } from './contract/schemas.ts'
export type { ExactInteger } from './json/exact-integer.ts'
export { parseExactJson, stringifyExactJson } from './json/exact-json.ts'
export { JsonSyntaxError } from './json/json-parser.ts'
export type { CredentialsOption } from './mock/checks/check-credentials.ts'
export {
  type ChangeableMockOptions,
  createMock,
  type Mock,
  type MockOptions,
  type MockRequest,
  type MockResponse,
  type Records,
  type RespondOption,
  type ResponsesOption,
} from './mock/create-mock.ts'
export type { CallbackEntry } from './mock/exchange.ts'
export type { FailureName } from './mock/failures.ts'
export type { ActiveFault, Delay, Fault, FaultOptions, Scenario } from './mock/faults/fault.ts'
export type { FaultLabel, FaultName } from './mock/faults/fault-kinds.ts'
export type { Faults, Held } from './mock/faults/faults.ts'
export type { Fetch } from './mock/fetch.ts'
export type { Journal } from './mock/journal/journal.ts'
export type { JournalEntry } from './mock/journal/journal-entry.ts'
export type { NearMiss, PatternDifference, RequestPattern } from './mock/journal/request-pattern.ts'
export type { CorsOption, MockSettings, WebhooksOption } from './mock/options.ts'
export type { MockStorage, ResourceStorage, StoredRecord } from './mock/storage/mock-storage.ts'
export { OptionsError } from './options/options-error.ts'
export { describeProblems, type Problem } from './options/problems.ts'
