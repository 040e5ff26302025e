import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VerifierOptions } from '@pact-foundation/pact-core'
import { type Access, addAccess } from '../../http/access.ts'
import { type Exchange, type HttpRequest, readStatus } from '../../http/exchange.ts'
import { readRequestBody, startLocalServer, toForwarded, writeAnswer } from '../../http/relay.ts'
import { createAgent, sendRequest } from '../../http/send-request.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { check } from '../../options/check.ts'
import { OptionsError } from '../../options/options-error.ts'
import { token as tokenSchema } from '../../options/values.ts'
import type { Unjudged } from '../report.ts'
import { wrongCredentials } from '../states.ts'
import { runVerifier, type Verdict, VerifierCrash } from '../verifier/run-verifier.ts'
import type { VerifyProviderOptions } from './provider-options.ts'
import { createStates, type SendJson, type StateChange } from './set-up-state.ts'

/** Milliseconds that the verifier waits longer than the service may take. */
const grace = 10_000

/** One interaction as Pact's verifier goes through it: it sets up the states, sends the request, and cleans up. */
export interface Turn {
  states: string[]
  /** Why its states could not be set up or cleaned up. */
  failures: string[]
  exchange?: Exchange
}

/** How Pact's verifier went through pacts with a service. */
interface PactRun {
  verdict: Verdict
  turns: Turn[]
  /** What the verifier says about results that it could not publish. */
  unpublished: string[]
}

type RunOptions = VerifyProviderOptions & {
  access: Access
  requestLimit: number
  signal: AbortSignal
  /** The tokens so far. */
  secrets: string[]
  mask(text: string): string
}

export const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

/** Puts a token in the place of each bearer token of a request; what can't be a token (RFC 6750 section 2.1) stays as it is. */
function withToken(request: HttpRequest, token: string | undefined, shell?: string): HttpRequest {
  if (token === undefined) return request
  const headers = request.headers.map((header) => {
    const [, scheme] = /^(bearer +)[\w.~+/-]+=*$/i.exec(header.value) ?? []
    const isCredential = header.name.toLowerCase() === 'authorization' && scheme !== undefined
    return isCredential
      ? { ...header, value: scheme + token, ...(shell && { shell: scheme + shell }) }
      : header
  })
  return { ...request, headers }
}

const listNames = (names: Iterable<string>): string =>
  [...new Set(names)].map((name) => `"${name}"`).join(', ')

/** Throws an error if interactions don't belong to one service, or if a filter leaves nothing of what it names. */
function checkChosen({ results }: Verdict, { provider, consumer, description }: VerifyProviderOptions): void {
  const providers = new Set(results.map((one) => one.provider))
  if (provider === undefined && providers.size > 1)
    throw new OptionsError(`is missing, and the pacts are for ${listNames(providers)}`, ['provider'])
  const consumers = new Set(results.map((one) => one.consumer))
  const missing = toList(consumer).filter((name) => !consumers.has(name))
  if (missing.length > 0) throw new OptionsError(`no pact is from the consumer ${listNames(missing)}`)
  if (results.length > 0) return
  throw new OptionsError(
    description === undefined
      ? 'there are no interactions to verify'
      : `no interaction has "${description}" in its description`,
  )
}

/** Says that the service rejects the token, or has another address, if it did so with every interaction. */
function explainRejections({ results }: Verdict, turns: readonly Turn[], base: URL): Unjudged | undefined {
  const statuses = turns.map(({ exchange }) => exchange && readStatus(exchange))
  const [status = 0] = statuses
  const isAll = (...some: number[]): boolean =>
    results.length > 0 &&
    results.every(({ result }) => result !== 'OK') &&
    statuses.every((one) => one !== undefined && some.includes(one))
  if (isAll(401, 403))
    return {
      kind: 'refused',
      message: `the service responds with ${status} to every interaction. Pass a valid token`,
    }
  return isAll(404, 405, 501)
    ? {
        kind: 'not-found',
        message: `the service responds with ${status} to every interaction. Pass its base address instead of ${base.href}`,
      }
    : undefined
}

