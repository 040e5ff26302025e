import type { VerifierOptions } from '@pact-foundation/pact-core'
import { operation } from '../../contract/generated/operation.ts'
import {
  type Exchange,
  type HttpAnswer,
  type HttpRequest,
  isSuccess,
  readStatus,
  toPath,
} from '../../http/exchange.ts'
import { createAgent, sendRequest } from '../../http/send-request.ts'
import { suggestBase } from '../../http/suggest-base.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { toHttpRequest } from '../../probes/ask.ts'
import { findCore } from '../load-core.ts'
import type { Unjudged } from '../report.ts'
import { readState, toKnown } from '../states/provider-states.ts'
import {
  callHandler,
  forwardState,
  reachOwnState,
  type StateChange,
  type StateValues,
} from '../states/state-handlers.ts'
import type { Verdict } from '../verifier/run-verifier.ts'
import { askService, readAnswer, readId, withToken } from './ask-service.ts'
import { checkChosen, toList } from './choose-pacts.ts'
import type { VerifyProviderOptions } from './provider-options.ts'
import { type Turn, takeTurns } from './take-turns.ts'

type RunOptions = VerifyProviderOptions & {
  requestLimit: number
  signal: AbortSignal
  mask(text: string): string
}

const what = 'verify the pacts'

/** Milliseconds that the verifier waits longer than the service may take. */
const grace = 10_000

/** The most requests that find out whether an id is stored. */
const maxRequests = 3

/** Says that the service refuses the token, or has another address, if no plant that should be created was created. */
function explainRefusals(turns: readonly Turn[], base: URL): Unjudged | undefined {
  const creating = turns.filter(({ expected }) => isSuccess(expected))
  const statuses = creating.map(({ exchange }) => exchange && readStatus(exchange))
  const [status = 0] = statuses
  const all = (...some: number[]): boolean =>
    statuses.length > 0 && statuses.every((one) => one !== undefined && some.includes(one))
  if (all(401, 403)) {
    const message = `the service refuses the token: it responds with ${status} to every plant that should be created. Pass a valid token`
    return { kind: 'refused', message }
  }
  if (!all(404, 405, 501)) return undefined
  const { method, path } = operation
  const { href } = new URL(toPath(base, path), base)
  const message = `nothing accepts ${method} at ${href}: it responds with ${status}. ${suggestBase(base)}`
  return { kind: 'not-found', message }
}

/** A status that no pact expects. */
const noStatus = 999

/** What an interaction expects; its status is 0 if Pact's verifier can't send its request. */
interface Planned {
  status: number
  id: bigint | undefined
}

/**
 * Lets Pact's verifier go through pacts once with useless answers, without the service: it doesn't say what an interaction
 * expects before it has an answer.
 */
async function rehearse(
  base: URL,
  options: Partial<VerifierOptions>,
  running: Parameters<typeof takeTurns>[2],
): Promise<{ verdict: Verdict; planned: Planned[] }> {
  const answer = (): HttpAnswer => ({ version: '1.1', status: noStatus, headers: [], body: Buffer.alloc(0) })
  const env = { ...running.env, PACT_DO_NOT_TRACK: 'true' }
  const rehearsal = await takeTurns({ base, change: () => ({}), answer }, options, { ...running, env })
  const planned = rehearsal.verdict.results.map(({ mismatch }, at) => {
    const ofStatus = mismatch?.mismatches?.find(({ type }) => type === 'StatusMismatch')
    const { request } = rehearsal.turns[at] ?? {}
    return { status: Number(ofStatus?.expected ?? 0), id: request && readId(request) }
  })
  return { verdict: rehearsal.verdict, planned }
}

/** How Pact's verifier went through pacts with a service. */
export interface PactRun {
  verdict: Verdict
  turns: Turn[]
  /** What the verifier says about results that it could not publish. */
  unpublished: string[]
}

