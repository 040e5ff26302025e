import { stringifyExactJson } from '../../json/exact-json.ts'
import { checkOptions, type OptionTable } from '../../options/option-table.ts'
import { string } from '../../options/schema.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { isOfConnection, type Pact, type PactInteraction, toPointer } from '../file/pact-interaction.ts'
import { collectPacts, PactFileError, parsePact, toReaders } from '../file/read-pact.ts'
import { chooseProvider } from '../provider/choose-pacts.ts'
import { type InteractionCase, type PactReport, toCase, toNote, toReport } from '../report.ts'
import { VerifierCrash } from '../verifier/run-verifier.ts'
import type { VariantTrial } from './ask-variant.ts'
import { judgeTrials } from './judge-trials.ts'
import { runTrials } from './run-trials.ts'
import { variantNames } from './variants.ts'

/** Throws a {@link PactFileError} if all interactions are messages or for plugins, so that a report about nothing can't pass. */
function checkNotAllSkipped(all: readonly { interaction: PactInteraction }[]): void {
  if (all.every(({ interaction }) => interaction.skipped !== undefined))
    throw new PactFileError('no interaction is a request over HTTP without a plugin')
}

/** Notes the headers that an interaction expects, but that no service promises. */
const noteLeftOut = (interaction: PactInteraction): ShownFinding[] =>
  [...interaction.response.headers.keys()]
    .filter(isOfConnection)
    .map((name) =>
      toNote(
        'the header is about the connection, so it was not compared: no service promises it',
        toPointer(interaction, ['response', 'headers', name]),
      ),
    )

async function checkAll(pacts: readonly Pact[]): Promise<InteractionCase[]> {
  const all = pacts.flatMap((pact) => pact.interactions.map((interaction) => ({ pact, interaction })))
  checkNotAllSkipped(all)
  const groups = all.map(({ pact, interaction }, index) =>
    (interaction.skipped === undefined ? variantNames : []).map(
      (variant): VariantTrial => ({ key: `${variant}/${index}`, pact, interaction, variant, results: [] }),
    ),
  )
  await runTrials(groups.filter(({ length }) => length > 0))
  const firsts = new Map<string, string>()
  return all.map(({ pact, interaction }, index) => {
    const { description, states, pointer } = interaction
    const findings = judgeTrials(groups[index] ?? [])
    // Pact would merge the two.
    const identity = stringifyExactJson([pacts.indexOf(pact), description, states])
    const first = firsts.get(identity)
    if (first === undefined) firsts.set(identity, pointer)
    else findings.push(toNote(`the interaction ${first} has the same description and states`, pointer))
    const { consumer, provider } = pact.document
    const described = {
      pact: pact.source,
      consumer: consumer.name,
      provider: provider.name,
      description,
      states: states.map(({ name }) => name),
    }
    const { skipped } = interaction
    const all = [...(skipped === undefined ? [] : [toNote(skipped, pointer)]), ...findings]
    return toCase(described, [...all, ...noteLeftOut(interaction)], { skipped })
  })
}

/** Options of a check of pacts. */
export interface CheckPactOptions {
  /** The name of the service in the pacts; pacts for others are ignored. By default, pacts for all services are checked. */
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
 * @throws {OptionsError} if an option has a wrong value, or no pact is for the service
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
