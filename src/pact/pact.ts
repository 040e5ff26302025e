export { checkPact } from './check/check-pact.ts'
export type { BegunInteraction, ReadyInteraction } from './consumer/load-pact.ts'
export {
  type InteractionOptions,
  type PlantStorePact,
  type PlantStorePactOptions,
  plantStorePact,
} from './consumer/plant-store-pact.ts'
export { PactFileError } from './file/pact-document.ts'
export { PactConflictError } from './file/pact-file.ts'
export type { RefusedAnswer, WrongCredentials } from './interactions.ts'
export type { PactOptions, PactSpecification } from './pact-options.ts'
export { PactOptionsError } from './pact-options.ts'
export type { InteractionResult, PactFinding, PactReport, Unverified } from './pact-report.ts'
export { BrokerError, type BrokerOptions, type ConsumerVersionSelector } from './provider/broker-options.ts'
export type { VerifyProviderOptions } from './provider/provider-options.ts'
export type { StateHandler, StateHandlers, StateValues } from './provider/state-handlers.ts'
export { verifyProvider } from './provider/verify-provider.ts'
export { stateNames } from './provider-states.ts'
export type { RecordedExchange } from './recording/recognize.ts'
export {
  type NotRecorded,
  type RecordedPact,
  type RecordedStore,
  recordPact,
} from './recording/record-pact.ts'
export { describePactReport } from './to-judgment.ts'
