import { stringifyExactJson } from '../../json/exact-json.ts'
import { checkOptions, type OptionTable } from '../../options/option-table.ts'
import { string } from '../../options/schema.ts'
import type { Pact, PactInteraction } from '../file/pact-interaction.ts'
import { collectPacts, parsePact, toReaders } from '../file/read-pact.ts'
import { chooseProvider } from '../provider/choose-pacts.ts'
import { type Chosen, preparePacts } from '../provider/prepare-pact.ts'
import {
  checkNotAllSkipped,
  type InteractionCase,
  type PactReport,
  toCase,
  toNote,
  toReport,
} from '../report.ts'
import { startStateServer } from '../states/state-server.ts'
import { findVerifier, runVerifier, VerifierCrash, type VerifierResult } from '../verifier/run-verifier.ts'
import { judgeOutcomes, type Outcome } from './judge-outcomes.ts'
import { startVariants, toKey } from './start-variants.ts'
import { variantNames } from './variants.ts'

/** Milliseconds that a variant and a state may take to answer; both only need the time of this process. */
const requestLimit = 60_000

/** Lets Pact's verifier verify every interaction against every variant; returns the outcomes of each, with the obliging variant first. */
async function verifyVariants(
  pacts: readonly Pact[],
): Promise<ReadonlyMap<PactInteraction | undefined, Outcome[]>> {
  const modulePath = findVerifier('check the pacts')
  const { signal } = new AbortController()
  const all = pacts.flatMap((pact) =>
    pact.interactions
      .filter(({ skipped }) => skipped === undefined)
      .map((interaction) => ({ pact, interaction })),
  )
  const interactions = all.map(({ interaction }) => interaction)
  await using variants = await startVariants(interactions)
  await using states = await startStateServer(async ({ params }) => params, requestLimit)
  const urls = { providerBaseUrl: variants.url, stateUrl: `${states.url}/` }
  const options = { modulePath, ...urls, requestLimit, signal, areParallel: true, onOutput: undefined }
  const run = (groups: readonly Chosen[][]): Promise<VerifierResult> =>
    runVerifier({ ...options, texts: groups.flatMap(preparePacts), mask: (text) => text })
  const chosen = all.map((one, index) => variantNames.map((name) => ({ ...one, key: toKey(name, index) })))
  const { results } = await run(variantNames.map((_name, at) => chosen.flatMap((group) => group[at] ?? [])))
  const byKey = new Map(results.map((result) => [result.description, result]))
  // One interaction that the verifier can't read keeps it from the others of its pact.
  const missing = chosen.filter((group) => group.some(({ key }) => !byKey.has(key)))
  const alone = missing.length > 0 ? await run(missing) : { results: [], failures: [] }
  missing.forEach(([first], at) => {
    const message = alone.failures[at]
    if (first && message) byKey.set(first.key, { description: '', result: 'Error', mismatch: { message } })
  })
  for (const result of alone.results) byKey.set(result.description, result)
  const toOutcome = ({ key }: Chosen): Outcome => ({ result: byKey.get(key), asked: variants.asked.get(key) })
  return new Map(chosen.map((group, index) => [interactions[index], group.map(toOutcome)]))
}

async function checkAll(pacts: readonly Pact[]): Promise<InteractionCase[]> {
  const all = pacts.flatMap((pact) => pact.interactions.map((interaction) => ({ pact, interaction })))
  checkNotAllSkipped(all)
  const outcomes = await verifyVariants(pacts)
  const firsts = new Map<string, string>()
  return all.map(({ pact, interaction }) => {
    const { description, states, pointer } = interaction
    const found = outcomes.get(interaction)
    const findings = found ? judgeOutcomes(interaction, found) : []
    // Pact would merge the two.
    const identity = stringifyExactJson([pacts.indexOf(pact), description, states])
    const first = firsts.get(identity)
    if (first === undefined) firsts.set(identity, pointer)
    else findings.push(toNote(`the interaction ${first} has the same description and states`, pointer))
    return toCase(pact, interaction, findings)
  })
}

/** Options of a check of pacts. */
export interface CheckPactOptions {
  /** The name of the provider; pacts for others are ignored. By default, pacts for all providers are checked. */
  provider?: string
}

const checkOptionsTable = { provider: string } satisfies OptionTable<CheckPactOptions>

/**
 * Checks pacts against the specification: Pact's own verifier verifies each interaction with several services that follow
 * the specification and differ in what it leaves open. An interaction that none of them satisfies fails; a note says what
 * an interaction relies on if only some satisfy it. The report lists broken files, and they fail the check. If there are only
 * broken files, the function throws.
 *
 * @param pacts paths of files and folders, patterns of files (`pacts/*.json`), or parsed pacts, with bigints for ids that a number can't hold
 *
 * @example
 * const { outcome, cases } = await checkPact('pacts/*.json')
 *
 * @throws {PactFileError} if there are no pacts or only broken ones, or no file matches a pattern
 * @throws {OptionsError} if an option has a wrong value, or no pact is for the provider
 * @throws {Error} if `@pact-foundation/pact-core` is not installed; the message says so
 */
export async function checkPact(
  pacts: string | object | readonly (string | object)[],
  options: CheckPactOptions = {},
): Promise<PactReport> {
  checkOptions(options, checkOptionsTable)
  const start = Date.now()
  const named: readonly (string | object)[] = Array.isArray(pacts) ? pacts : [pacts]
  const given = named.filter((pact) => typeof pact !== 'string')
  const sources = [
    ...toReaders(named.filter((pact) => typeof pact === 'string')),
    ...given.map((pact) => () => parsePact(stringifyExactJson(pact), 'the pact')),
  ]
  const { pacts: read, broken } = await collectPacts(sources)
  const { provider } = options
  const { own, notes } = provider === undefined ? { own: read, notes: [] } : chooseProvider(read, provider)
  const end = await checkAll(own).then(
    (cases) => ({ cases }),
    (error: unknown) => {
      if (!(error instanceof VerifierCrash)) throw error
      return { cases: [], unjudged: { kind: 'crashed', message: error.message } as const }
    },
  )
  return toReport('check-pact', 'the specification', start, { ...end, broken, notes })
}
