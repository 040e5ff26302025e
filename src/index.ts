export { type Contract, ContractError, type ContractOptions } from './contract/contract.ts'
export type { Limits } from './contract/generated/limits.ts'
export type { components, operations, paths } from './contract/generated/types.ts'
export type { IdLimits, TextLimits } from './contract/limit-keywords.ts'
export type { ApiError, NewPlant, Plant } from './contract/schemas.ts'
export { toContract } from './contract/to-contract.ts'
export { validateError, validateNewPlant, validatePlant } from './contract/validators.ts'
export type { ExactInteger } from './json/exact-integer.ts'
export { parseExactJson, stringifyExactJson } from './json/exact-json.ts'
export { JsonSyntaxError } from './json/json-parser.ts'
export {
  type ChangeableMockOptions,
  type CredentialsOption,
  createMock,
  type Mock,
  type MockOptions,
  type MockRequest,
  type MockResponse,
  type Records,
  type RespondOption,
} from './mock/create-mock.ts'
export type { FailureName } from './mock/failures.ts'
export type { MockStorage, ResourceStorage, StoredRecord } from './mock/storage/mock-storage.ts'
export { OptionsError } from './options/options-error.ts'
export { describeProblems, type Problem, type Validate } from './options/problems.ts'
export type { AnswersOption, AnswersPreset, Created, Refusal, Refuse } from './store/answers.ts'
export { type BuildOptions, buildNewPlant, buildNewPlants } from './store/build-new-plant.ts'
export type { PlantAnswer, PlantRequest } from './store/exchange.ts'
export type { FaultLabel, FaultName, PlantMistake } from './store/failures.ts'
export type { ActiveFault, Delay, Fault, FaultOptions, Scenario } from './store/fault.ts'
export type { Faults, Held } from './store/faults.ts'
export type { Fetch } from './store/fetch.ts'
export type { Habit } from './store/habits.ts'
export type { Journal } from './store/journal.ts'
export type { JournalEntry } from './store/journal-entry.ts'
export type { CorsOption, PlantStoreOptions, PlantStoreSettings } from './store/options.ts'
export { createPlantStore, type PlantStore } from './store/plant-store.ts'
export { DuplicateIdError, type Plants } from './store/plants.ts'
export type { Difference, NearMiss, RequestPattern } from './store/request-pattern.ts'
export type { StoredPlant } from './store/stored-plant.ts'
