import type { PactFinding } from '../pact-report.ts'
import type { PactInteraction } from '../reading/pact-interaction.ts'
import type { VerifiedInteraction } from './run-verifier.ts'
import { toFindings, toSilence } from './to-findings.ts'

const toError = (problem: string): PactFinding => ({ severity: 'error', problem })

/**
 * Says what came of an interaction. It passed only where Pact's verifier says so once and all its states were reached.
 *
 * @param verified what the verifier said of it
 * @param failures why its states could not be reached
 */
export function judgeInteraction(
  interaction: PactInteraction,
  verified: readonly VerifiedInteraction[],
  failures: readonly string[],
): PactFinding[] {
  if (interaction.otherKind !== undefined)
    return [toError(`it is ${interaction.otherKind}, and requests over HTTP alone are verified`)]
  if (failures.length > 0) return failures.map(toError)
  const [result, ...more] = verified
  if (result === undefined) return [toError("Pact's verifier left it out")]
  if (more.length > 0) return [toError(`Pact's verifier told of it ${verified.length} times`)]
  if (result.result === 'OK') return []
  const { mismatches = [], message } = result.mismatch ?? {}
  const findings = toFindings(interaction, mismatches)
  if (findings.length > 0) return findings
  return [toSilence(message ?? `Pact's verifier says ${result.result}`)]
}
