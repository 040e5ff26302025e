import { operation } from '../../contract/generated/operation.ts'
import { type Exchange, type HttpRequest, readStatus, toPath } from '../../http/exchange.ts'
import { createAgent, sendRequest } from '../../http/send-request.ts'
import { createSender, type Sender } from '../../http/sender.ts'
import { suggestBase } from '../../http/suggest-base.ts'
import { expectsSuccess, type NamedState, type PactInteraction } from '../file/pact-interaction.ts'
import type { Unjudged } from '../report.ts'
import { isKnownState, stateNames, toKnown, toKnownState } from '../states/provider-states.ts'
import {
  type CreatePlant,
  callHandler,
  createCreator,
  createForwarded,
  findHandled,
  reachOwnState,
  type StateChange,
} from '../states/state-handlers.ts'
import { startStateServer } from '../states/state-server.ts'
import { takeIdLike } from '../states/take-id-like.ts'
import { startRecorder } from '../verifier/recorder.ts'
import {
  findVerifier,
  runVerifier,
  type VerifiedInteraction,
  VerifierCrash,
} from '../verifier/run-verifier.ts'
import { askProvider, chooseSubstitutes, type Doubt, type Substitutes, withToken } from './ask-provider.ts'
import { type Chosen, preparePacts } from './prepare-pact.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

/** The outcome of an interaction. */
export interface Verified {
  results: readonly VerifiedInteraction[]
  failures: readonly string[]
  exchange?: Exchange
  /** The ids that were sent instead of those of the pact. */
  substitutes: Substitutes
  doubt?: Doubt
}

/** The outcome of each chosen interaction, by its key, and why the verifier failed although no interaction did; or why nothing is known. */
export type PactRun = { verified: ReadonlyMap<string, Verified>; failure: string | undefined } | Unjudged

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

/**
 * Says why refusals prove nothing if the provider created no plant, neither for an interaction nor for a state: it refuses
 * a plain plant, too, such as because the token is invalid.
 */
async function explainRefusals(
  chosen: readonly Chosen[],
  verified: ReadonlyMap<string, Verified>,
  base: URL,
  isReady: (state: NamedState) => boolean,
  create: CreatePlant,
): Promise<Unjudged | undefined> {
  const isStored = (state: NamedState) => isReady(state) && toKnownState(state).name === stateNames.plant
  const creating = chosen.filter(({ interaction }) => expectsSuccess(interaction))
  if (creating.length === 0 && chosen.some(({ interaction }) => interaction.states.some(isStored)))
    return undefined
  const statuses = creating.map(({ key }) => {
    const exchange = verified.get(key)?.exchange
    return exchange && readStatus(exchange)
  })
  const [status] = statuses
  const isOfToken = (one: unknown): boolean => one === 401 || one === 403
  const isOfAddress = (one: unknown): boolean => one === 404 || one === 405 || one === 501
  if (!statuses.every(isOfToken) && !statuses.every(isOfAddress)) return undefined
  const problem = await create(takeIdLike(1n))
  if (problem === undefined) return undefined
  const { method, path } = operation
  const { href } = new URL(toPath(base, path), base)
  const hint = suggestBase(base)
  if (isOfAddress(status))
    return {
      kind: 'not-found',
      message: `nothing accepts ${method} at ${href}: it responds with ${status}. ${hint}`,
    }
  const message = isOfToken(status)
    ? `the provider refuses the token: it responds with ${status} to every plant that should be created. Pass a valid token`
    : `a plain plant could not be created with the token: ${problem}. The pacts have only refusals, which would pass for the same reason`
  return { kind: 'refused', message }
}

/** Runs Pact's verifier over the chosen interactions that go over HTTP. */
export async function runPacts(
  base: URL,
  chosen: readonly Chosen[],
  options: RunOptions,
  describeStop: () => string,
): Promise<PactRun> {
  const modulePath = findVerifier()
  const { token, invalidToken, requestLimit, signal, mask, onOutput, states = {}, stateChangeUrl } = options
  const unreachable = await describeUnreachable(base, requestLimit, signal)
  if (unreachable !== undefined) return { kind: 'unreachable', message: unreachable }
  const begin = (): Sender => createSender({ base, requestLimit, concurrency: 1, signal })
  const create = createCreator(begin, token)
  /** Whether the kit reaches a state itself. */
  const isReady = (state: NamedState): boolean =>
    stateChangeUrl === undefined && isKnownState(state) && findHandled(states, state) === undefined

  const interactions = new Map(chosen.map(({ key, interaction }) => [key, interaction]))
  const verified = new Map<string, Verified>()
  for (const { key, interaction } of chosen)
    verified.set(key, { results: [], failures: [], substitutes: chooseSubstitutes(interaction, isReady) })
  const find = (key: string) => ({
    interaction: interactions.get(key) as PactInteraction,
    one: verified.get(key) as Verified,
  })
  const forward = stateChangeUrl && createForwarded(stateChangeUrl, signal)
  async function change(asked: StateChange, key: string): Promise<unknown> {
    const { interaction, one } = find(key)
    // States have no parameters before version 3.
    const completed = interaction.states.find(({ name }) => name === asked.state)
    const state = { name: asked.state, params: { ...asked.params, ...completed?.params, ...asked.params } }
    if (forward) return await forward({ ...asked, params: state.params })
    if (!isReady(state)) return await callHandler(states, { ...asked, params: state.params })
    return asked.action === 'setup' && reachOwnState(toKnownState(state), one.substitutes, create)
  }
  const agent = createAgent(base)
  using sender = begin()
  async function sendOnce(request: HttpRequest): Promise<Exchange> {
    const start = performance.now()
    const startedAt = new Date().toISOString()
    const outcome = await sendRequest(request, { base, agent, limit: requestLimit, signal })
    return { request, outcome, startedAt, duration: performance.now() - start }
  }
  async function send(key: string, request: HttpRequest): Promise<Exchange> {
    const { interaction, one } = find(key)
    const refused = invalidToken === undefined ? request : withToken(request, invalidToken)
    const own = toKnown(interaction).isTokenInvalid
      ? refused
      : withToken(request, token, '$PLANT_STORE_TOKEN')
    Object.assign(one, await askProvider(interaction, own, isReady, one.substitutes, sendOnce, sender.send))
    return one.exchange as Exchange
  }

  try {
    await using stateServer = await startStateServer(change, requestLimit)
    await using recorder = await startRecorder(base, send)
    const urls = { providerBaseUrl: recorder.url, stateUrl: `${stateServer.url}/` }
    const texts = preparePacts(chosen)
    const verdict = await runVerifier({ modulePath, ...urls, texts, requestLimit, signal, mask, onOutput })
    const { results } = verdict
    for (const [key, one] of verified) {
      one.results = results.filter(({ description }) => description === key)
      one.failures = stateServer.failures.get(key) ?? []
    }
    const refusal = await explainRefusals(chosen, verified, base, isReady, create)
    if (refusal !== undefined) return refusal
    const isPassed = results.every(({ result }) => result === 'OK')
    return { verified, failure: isPassed ? verdict.failures[0] : undefined }
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', message: describeStop() }
    if (!(error instanceof VerifierCrash)) throw error
    return { kind: 'crashed', message: error.message }
  } finally {
    agent.destroy()
  }
}
