import type { Exchange } from '../../http/exchange.ts'
import { createSender, type Sender } from '../../http/sender.ts'
import { expectsSuccess, type NamedState } from '../file/pact-interaction.ts'
import type { Unjudged } from '../report.ts'
import { stateNames, toKnownState } from '../states/provider-states.ts'
import {
  type ChangeState,
  createForwarded,
  createHandled,
  createPlant,
  createReadyStates,
  findHandled,
} from '../states/state-handlers.ts'
import { startStateServer } from '../states/state-server.ts'
import { startRecorder } from '../verifier/recorder.ts'
import {
  findVerifier,
  runVerifier,
  type VerifiedInteraction,
  VerifierCrash,
} from '../verifier/run-verifier.ts'
import { chooseSubstitutes, findStored, type Substitutes, takeIdLike } from './choose-ids.ts'
import { type Chosen, preparePact } from './prepare-pact.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

/** The outcome of an interaction. */
export interface Verified {
  /** The results of Pact's verifier for it. */
  results: VerifiedInteraction[]
  /** Why its states could not be set up. */
  failures: readonly string[]
  exchange: Exchange | undefined
  /** The ids that were sent instead of those of the pact. */
  substitutes: Substitutes
  /** Whether the provider refuses its id in the same way as stored ids and wrong ids. */
  isAmbiguous?: boolean
}

/** The outcome of each chosen interaction, by its key, and why the verifier failed although no interaction did; or why nothing is known. */
export type PactRun = { verified: ReadonlyMap<string, Verified>; failure: string | undefined } | Unjudged

/** The options of a run, with defaults filled in. */
type RunOptions = VerifyProviderOptions & {
  requestLimit: number
  signal: AbortSignal
  mask(text: string): string
}

/** Milliseconds that a provider may take to answer the first request; one that accepts connections counts as running. */
const reachLimit = 5000

/** Says why a provider accepts no connections; any answer shows that it runs. */
async function describeUnreachable(
  base: URL,
  limit: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const requestLimit = Math.min(limit, reachLimit)
  using sender = createSender({ base, requestLimit, concurrency: 1, signal })
  const headers = [{ name: 'Host', value: base.host }]
  // Without waiting for a provider that asks for fewer requests: it runs.
  const { outcome } = await sender.alone((send) =>
    send({ method: 'GET', path: base.pathname, headers, pieces: [] }),
  )
  return outcome.kind === 'unreachable' ? `${base.href} is not reachable: ${outcome.message}` : undefined
}

/** Chooses from the options what sets up states, and which states the kit sets up itself. */
function chooseStates(
  { states = {}, stateChangeUrl, token, signal }: RunOptions,
  begin: () => Sender,
): { change: ChangeState; isReady: (state: NamedState) => boolean } {
  if (stateChangeUrl !== undefined)
    return { change: createForwarded(stateChangeUrl, signal), isReady: () => false }
  const ready = createReadyStates(begin, token)
  return {
    change: createHandled({ ...ready, ...states }),
    isReady: (state) => findHandled(states, state) === undefined && findHandled(ready, state) !== undefined,
  }
}

const isStored = (state: NamedState): boolean => toKnownState(state).name === stateNames.plant

/** Says why refusals prove nothing if a provider refuses everything, such as because the token is invalid. A plant that is created is proof enough. */
async function describeRefusal(
  chosen: readonly Chosen[],
  isReady: (state: NamedState) => boolean,
  sender: Sender,
  token: string,
): Promise<string | undefined> {
  const isCreated = (state: NamedState) => isReady(state) && isStored(state)
  const all = chosen.map(({ interaction }) => interaction)
  if (all.some((one) => expectsSuccess(one) || one.states.some(isCreated))) return undefined
  const problem = await createPlant(sender, token, takeIdLike(1n))
  return (
    problem &&
    `a plain plant could not be created with the token: ${problem}. The pacts have only refusals, which would pass for the same reason`
  )
}

/** Runs Pact's verifier over the chosen interactions that go over HTTP. The first request has the ids that a pact names; if the provider has stored them already, the interaction is sent again with other ids. */
export async function runPacts(
  base: URL,
  chosen: readonly Chosen[],
  options: RunOptions,
  describeStop: () => string,
): Promise<PactRun> {
  const modulePath = findVerifier()
  const { token, invalidToken, requestLimit, signal, mask, onOutput } = options
  const unreachable = await describeUnreachable(base, requestLimit, signal)
  if (unreachable !== undefined) return { kind: 'unreachable', message: unreachable }
  const begin = (): Sender => createSender({ base, requestLimit, concurrency: 1, signal })
  using sender = begin()
  const { change, isReady } = chooseStates(options, begin)
  const refusal = await describeRefusal(chosen, isReady, sender, token)
  if (refusal !== undefined) return { kind: 'refused', message: refusal }
  const verified = new Map<string, Verified>()
  let failure: string | undefined

  async function run(these: readonly Chosen[], areTaken: boolean): Promise<void> {
    await using states = await startStateServer(change, requestLimit)
    await using recorder = await startRecorder({ base, token, requestLimit, signal })
    const substitutes = new Map(
      these.map(({ key, interaction }) => [key, chooseSubstitutes(interaction, isReady, areTaken)]),
    )
    const texts = [...new Set(these.map(({ pact }) => pact))]
      .map((pact) => preparePact(pact, these, { token, invalidToken, substitutes }))
      .filter((text) => text !== undefined)
    const urls = { providerBaseUrl: recorder.url, stateUrl: `${states.url}/` }
    const verdict = await runVerifier({ modulePath, ...urls, texts, requestLimit, signal, mask, onOutput })
    if (verdict.results.every(({ result }) => result === 'OK')) failure ??= verdict.failures[0]
    for (const { key } of these)
      verified.set(key, {
        results: verdict.results.filter(({ description }) => description === key),
        failures: states.failures.get(key) ?? [],
        exchange: recorder.exchanges.get(key),
        substitutes: substitutes.get(key) ?? new Map(),
      })
  }

  /** Returns whether the state of an interaction was not reached because the provider has stored its id already. */
  async function isTaken({ key, interaction }: Chosen): Promise<boolean> {
    const one = verified.get(key)
    const states = interaction.states.filter(isReady)
    if (one === undefined || chooseSubstitutes(interaction, isReady, true).size === one.substitutes.size)
      return false
    if (one.failures.length > 0) return states.some(isStored)
    const { outcome } = one.exchange ?? {}
    const status = outcome?.kind === 'answer' ? outcome.answer.status : 0
    const isRefused = status >= 400 && status <= 499 && status !== 429
    if (one.exchange === undefined || one.results[0]?.result === 'OK' || !isRefused) return false
    if (!expectsSuccess(interaction)) return true
    const found = await findStored(interaction, one.exchange, sender, token)
    if (found === 'unknown') one.isAmbiguous = true
    return found === true
  }

  try {
    await run(chosen, false)
    const again: Chosen[] = []
    for (const one of chosen) if (await isTaken(one)) again.push(one)
    if (again.length > 0) await run(again, true)
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', message: describeStop() }
    if (!(error instanceof VerifierCrash)) throw error
    return { kind: 'crashed', message: error.message }
  }
  return { verified, failure }
}
