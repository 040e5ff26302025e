import type { RuleId } from '../../judge/generated/rules.ts'

/** Something that is wrong with an interaction, before the rule is looked up. */
export interface Found {
  /** Where in the pact, as a JSON pointer. */
  place: string
  problem: string
  /** The id of the rule of `contracts/rules.yaml` that it touches, where one does. */
  rule?: RuleId
  /** Where the specification is silent, so that it is no error. */
  isOpen?: boolean
}