/**
 * Runs Pact's verifier with a service. The verifier asks a server of this process, which sets up states, puts the token and
 * headers in, and passes the bytes on: Pact's core wouldn't trust a certificate of one's own.
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
  const { access, invalidToken, requestLimit, signal, mask, broker = {}, secrets } = options
  const agent = createAgent(base, access.tls)
  using _agent = { [Symbol.dispose]: () => agent.destroy() }
  async function getToken(): Promise<string | undefined> {
    const { token } = options
    const made = typeof token === 'function' ? await token(signal) : token
    if (made !== undefined) check(made, tokenSchema, 'the token')
    secrets.push(...(made === undefined ? [] : [made]))
    return made
  }
  async function send(request: HttpRequest): Promise<Exchange> {
    const start = performance.now()
    const startedAt = new Date().toISOString()
    const outcome = await sendRequest(request, { base, agent, limit: requestLimit, signal })
    return { request, outcome, startedAt, duration: performance.now() - start }
  }
  const sendJson: SendJson = async (method, path, body = '') => {
    const own =
      body === ''
        ? []
        : [
            { name: 'Content-Type', value: 'application/json' },
            { name: 'Content-Length', value: `${Buffer.byteLength(body)}` },
          ]
    const headers = [{ name: 'Host', value: base.host }, ...own]
    const { outcome } = await send(
      addAccess({ method, path, headers, pieces: body === '' ? [] : [Buffer.from(body)] }, access),
    )
    if (outcome.kind !== 'answer') throw new Error(outcome.message)
    return { status: outcome.answer.status, body: outcome.answer.body.toString() }
  }
  const first = await send({
    method: 'GET',
    path: base.pathname,
    headers: [{ name: 'Host', value: base.host }],
    pieces: [],
  })
  if (first.outcome.kind === 'unreachable')
    return { kind: 'unreachable', message: `${base.href} is not reachable: ${first.outcome.message}` }
  let token = await getToken()
  const change = createStates(options, sendJson, signal)
  const turns: Turn[] = []
  let isOver = true

  async function takeState(asked: StateChange): Promise<object> {
    if (asked.action === 'setup' && isOver) turns.push({ states: [], failures: [] })
    isOver = asked.action === 'teardown'
    const turn = turns.at(-1) as Turn
    // Without states, the verifier asks for one without a name. What wasn't set up isn't cleaned up.
    if (asked.state === '' || turn.failures.length > 0) return {}
    if (!isOver) turn.states.push(asked.state)
    try {
      return await change(asked)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      turn.failures.push(
        `the state "${asked.state}" could not be ${isOver ? 'cleaned up' : 'set up'}: ${reason}`,
      )
      return {}
    }
  }

  /** Sends the request of an interaction, once more with a new token if the service rejects one that may have expired. */
  async function ask(turn: Turn, request: HttpRequest): Promise<Exchange> {
    const isWrong = turn.states.includes(wrongCredentials)
    const has = (name: string): boolean =>
      request.headers.some((header) => header.name.toLowerCase() === name.toLowerCase())
    // A credential that the pact leaves out is missing on purpose.
    const added = access.headers.filter(({ name, shell }) => shell === undefined || (!isWrong && has(name)))
    const kept = request.headers.filter(
      (header) => !added.some(({ name }) => name.toLowerCase() === header.name.toLowerCase()),
    )
    const own = addAccess({ ...request, headers: [...kept, ...added] }, { ...access, headers: [] })
    const put = (): HttpRequest =>
      withToken(own, isWrong ? invalidToken : token, isWrong ? undefined : '$PLANT_STORE_TOKEN')
    const exchange = await send(put())
    if (isWrong || readStatus(exchange) !== 401 || typeof options.token !== 'function') return exchange
    token = await getToken()
    return await send(put())
  }

  const statePath = `/${randomUUID()}`
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readRequestBody(incoming)
    if (incoming.url === statePath) {
      const values = await takeState(parseExactJson(body.toString()) as StateChange)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(stringifyExactJson(values))
      return
    }
    const turn = turns.at(-1)
    // An interaction whose states failed isn't sent. If the service doesn't respond, the verifier gets no response either.
    if (turn === undefined || turn.failures.length > 0) return void response.destroy()
    turn.exchange = await ask(turn, toForwarded(incoming, incoming.url ?? '', body, base))
    const { outcome } = turn.exchange
    if (outcome.kind !== 'answer') return void response.destroy()
    const text = outcome.answer.body.toString()
    // Pact's verifier publishes what differs.
    const shown = secrets.some((secret) => text.includes(secret))
      ? Buffer.from(mask(text))
      : outcome.answer.body
    const headers = outcome.answer.headers.filter(([name]) => name !== 'content-encoding')
    writeAnswer(response, { ...outcome.answer, headers, body: shown }, incoming.method)
  }
  await using server = await startLocalServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  const unpublished: string[] = []
  const verifier: VerifierOptions = {
    ...(broker.pactBrokerUrl !== undefined && {
      consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    }),
    ...broker,
    pactUrls,
    ...(options.provider !== undefined && { provider: options.provider }),
    consumerFilters: [...toList(options.consumer)],
    // The server ends requests and changes of states that take too long, and reports that.
    timeout: 2 * requestLimit + grace,
    logLevel: options.onOutput === undefined ? 'error' : 'info',
    providerBaseUrl: server.url,
    providerStatesSetupUrl: server.url + statePath,
    providerStatesSetupTeardown: true,
    // A redirect target isn't the response of this service.
    followRedirects: false,
    failIfNoPactsFound: true,
  }
  const verdict = await runVerifier(verifier, {
    env: options.description === undefined ? {} : { PACT_DESCRIPTION: options.description },
    signal,
    mask,
    onOutput(text) {
      const [, problem] = /(Publishing of verification results failed.*)/.exec(text) ?? []
      if (problem !== undefined) unpublished.push(problem)
      options.onOutput?.(text)
    },
  })
  if (turns.length > 0 || verdict.failures.length === 0) checkChosen(verdict, options)
  if (verdict.results.length !== turns.length)
    throw new VerifierCrash(`Pact's verifier asked for ${turns.length} interactions, and reported others`)
  return explainRejections(verdict, turns, base) ?? { verdict, turns, unpublished }
}
