export { OptionsError } from '../options/options-error.ts'
export type { Case, CaseStatus, ShownFinding } from '../reports/report.ts'
export type { ShownAnswer, ShownExchange, ShownRequest } from '../reports/show.ts'
export type { AnswersOption } from '../store/answers.ts'
export type { LearnedDifference, PlantStoreOptions } from '../store/options.ts'
export type { CreatedPlant } from '../verify/find-created.ts'
export type { UnjudgedKind } from '../verify/report.ts'
export { diff } from './diff.ts'
export { type Learned, learn } from './learn.ts'
export {
  type DiffOptions,
  type DiffProgress,
  ServiceError,
  type ServiceOptions,
} from './options.ts'
export type { DiffReport, KnownDifference } from './report.ts'
export { type RunningDiff, startDiff } from './start-diff.ts'