/**
 * Runs Pact's verifier with a service.
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
  findCore(what)
  const { token, invalidToken, requestLimit, signal, mask } = options
  const { states = {}, stateChangeUrl, broker = {} } = options
  const agent = createAgent(base)
  using _agent = { [Symbol.dispose]: () => agent.destroy() }
  async function send(request: HttpRequest): Promise<Exchange> {
    const start = performance.now()
    const startedAt = new Date().toISOString()
    const outcome = await sendRequest(request, { base, agent, limit: requestLimit, signal })
    return { request, outcome, startedAt, duration: performance.now() - start }
  }
  const headers = [{ name: 'Host', value: base.host }]
  const { outcome } = await send({ method: 'GET', path: base.pathname, headers, pieces: [] })
  if (outcome.kind === 'unreachable')
    return { kind: 'unreachable', message: `${base.href} is not reachable: ${outcome.message}` }
  const { publishVerificationResult, ...selecting } = broker
  const isOfBroker = broker.pactBrokerUrl !== undefined
  const verifierOptions: Partial<VerifierOptions> = {
    ...(isOfBroker && { consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }] }),
    ...selecting,
    pactUrls,
    ...(options.provider !== undefined && { provider: options.provider }),
    consumerFilters: [...toList(options.consumer)],
    // The server ends requests and changes of states that take too long, and reports that.
    timeout: maxRequests * requestLimit + grace,
    logLevel: options.onOutput === undefined ? 'error' : 'info',
  }
  const env = options.description === undefined ? {} : { PACT_DESCRIPTION: options.description }
  const running = { what, signal, mask, env }
  const { verdict, planned } = await rehearse(base, verifierOptions, running)
  if (planned.length > 0 || verdict.failures.length === 0) checkChosen(verdict.results, options)
  if (planned.length === 0) return { verdict, turns: [], unpublished: [] }

  const target = { base, currentToken: () => token, agent: 'plant-store-verify-pacts' }
  const create = (plant: object) => send(toHttpRequest({ body: stringifyExactJson(plant) }, target))
  async function change(turn: Turn, asked: StateChange): Promise<StateValues> {
    const state = readState(asked.state, asked.params, planned[turn.at]?.id)
    const isSetup = asked.action === 'setup'
    const own = stateChangeUrl || Object.hasOwn(states, asked.state) ? undefined : state.own
    if (isSetup) turn.states.push(state)
    if (own === undefined) {
      const values = stateChangeUrl
        ? await forwardState(stateChangeUrl, { ...asked, params: state.params }, signal)
        : await callHandler(states, state, asked.action)
      return isObject(values) ? values : {}
    }
    if (!isSetup) return {}
    const { id } = await reachOwnState(own, create)
    if (own.id !== undefined && id !== undefined) turn.substitutes.set(own.id, id)
    return { id }
  }

  async function answer(turn: Turn, request: HttpRequest) {
    turn.expected = planned[turn.at]?.status ?? 0
    const { isTokenInvalid } = toKnown(turn.states, turn.expected)
    const refused = invalidToken === undefined ? request : withToken(request, invalidToken)
    const own = isTokenInvalid ? refused : withToken(request, token, '$PLANT_STORE_TOKEN')
    turn.exchange = await askService(turn, own, send)
    const answered = readAnswer(turn.exchange)
    // Pact's verifier publishes what differs.
    return answered?.body.includes(token)
      ? { ...answered, body: Buffer.from(mask(answered.body.toString())) }
      : answered
  }
  const unpublished: string[] = []
  const onOutput = (text: string): void => {
    const [, problem] = /(Publishing of verification results failed.*)/.exec(text) ?? []
    if (problem !== undefined) unpublished.push(problem)
    options.onOutput?.(text)
  }
  const run = await takeTurns(
    { base, change, answer },
    { ...verifierOptions, ...(publishVerificationResult && { publishVerificationResult }) },
    { ...running, onOutput },
  )
  return explainRefusals(run.turns, base) ?? { ...run, unpublished }
}
