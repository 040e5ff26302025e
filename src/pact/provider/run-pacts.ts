import type { VerifierOptions } from '@pact-foundation/pact-core'
import { operation } from '../../contract/generated/operation.ts'
import { type Exchange, type HttpRequest, isSuccess, readStatus, toPath } from '../../http/exchange.ts'
import { createAgent, sendRequest } from '../../http/send-request.ts'
import { createSender } from '../../http/sender.ts'
import { suggestBase } from '../../http/suggest-base.ts'
import type { Unjudged } from '../report.ts'
import { readState, stateNames, toKnown } from '../states/provider-states.ts'
import {
  type CreatePlant,
  callHandler,
  createCreator,
  createForwarded,
  findHandled,
  reachOwnState,
  type StateChange,
  type StateValues,
  waitForValues,
} from '../states/state-handlers.ts'
import { takeIdLike } from '../states/take-id-like.ts'
import type { Mismatch, Verdict } from '../verifier/run-verifier.ts'
import { askService, readAnswer, readId, withToken } from './ask-service.ts'
import { checkChosen, toList } from './choose-pacts.ts'
import type { VerifyProviderOptions } from './provider-options.ts'
import { type Turn, takeTurns } from './take-turns.ts'

type RunOptions = VerifyProviderOptions & {
  requestLimit: number
  signal: AbortSignal
  mask(text: string): string
}

/** Milliseconds that a service may take to answer the first request; one that accepts connections counts as running. */
const reachLimit = 5000

/** Milliseconds that the verifier waits longer than the service may take. */
const grace = 10_000

/** The most requests that find out whether an id is stored. */
const maxRequests = 3

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
  turns: readonly Turn[],
  expected: readonly number[],
  base: URL,
  create: CreatePlant,
): Promise<Unjudged | undefined> {
  const creating = turns.filter(({ at }) => isSuccess(expected[at] ?? 0))
  const isStored = ({ states }: Turn) => states.some(({ own }) => own?.name === stateNames.plant)
  if (creating.length === 0 && turns.some(isStored)) return undefined
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

/** A status that no pact expects. */
const noStatus = 999

const toExpected = (mismatches: readonly Mismatch[] = []): number =>
  Number(mismatches.find(({ type }) => type === 'StatusMismatch')?.expected ?? 0)

/** How Pact's verifier went through pacts with a service. */
export interface PactRun {
  verdict: Verdict
  turns: Turn[]
  /** The status that each interaction expects; 0 if the verifier can't send it. */
  expected: number[]
  /** What the verifier says about results that it could not publish. */
  unpublished: string[]
}

/**
 * Runs Pact's verifier twice. The verifier doesn't say what an interaction expects before it has an answer, so the first
 * time, it gets useless answers and the service is not asked.
 *
 * @returns why nothing is known, or how the verifier went through the pacts
 *
 * @throws {VerifierCrash} if the verifier gives no result
 */
export async function runPacts(
  base: URL,
  pactUrls: string[],
  options: RunOptions,
): Promise<Unjudged | (PactRun & { kind?: never })> {
  const { token, invalidToken, requestLimit, signal, states = {}, stateChangeUrl, mask, broker = {} } = options
  const unreachable = await describeUnreachable(base, requestLimit, signal)
  if (unreachable !== undefined) return { kind: 'unreachable', message: unreachable }
  const { publishVerificationResult, ...selecting } = broker
  const isOfBroker = broker.pactBrokerUrl !== undefined
  const verifierOptions: Partial<VerifierOptions> = {
    pactUrls,
    ...(options.provider !== undefined && { provider: options.provider }),
    consumerFilters: [...toList(options.consumer)],
    ...(isOfBroker && { consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }] }),
    ...selecting,
    // The server ends requests and changes of states that take too long, and reports that.
    timeout: maxRequests * requestLimit + grace,
    logLevel: options.onOutput === undefined ? 'error' : 'info',
  }
  const env = options.description === undefined ? {} : { PACT_DESCRIPTION: options.description }
  const running = { what: 'verify the pacts', signal, mask }
  const rehearsal = await takeTurns(
    {
      base,
      change: () => ({}),
      answer: () => ({ version: '1.1', status: noStatus, headers: [], body: Buffer.alloc(0) }),
    },
    verifierOptions,
    { ...running, env: { ...env, PACT_DO_NOT_TRACK: 'true' } },
  )
  const planned = rehearsal.verdict.results
  if (planned.length > 0 || rehearsal.verdict.failures.length === 0) checkChosen(planned, options)
  const expected = planned.map(({ mismatch }) => toExpected(mismatch?.mismatches))
  if (planned.length === 0) return { ...rehearsal, expected, unpublished: [] }

  const forward = stateChangeUrl && createForwarded(stateChangeUrl, signal)
  using sender = createSender({ base, requestLimit, concurrency: 1, signal })
  const create = createCreator(sender, token)
  async function change(turn: Turn, asked: StateChange): Promise<StateValues> {
    const { request } = rehearsal.turns[turn.at] ?? {}
    const state = readState(asked.state, asked.params, request && readId(request))
    const isSetup = asked.action === 'setup'
    const own = forward || findHandled(states, state) !== undefined ? undefined : state.own
    if (isSetup) turn.states.push(state)
    if (own === undefined) {
      const changing = forward
        ? forward({ ...asked, params: state.params })
        : (async () => callHandler(states, state, asked.action))()
      return await waitForValues(changing, requestLimit)
    }
    if (!isSetup) return {}
    const { id } = await reachOwnState(own, create)
    if (own.id !== undefined && id !== undefined) turn.substitutes.set(own.id, id)
    return { id }
  }

  const agent = createAgent(base)
  async function send(request: HttpRequest): Promise<Exchange> {
    const start = performance.now()
    const startedAt = new Date().toISOString()
    const outcome = await sendRequest(request, { base, agent, limit: requestLimit, signal })
    return { request, outcome, startedAt, duration: performance.now() - start }
  }
  async function answer(turn: Turn, request: HttpRequest) {
    const { isTokenInvalid } = toKnown(turn.states, expected[turn.at] ?? 0)
    const refused = invalidToken === undefined ? request : withToken(request, invalidToken)
    const own = isTokenInvalid ? refused : withToken(request, token, '$PLANT_STORE_TOKEN')
    turn.exchange = await askService(turn, own, expected[turn.at] ?? 0, send)
    return readAnswer(turn.exchange)
  }
  const unpublished: string[] = []
  const onOutput = (text: string): void => {
    const [, problem] = /(Publishing of verification results failed.*)/.exec(text) ?? []
    if (problem !== undefined) unpublished.push(problem)
    options.onOutput?.(text)
  }
  const publishing = publishVerificationResult === undefined ? {} : { publishVerificationResult }
  try {
    const run = await takeTurns(
      { base, change, answer },
      { ...verifierOptions, ...publishing },
      { ...running, env, onOutput },
    )
    return (await explainRefusals(run.turns, expected, base, create)) ?? { ...run, expected, unpublished }
  } finally {
    agent.destroy()
  }
}
