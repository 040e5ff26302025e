export { type ContractRule, type ContractRuleId, contractRules } from '../judge/contract/rules.ts'
export { type Level, type Rule, type RuleId, rules } from '../judge/generated/rules.ts'
export { OptionsError } from '../options/options-error.ts'
export type { Case, CaseStatus, Note, ShownFinding } from '../reports/report.ts'
export type { ShownAnswer, ShownExchange, ShownRequest } from '../reports/show.ts'
export type {
  ContractBaselineEntry,
  ContractProgress,
  ContractReport,
  ContractVerifyOptions,
} from './contract/options.ts'
export type { CreatedPlant } from './find-created.ts'
export type { Progress, VerifyOptions } from './options.ts'
export type { BaselineEntry, Report, UnjudgedKind } from './report.ts'
export { startVerification, type Verification, verify } from './verification.ts'
