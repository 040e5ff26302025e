import { stringifyExactJson } from '../../contract/exact-json.ts'
import { checkNotEmpty, type Pact, parsePact, readPactFile } from '../file/pact-document.ts'
import { readInteractions } from '../file/pact-interaction.ts'
import { type InteractionResult, type PactReport, toResult } from '../pact-report.ts'
import { compare } from './compare.ts'
import { judgeInteraction } from './judge-interaction.ts'

async function checkOne(pact: Pact): Promise<InteractionResult[]> {
  const interactions = readInteractions(pact)
  const judged = new Map(interactions.map((interaction) => [interaction, judgeInteraction(interaction)]))
  const compared = await compare(pact, judged)
  return interactions.map((interaction) =>
    toResult(interaction, [...(judged.get(interaction) ?? []), ...(compared.get(interaction) ?? [])]),
  )
}

/**
 * Checks pacts against `openapi.yaml`: whether the specification allows each interaction. What the specification leaves
 * open is a note.
 *
 * @param pacts paths of files, or parsed pacts, with bigints for ids that a number can't hold
 *
 * @example
 * const { outcome, interactions } = await checkPact('pacts/shop-plant-store.json')
 *
 * @throws {PactFileError} if one isn't a pact or has no interactions, or if there are no pacts
 * @throws {Error} if `@pactflow/openapi-pact-comparator` is not installed; the message says so
 */
export async function checkPact(...pacts: readonly (string | object)[]): Promise<PactReport> {
  const startedAt = new Date().toISOString()
  const start = performance.now()
  const read = pacts.map((pact) =>
    typeof pact === 'string' ? readPactFile(pact) : parsePact(stringifyExactJson(pact), 'the pact'),
  )
  checkNotEmpty(read)
  const interactions: InteractionResult[] = []
  for (const pact of read) interactions.push(...(await checkOne(pact)))
  return {
    command: 'check-pact',
    subject: 'openapi.yaml',
    startedAt,
    duration: Math.round(performance.now() - start),
    outcome: interactions.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
    interactions,
    notes: [],
  }
}
