import { randomUUID } from 'node:crypto'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { checkOptions, type OptionTable } from '../../options/option-table.ts'
import { string } from '../../options/schema.ts'
import type { Pact } from '../file/pact-interaction.ts'
import { collectPacts, parsePact, toReaders } from '../file/read-pact.ts'
import { chooseProvider } from '../provider/choose-pacts.ts'
import {
  checkNotAllSkipped,
  type InteractionCase,
  type PactReport,
  toCase,
  toNote,
  toReport,
} from '../report.ts'
import { createTrial } from '../verifier/prepare-pact.ts'
import { findVerifier, runVerifier, VerifierCrash } from '../verifier/run-verifier.ts'
import { askVariant, type VariantTrial } from './ask-variant.ts'
import { judgeTrials } from './judge-trials.ts'
import { variantNames } from './variants.ts'

/** Milliseconds that a variant and a state may take to answer; both only need the time of this process. */
const requestLimit = 60_000

/** Lets Pact's verifier verify every interaction against every variant; each group of trials is about one interaction. */
async function runTrials(groups: readonly (readonly VariantTrial[])[]): Promise<void> {
  const modulePath = findVerifier('check the pacts')
  const token = randomUUID()
  const run = (chosen: readonly (readonly VariantTrial[])[]) =>
    runVerifier(chosen, {
      modulePath,
      requestLimit,
      areParallel: true,
      base: new URL('http://plant-store.invalid'),
      answer: (trial, request) => askVariant(trial, request, token),
      change: (_trial, { params }) => params,
    })
  await run(variantNames.map((_name, at) => groups.flatMap((group) => group[at] ?? [])))
  // One interaction that the verifier can't read keeps it from the others of its pact.
  const missing = groups.filter((group) => group.some(({ results }) => results.length === 0))
  if (missing.length === 0) return
  for (const trial of missing.flat()) trial.results = []
  const failures = await run(missing)
  missing.forEach(([first], at) => {
    const message = failures[at]
    if (message && first?.results.length === 0)
      first.results.push({ description: '', result: 'Error', mismatch: { message } })
  })
}

async function checkAll(pacts: readonly Pact[]): Promise<InteractionCase[]> {
  const all = pacts.flatMap((pact) => pact.interactions.map((interaction) => ({ pact, interaction })))
  checkNotAllSkipped(all)
  const groups = all.map(({ pact, interaction }, index) =>
    (interaction.skipped === undefined ? variantNames : []).map(
      (variant): VariantTrial => ({ ...createTrial(`${variant}/${index}`, pact, interaction), variant }),
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
    return toCase(pact, interaction, findings)
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
