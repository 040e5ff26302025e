import { operation } from '../../contract/generated/operation.ts'
import { type Exchange, type HttpAnswer, type HttpRequest, readStatus, toPath } from '../../http/exchange.ts'
import { createAgent, sendRequest } from '../../http/send-request.ts'
import { createSender, type Sender } from '../../http/sender.ts'
import { suggestBase } from '../../http/suggest-base.ts'
import { expectsSuccess } from '../file/pact-interaction.ts'
import type { Unjudged } from '../report.ts'
import { type NamedState, type OwnState, readState, stateNames } from '../states/provider-states.ts'
import {
  type CreatePlant,
  callHandler,
  createCreator,
  createForwarded,
  findHandled,
  reachOwnState,
  type StateChange,
} from '../states/state-handlers.ts'
import { takeIdLike } from '../states/take-id-like.ts'
import { findVerifier, runVerifier, VerifierCrash } from '../verifier/run-verifier.ts'
import { askService, readAnswer, type ServiceTrial, substituteExample, withToken } from './ask-service.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

type RunOptions = VerifyProviderOptions & {
  requestLimit: number
  signal: AbortSignal
  mask(text: string): string
}

/** Milliseconds that a service may take to answer the first request; one that accepts connections counts as running. */
const reachLimit = 5000

/** Says why a service accepts no connections; any answer shows that it runs. */
async function describeUnreachable(
  base: URL,
  limit: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const requestLimit = Math.min(limit, reachLimit)
  using sender = createSender({ base, requestLimit, concurrency: 1, signal })
  const headers = [{ name: 'Host', value: base.host }]
  // Without waiting for a service that asks for fewer requests: it runs.
  const { outcome } = await sender.alone((send) =>
    send({ method: 'GET', path: base.pathname, headers, pieces: [] }),
  )
  return outcome.kind === 'unreachable' ? `${base.href} is not reachable: ${outcome.message}` : undefined
}

/**
 * Says why refusals prove nothing if the service created no plant, neither for an interaction nor for a state: it refuses
 * a plain plant, too, such as because the token is invalid.
 */
async function explainRefusals(
  trials: readonly ServiceTrial[],
  base: URL,
  create: CreatePlant,
): Promise<Unjudged | undefined> {
  const creating = trials.filter(({ interaction }) => expectsSuccess(interaction))
  const isStored = ({ ready }: ServiceTrial) => ready.some(({ name }) => name === stateNames.plant)
  if (creating.length === 0 && trials.some(isStored)) return undefined
  const statuses = creating.map(({ exchange }) => exchange && readStatus(exchange))
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
    ? `the service refuses the token: it responds with ${status} to every plant that should be created. Pass a valid token`
    : `a plain plant could not be created with the token: ${problem}. The pacts have only refusals, which would pass for the same reason`
  return { kind: 'refused', message }
}

/**
 * Runs Pact's verifier over interactions that go over HTTP, and adds what comes of them to their trials.
 *
 * @returns why nothing is known, or why the verifier failed as a whole
 */
export async function runPacts(
  base: URL,
  trials: readonly ServiceTrial[],
  options: RunOptions,
  describeStop: () => string,
): Promise<Unjudged | { kind?: never; failure: string | undefined }> {
  const modulePath = findVerifier()
  const { token, invalidToken, requestLimit, signal, states = {}, stateChangeUrl } = options
  const unreachable = await describeUnreachable(base, requestLimit, signal)
  if (unreachable !== undefined) return { kind: 'unreachable', message: unreachable }
  const begin = (): Sender => createSender({ base, requestLimit, concurrency: 1, signal })
  const create = createCreator(begin, token)
  /** Returns the state of the kit, if the kit reaches it itself. */
  const toReady = (state: NamedState): OwnState | undefined =>
    stateChangeUrl === undefined && findHandled(states, state) === undefined ? state.own : undefined
  for (const trial of trials) {
    trial.ready = trial.interaction.states.map(toReady).filter((state) => state !== undefined)
    substituteExample(trial)
  }
  const forward = stateChangeUrl && createForwarded(stateChangeUrl, signal)
  async function change({ interaction, substitutes }: ServiceTrial, asked: StateChange): Promise<unknown> {
    // States have no parameters before version 3.
    const completed = interaction.states.find(({ name }) => name === asked.state)
    const params = { ...asked.params, ...completed?.params, ...asked.params }
    if (forward) return await forward({ ...asked, params })
    const state = readState(asked.state, params)
    const own = toReady(state)
    if (own === undefined) return await callHandler(states, state, asked.action)
    return asked.action === 'setup' && (await reachOwnState(own, substitutes, create))
  }
  const agent = createAgent(base)
  using sender = begin()
  async function sendOnce(request: HttpRequest): Promise<Exchange> {
    const start = performance.now()
    const startedAt = new Date().toISOString()
    const outcome = await sendRequest(request, { base, agent, limit: requestLimit, signal })
    return { request, outcome, startedAt, duration: performance.now() - start }
  }
  async function answer(trial: ServiceTrial, request: HttpRequest): Promise<HttpAnswer | undefined> {
    const refused = invalidToken === undefined ? request : withToken(request, invalidToken)
    const { isTokenInvalid } = trial.interaction.known
    const own = isTokenInvalid ? refused : withToken(request, token, '$PLANT_STORE_TOKEN')
    return readAnswer(await askService(trial, own, sendOnce, sender.send))
  }

  try {
    const [failure] = await runVerifier([trials], { ...options, base, modulePath, answer, change })
    return (await explainRefusals(trials, base, create)) ?? { failure }
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', message: describeStop() }
    if (!(error instanceof VerifierCrash)) throw error
    return { kind: 'crashed', message: error.message }
  } finally {
    agent.destroy()
  }
}
