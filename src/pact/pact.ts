export { OptionsError } from '../options/options-error.ts'
export type { Case, CaseStatus, ShownFinding } from '../reports/report.ts'
export { type CheckPactOptions, checkPact } from './check/check-pact.ts'
export type { RefusedAnswer, WrongCredentials } from './consumer/interactions.ts'
export {
  type BegunInteraction,
  type InteractionOptions,
  type PlantStorePact,
  type PlantStorePactOptions,
  plantStorePact,
  type ReadyInteraction,
} from './consumer/plant-store-pact.ts'
export { PactFileError } from './file/read-pact.ts'
export type { PactOptions, PactSpecification } from './options.ts'
export type { VerifyProviderOptions } from './provider/provider-options.ts'
export { verifyProvider } from './provider/verify-provider.ts'
export type { RecordedExchange } from './recording/recognize.ts'
export {
  type NotRecorded,
  type RecordedMock,
  type RecordedPact,
  recordPact,
} from './recording/record-pact.ts'
export {
  describePactReport,
  type InteractionCase,
  type PactReport,
  type Unjudged,
} from './report.ts'
export { stateNames } from './states/provider-states.ts'
export type { StateHandler, StateHandlers, StateValues } from './states/state-handlers.ts'
