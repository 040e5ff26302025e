import { createSender, type Sender } from '../../http/sender.ts'
import type { Pact } from '../file/pact-document.ts'
import { expectsSuccess, type NamedState, readInteractions } from '../file/pact-interaction.ts'
import type { Unverified } from '../pact-report.ts'
import { createForwarded, createHandled, findHandled } from '../states/change-state.ts'
import { toKnownState } from '../states/known-state.ts'
import { stateNames } from '../states/provider-states.ts'
import { createReadyStates, postPlant } from '../states/ready-states.ts'
import { type StateServer, startStateServer } from '../states/state-server.ts'
import { findVerifier } from '../verifier/find-verifier.ts'
import { createPrivateFolder } from '../verifier/private-folder.ts'
import { type Recorder, startRecorder } from '../verifier/recorder.ts'
import { runVerifier, type Verdict, VerifierCrash } from '../verifier/run-verifier.ts'
import { takeIdLike } from './fresh-id.ts'
import { type Preparation, preparePact } from './prepare-pact.ts'
import type { VerifyProviderOptions } from './provider-options.ts'
import type { RunStop } from './run-stop.ts'

/** The results of Pact's verifier, and the states that could not be set up; or why there are no results. */
export type PactRun =
  | (Verdict & { failures: StateServer['failures']; exchanges: Recorder['exchanges'] })
  | { unverified: Unverified }

/** The options of a run, with all that it needs filled in. */
type RunOptions = VerifyProviderOptions &
  Required<Pick<VerifyProviderOptions, 'requestLimit'>> & {
    /** Masks tokens in a text. */
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
  const { outcome } = await sender.send({ method: 'GET', path: base.pathname, headers, pieces: [] })
  return outcome.kind === 'unreachable' ? `${base.href} is not reachable: ${outcome.message}` : undefined
}

/** Chooses what sets up states, by the options, and says which states the kit sets up itself. */
function chooseStates(
  { states = {}, stateChangeUrl, token, requestLimit }: RunOptions,
  sender: Sender,
  signal: AbortSignal,
): { change: Parameters<typeof startStateServer>[0]; isReady: Preparation['isReady'] } {
  if (stateChangeUrl !== undefined)
    return { change: createForwarded(stateChangeUrl, requestLimit, signal), isReady: () => false }
  const ready = createReadyStates(sender, token)
  return {
    change: createHandled({ ...ready, ...states }),
    isReady: (state) => findHandled(states, state) === undefined && findHandled(ready, state) !== undefined,
  }
}

/**
 * Says why refusals prove nothing if a provider refuses everything, for example because the token is invalid or the URL is
 * wrong. A plant that an interaction or its state creates is proof enough.
 */
async function describeRefusal(
  pacts: readonly Pact[],
  { isChosen, isReady }: Preparation,
  sender: Sender,
  token: string,
): Promise<string | undefined> {
  const chosen = pacts.flatMap(readInteractions).filter(isChosen)
  const isCreated = (state: NamedState) => isReady(state) && toKnownState(state).name === stateNames.plant
  if (chosen.some((one) => expectsSuccess(one) || one.states.some(isCreated))) return undefined
  const problem = await postPlant(sender, token, String(takeIdLike(1n)))
  return (
    problem &&
    `a plain plant could not be created with the token: ${problem}. The pacts have only refusals, which would pass because of that`
  )
}

async function runTexts(
  base: URL,
  texts: readonly string[],
  states: StateServer,
  modulePath: string,
  options: RunOptions,
  signal: AbortSignal,
): Promise<PactRun> {
  const { requestLimit, mask, onOutput } = options
  using folder = createPrivateFolder()
  const { token } = options
  await using recorder = await startRecorder({ base, token, requestLimit, signal })
  const request = {
    modulePath,
    providerBaseUrl: recorder.url,
    files: texts.map((text, index) => folder.write(`${index}.json`, text)),
    stateUrl: `${states.url}/`,
    requestLimit,
    signal,
    mask,
    onOutput,
  }
  return { ...(await runVerifier(request)), failures: states.failures, exchanges: recorder.exchanges }
}

/**
 * Runs Pact's verifier over the chosen interactions that go over HTTP.
 *
 * @throws {Error} if Pact is not installed
 */
export async function runPacts(
  base: URL,
  pacts: readonly Pact[],
  isChosen: Preparation['isChosen'],
  options: RunOptions,
  stop: RunStop,
): Promise<PactRun> {
  const modulePath = findVerifier()
  const { token, invalidToken, requestLimit } = options
  const { signal } = stop
  const unreachable = await describeUnreachable(base, requestLimit, signal)
  if (unreachable !== undefined) return { unverified: { kind: 'unreachable', message: unreachable } }
  using sender = createSender({ base, requestLimit, concurrency: 1, signal })
  const { change, isReady } = chooseStates(options, sender, signal)
  await using states = await startStateServer(change)
  const preparation = { token, invalidToken, isReady, isChosen }
  const refusal = await describeRefusal(pacts, preparation, sender, token)
  if (refusal !== undefined) return { unverified: { kind: 'refused', message: refusal } }
  const texts = pacts.map((pact, index) => preparePact(pact, index, preparation))
  try {
    return await runTexts(base, texts, states, modulePath, options, signal)
  } catch (error) {
    if (signal.aborted) return { unverified: { kind: 'stopped', message: stop.describe() } }
    if (!(error instanceof VerifierCrash)) throw error
    return { unverified: { kind: 'crashed', message: error.message } }
  }
}
