import type { Contract } from '../../contract/contract.ts'
import type { AccessOptions } from '../../http/access.ts'
import type { ContractRuleId } from '../../judge/contract/rules.ts'
import type { BaselineEntry, Judged, Report } from '../../reports/report.ts'
import type { VerifyOptions } from '../options.ts'

/** Options of a run that judges a service by its description. */
export interface ContractVerifyOptions extends AccessOptions {
  /** The description that the service is judged by. */
  contract: Contract
  /** A valid token for bearer credentials, or for the only security scheme; or a function that gets one. */
  token?: VerifyOptions['token']
  /** An invalid token, which is tried in addition to changed ones. */
  invalidToken?: string
  /** Valid credentials, by the names of security schemes; of basic, `user:password`. */
  credentials?: Readonly<Record<string, string>>
  /** Values of parameters, by their names, such as the key of a record that the run may read. */
  params?: Readonly<Record<string, string>>
  /** Whether only GET and HEAD are sent; false by default. */
  safe?: boolean
  /** The operations to judge, by their ids; all by default. What they change may be something that the run has not created. */
  operations?: readonly string[]
  /** The rules to judge; all by default. */
  only?: readonly ContractRuleId[]
  /** Rules that are not judged. */
  skip?: readonly ContractRuleId[]
  /** The lowest level at which a broken rule fails the run; `must` by default. */
  level?: 'must' | 'should'
  /** Draws the same random requests as an earlier run; random by default. */
  seed?: number
  /** The most requests of the whole run; by default 250 for each operation with a body, and 60 for each other one. */
  maxRequests?: number
  /** Milliseconds for each response; 10000 by default. */
  requestLimit?: number
  /** Milliseconds for the whole run; 120000 by default. */
  limit?: number
  /** Milliseconds to wait until the service is ready; 0 by default. */
  wait?: number
  /** Findings that are known. */
  baseline?: readonly ContractBaselineEntry[]
  /** Whether reports show credentials. */
  showToken?: boolean
  /** Stops the run. */
  signal?: AbortSignal
  /** Called while the run goes on, with the operation that is judged. */
  onProgress?: (progress: ContractProgress) => void
}

/** How far a run is. */
export interface ContractProgress {
  done: number
  total: number
  operation: string
}

/** A finding that is known, and why it is accepted for now. */
export interface ContractBaselineEntry extends BaselineEntry {
  rule: ContractRuleId
  seen: string
  requests: readonly string[]
}

/** The result of a run; each case is a rule. */
export interface ContractReport extends Report, Judged<ContractBaselineEntry> {
  seed: number
  requests: number
}
