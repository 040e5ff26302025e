import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VerifierOptions } from '@pact-foundation/pact-core'
import type { Exchange } from '../../http/exchange.ts'
import { readRequestBody, startLocalServer, toForwarded, writeAnswer } from '../../http/relay.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { OptionsError } from '../../options/options-error.ts'
import type { Unjudged } from '../report.ts'
import { wrongCredentials } from '../states.ts'
import { runVerifier, type Verdict, VerifierCrash } from '../verifier/run-verifier.ts'
import { connect, type RunOptions } from './connect.ts'
import { createStates, type StateChange } from './set-up-state.ts'

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

export const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

const toVerifierOptions = (
  options: RunOptions,
  pactUrls: string[],
  url: string,
  statePath: string,
): VerifierOptions => ({
  ...(options.broker?.pactBrokerUrl !== undefined && {
    consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
  }),
  ...options.broker,
  pactUrls,
  ...(options.provider !== undefined && { provider: options.provider }),
  consumerFilters: [...toList(options.consumer)],
  // The server ends requests and changes of states that take too long, and reports that.
  timeout: 2 * options.requestLimit + grace,
  logLevel: options.onOutput === undefined ? 'error' : 'info',
  providerBaseUrl: url,
  providerStatesSetupUrl: url + statePath,
  providerStatesSetupTeardown: true,
  // A redirect target isn't the response of this service.
  followRedirects: false,
  failIfNoPactsFound: true,
})

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
  using service = await connect(base, options)
  const headers = [{ name: 'Host', value: base.host }]
  const first = await service.send({ method: 'GET', path: base.pathname, headers, pieces: [] })
  if (first.outcome.kind === 'unreachable')
    return { kind: 'unreachable', message: `${base.href} is not reachable: ${first.outcome.message}` }
  const change = createStates(options, service.sendJson, options.signal)
  const turns: Turn[] = []
  let isOver = true

  async function takeState(asked: StateChange): Promise<object> {
    if (asked.action === 'setup' && isOver) turns.push({ states: [], failures: [] })
    isOver = asked.action === 'teardown'
    const turn = turns.at(-1) as Turn
    // Without states, the verifier asks for one without a name. What wasn't set up isn't cleaned up.
    if (asked.state === '' || turn.failures.length > 0) return {}
    turn.states.push(asked.state)
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
    const request = toForwarded(incoming, incoming.url ?? '', body, base)
    turn.exchange = await service.ask(request, turn.states.includes(wrongCredentials))
    const { outcome } = turn.exchange
    if (outcome.kind !== 'answer') return void response.destroy()
    const { answer } = outcome
    const kept = answer.headers.filter(([name]) => name !== 'content-encoding')
    const text = answer.body.toString()
    // The verifier publishes what differs.
    const isSecret = options.secrets.some((secret) => text.includes(secret))
    const shown = isSecret ? Buffer.from(options.mask(text)) : answer.body
    writeAnswer(response, { ...answer, headers: kept, body: shown }, incoming.method)
  }
  await using server = await startLocalServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  const unpublished: string[] = []
  const verdict = await runVerifier(toVerifierOptions(options, pactUrls, server.url, statePath), {
    env: options.description === undefined ? {} : { PACT_DESCRIPTION: options.description },
    signal: options.signal,
    mask: options.mask,
    onOutput(text) {
      const [problem] = /Publishing of verification results failed.*/.exec(text) ?? []
      if (problem !== undefined) unpublished.push(problem)
      options.onOutput?.(text)
    },
  })
  const missing = toList(options.consumer).find(
    (name) => !verdict.results.some((one) => one.consumer === name),
  )
  if (missing !== undefined && verdict.failures.length === 0)
    throw new OptionsError(`no pact is from the consumer "${missing}"`)
  if (verdict.results.length + verdict.failures.length === 0)
    throw new OptionsError('there are no interactions to verify, or the filters leave none')
  if (verdict.results.length !== turns.length)
    throw new VerifierCrash(`Pact's verifier asked for ${turns.length} interactions, and reported others`)
  return { verdict, turns, unpublished }
}
