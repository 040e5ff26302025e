export { OptionsError } from '../options/options-error.ts'
export type { Case, CaseStatus, ShownFinding } from '../reports/report.ts'
export { toText as describePactReport } from '../reports/to-text.ts'
export { type CheckPactOptions, checkPact } from './check/check-pact.ts'
export {
  type InteractionOptions,
  interaction,
  type ResponseOptions,
} from './consumer/interaction.ts'
export {
  type NotRecorded,
  type PactOptions,
  type RecordedMock,
  type RecordedPact,
  recordPact,
} from './consumer/record-pact.ts'
export type { Interaction, ReadyInteraction } from './consumer/write-pact.ts'
export { PactFileError } from './file/read-pacts.ts'
export type {
  StateHandler,
  StateHandlers,
  StateValues,
  VerifyProviderOptions,
} from './provider/provider-options.ts'
export { verifyProvider } from './provider/verify-provider.ts'
export type { InteractionCase, PactReport, Unjudged } from './report.ts'
export type { RecordState } from './states.ts'
