export { type Rule, type RuleId, type RuleLevel, rules } from '../judge/rules.ts'
export { OptionsError } from '../options/options-error.ts'
export type { Case, CaseStatus, Note, ShownFinding } from '../reports/report.ts'
export type { ShownAnswer, ShownExchange, ShownRequest } from '../reports/show.ts'
export type {
  BaselineEntry,
  CreatedRecord,
  Progress,
  UnjudgedKind,
  VerifyOptions,
  VerifyReport,
} from './options.ts'
export { startVerification, type Verification, verify } from './verification.ts'
