export type { RefusedAnswer, WrongCredentials } from './interactions.ts'
export type { BegunInteraction, ReadyInteraction } from './load-pact.ts'
export { PactConflictError } from './pact-file.ts'
export type { PactOptions, PactSpecification } from './pact-options.ts'
export { PactOptionsError } from './pact-options-error.ts'
export {
  type InteractionOptions,
  type PlantStorePact,
  type PlantStorePactOptions,
  plantStorePact,
} from './plant-store-pact.ts'
export type { RecordedExchange } from './recognize.ts'
export { type NotRecorded, type RecordedPact, type RecordedStore, recordPact } from './record-pact.ts'
