import { stringifyExactJson } from '../../json/exact-json.ts'
import type { Pact } from '../file/pact-interaction.ts'
import { collectPacts, parsePact, toReaders } from '../file/read-pact.ts'
import { type InteractionCase, type PactReport, toCase, toReport } from '../report.ts'
import { compare } from './compare.ts'
import { judgeInteraction } from './judge-interaction.ts'

async function checkOne(pact: Pact): Promise<InteractionCase[]> {
  const judged = pact.interactions.map(judgeInteraction)
  const compared = await compare(pact, judged)
  return pact.interactions.map((interaction, index) =>
    toCase(pact, interaction, [...(judged[index] ?? []), ...(compared[index] ?? [])]),
  )
}

/**
 * Checks pacts against `openapi.yaml`: whether the specification allows each interaction. What the specification leaves
 * open is a note. The report lists broken files, and they fail the check. If there are only broken files, the function throws.
 *
 * @param pacts paths of files, patterns of files (`pacts/*.json`), or parsed pacts, with bigints for ids that a number can't hold
 *
 * @example
 * const { outcome, cases } = await checkPact('pacts/*.json')
 *
 * @throws {PactFileError} if there are no pacts or only broken ones, or no file matches a pattern
 * @throws {Error} if `@pactflow/openapi-pact-comparator` is not installed; the message says so
 */
export async function checkPact(...pacts: readonly (string | object)[]): Promise<PactReport> {
  const start = Date.now()
  const sources = pacts.flatMap((pact) =>
    typeof pact === 'string' ? toReaders(pact) : [() => parsePact(stringifyExactJson(pact), 'the pact')],
  )
  const { pacts: read, broken } = await collectPacts(sources)
  const cases: InteractionCase[] = []
  for (const pact of read) cases.push(...(await checkOne(pact)))
  return toReport('check-pact', 'openapi.yaml', start, { cases, broken, notes: [] })
}
