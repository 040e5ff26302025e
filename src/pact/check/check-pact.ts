import { stringifyExactJson } from '../../json/exact-json.ts'
import { checkOptions, type OptionTable } from '../../options/option-table.ts'
import { string } from '../../options/schema.ts'
import type { Pact, PactInteraction } from '../file/pact-interaction.ts'
import { collectPacts, parsePact, toReaders } from '../file/read-pact.ts'
import { chooseProvider } from '../provider/choose-pacts.ts'
import { preparePacts } from '../provider/prepare-pact.ts'
import { toNote } from '../provider/to-findings.ts'
import {
  checkNotAllSkipped,
  type InteractionCase,
  judgeOtherKind,
  type PactReport,
  toCase,
  toReport,
} from '../report.ts'
import { startStateServer } from '../states/state-server.ts'
import { findVerifier, runVerifier, VerifierCrash, type VerifierResult } from '../verifier/run-verifier.ts'
import { judgeOutcomes, type Outcome } from './judge-outcomes.ts'
import { startVariants, toKey } from './start-variants.ts'
import { type VariantName, variantNames } from './variants.ts'

/** Milliseconds that a variant and a state may take to answer; both only need the time of this process. */
const requestLimit = 60_000

interface Checked {
  pact: Pact
  interaction: PactInteraction
}

/** Lets Pact's verifier verify every interaction against every variant; returns the outcomes of each, with the obliging variant first. */
async function verifyVariants(
  checked: readonly Checked[],
): Promise<(readonly [one: Checked, outcomes: [Outcome, ...Outcome[]]])[]> {
  const modulePath = findVerifier('check the pacts')
  const { signal } = new AbortController()
  const interactions = checked.map(({ interaction }) => interaction)
  await using variants = await startVariants(interactions)
  await using states = await startStateServer(async ({ params }) => params, requestLimit)
  const all = checked.map((one, index) => ({ ...one, index }))

  const toTexts = (these: typeof all, names: readonly VariantName[] = variantNames): string[] =>
    names.flatMap((variant) => preparePacts(these.map((one) => ({ ...one, key: toKey(variant, one.index) }))))
  async function run(texts: readonly string[]): Promise<VerifierResult> {
    const urls = { providerBaseUrl: variants.url, stateUrl: `${states.url}/` }
    const options = { requestLimit, signal, areParallel: true, mask: (text: string) => text }
    return await runVerifier({ modulePath, ...urls, texts, ...options, onOutput: undefined })
  }
  const [first, ...others] = variantNames
  const { results } = await run(toTexts(all))
  const isKnown = ({ index }: Pick<(typeof all)[0], 'index'>): boolean =>
    results.some(({ description }) => description === toKey(first, index))
  const missing = all.filter((one) => !isKnown(one))
  // One interaction that the verifier can't read keeps it from the others of its pact.
  if (missing.length > 0) {
    const alone = await run(missing.flatMap((one) => toTexts([one], [first])))
    results.push(...alone.results)
    results.push(...(await run(toTexts(missing.filter(isKnown), others))).results)
    missing.forEach(({ index }, at) => {
      const message = alone.failures[at]
      if (message !== undefined && !isKnown({ index }))
        results.push({ description: toKey(first, index), result: 'Error', mismatch: { message } })
    })
  }
  const byKey = new Map(results.map((result) => [result.description, result]))
  const toOutcome = (name: VariantName, index: number): Outcome => {
    const key = toKey(name, index)
    return { result: byKey.get(key), asked: variants.asked.get(key) }
  }
  return checked.map((one, index) => [
    one,
    [toOutcome(first, index), ...others.map((name) => toOutcome(name, index))],
  ])
}

async function checkAll(pacts: readonly Pact[]): Promise<InteractionCase[]> {
  const all = pacts.flatMap((pact) => pact.interactions.map((interaction) => ({ pact, interaction })))
  const checked = all.filter(({ interaction }) => interaction.otherKind === undefined)
  checkNotAllSkipped(all)
  const outcomes = new Map(checked.length === 0 ? [] : await verifyVariants(checked))
  const firsts = new Map<string, string>()
  return all.map((one) => {
    const { pact, interaction } = one
    const { description, states, pointer } = interaction
    const found = outcomes.get(one)
    const findings = found ? judgeOutcomes(interaction, found) : judgeOtherKind(interaction)
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
 * Checks pacts against the specification: Pact's own verifier verifies each interaction with several services that keep the
 * specification and differ in what it leaves open. An interaction that none of them keeps fails; a note says what an
 * interaction leans on if only some keep it. The report lists broken files, and they fail the check. If there are only
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
