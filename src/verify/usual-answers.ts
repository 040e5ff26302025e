import type { RuleId } from '../judge/generated/rules.ts'

/**
 * The answers to what the specification leaves open that surprise nobody, since most services give them. A 200 is an
 * answer to what a lenient service may read: what it has to refuse breaks a rule.
 */
const usual: Partial<Record<RuleId, RegExp>> = {
  'status-for-missing-credentials': /^answered 401$/,
  'status-for-invalid-token': /^answered (?:200|401)$/,
  'status-for-invalid-body': /^answered (?:200|400|415|422)$/,
  'status-for-stored-id': /^answered 409$/,
  'stored-id-at-once': /^1 of \d+ requests succeeded$/,
  'text-limits': /^answered 200$/,
  'repeated-texts': /^answered 200$/,
  'unknown-members': /^answered (?:200|400|422)$/,
  'repeated-members': /^answered (?:200|400)$/,
  'byte-order-mark': /^answered (?:200|400)$/,
  'large-body': /^answered (?:200|400|413)$/,
  'other-methods': /^answered (?:404|405)$/,
  'other-paths': /^answered (?:200|404)$/,
}

/** Returns whether an observation about an open rule is what most services do. */
export const isUsual = (rule: RuleId, note: string): boolean => usual[rule]?.test(note) ?? false
