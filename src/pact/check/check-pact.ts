import type { Contract } from '../../contract/contract.ts'
import { plantStore } from '../../contract/plant-store.ts'
import { checkOptions, type OptionTable } from '../../options/option-table.ts'
import { anything, string } from '../../options/schema.ts'
import { type Pact, PactFileError, readPacts } from '../file/read-pacts.ts'
import { type InteractionCase, type PactReport, toCase, toPactFinding, toReport } from '../report.ts'
import { judgeInteraction } from './judge-interaction.ts'
import { sayAt } from './say-at.ts'

/** Makes the cases of a pact; the findings have their place in it. */
function toCases(contract: Contract, { source, consumer, provider, interactions }: Pact): InteractionCase[] {
  return interactions.map((interaction) => {
    const { description, states, pointer, skipped } = interaction
    const findings =
      skipped === undefined ? judgeInteraction(contract, interaction) : sayAt('')('note', skipped)
    const shown = findings.map(({ kind, problem, place }) => toPactFinding(kind, problem, pointer + place))
    return toCase({ pact: source, consumer, provider, description, states }, shown, { skipped })
  })
}

/** Options of a check of pacts. */
export interface CheckPactOptions {
  /** What the pacts are checked against; the plant store by default. */
  contract?: Contract
  /** The name of the service in the pacts; pacts for others are ignored. By default, pacts for all services are checked. */
  provider?: string
}

const checkOptionsTable = { contract: anything, provider: string } satisfies OptionTable<CheckPactOptions>

/**
 * Checks pacts against a description. An interaction that the description contradicts fails; a note says what an
 * interaction relies on if the description leaves it open.
 *
 * @param pacts paths of files and folders, patterns of files (`pacts/*.json`), or parsed pacts, with bigints for integers that a number can't hold
 *
 * @example
 * const { outcome, cases } = checkPact('pacts/*.json', { contract })
 *
 * @throws {PactFileError} if there are no pacts, one is broken, no file matches a pattern, or no interaction is a request over HTTP
 * @throws {OptionsError} if an option has a wrong value, or no pact is for the service
 */
export function checkPact(
  pacts: string | object | readonly (string | object)[],
  options: CheckPactOptions = {},
): PactReport {
  checkOptions(options, checkOptionsTable)
  const start = Date.now()
  const { contract = plantStore(), provider } = options
  const { pacts: own, notes } = readPacts([pacts].flat(), provider)
  // A report about nothing can't pass.
  if (own.every(({ interactions }) => interactions.every(({ skipped }) => skipped !== undefined)))
    throw new PactFileError('no interaction is a request over HTTP without a plugin')
  const cases = own.flatMap((pact) => toCases(contract, pact))
  return toReport('check-pact', contract.title, start, { cases, notes })
}
