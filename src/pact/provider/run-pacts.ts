import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VerifierOptions } from '@pact-foundation/pact-core'
import type { Exchange } from '../../http/exchange.ts'
import { readRequestBody, startLocalServer, toForwarded, writeAnswer } from '../../http/relay.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { wrongCredentials } from '../states.ts'
import type { ServiceConnection } from './connect.ts'
import type { VerifyProviderOptions } from './provider-options.ts'
import { runVerifier, type Verdict } from './run-verifier.ts'
import { createStates, type StateChange } from './set-up-state.ts'

/** One interaction as Pact's verifier goes through it: it sets up the states, sends the request, and cleans up. */
interface InteractionRun {
  states: string[]
  /** Why its states could not be set up or cleaned up. */
  failures: string[]
  exchange?: Exchange
}

/**
 * Runs Pact's verifier with a service; there are as many turns as results. `unpublished` says which results could not be published. The verifier asks a server of this process, which sets up states, puts the token and
 * headers in, and passes the bytes on: Pact's core wouldn't trust a certificate of one's own.
 *
 * @throws {Error} if the verifier gives no result
 */
export async function runPacts(
  base: URL,
  service: ServiceConnection,
  options: VerifyProviderOptions,
  more: Pick<VerifierOptions, 'pactUrls' | 'timeout'>,
  { signal, mask }: { signal: AbortSignal; mask(text: string): string },
): Promise<{ verdict: Verdict; turns: InteractionRun[]; unpublished: string[] }> {
  const change = createStates(options, service, signal)
  const turns: InteractionRun[] = []
  let isOver = true

  async function takeState(asked: StateChange): Promise<object> {
    if (asked.action === 'setup' && isOver) turns.push({ states: [], failures: [] })
    isOver = asked.action === 'teardown'
    const turn = turns.at(-1) as InteractionRun
    // Without states, the verifier asks for one without a name. What wasn't set up isn't cleaned up.
    if (asked.state === '' || turn.failures.length > 0) return {}
    turn.states.push(asked.state)
    try {
      return await change(asked)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const done = isOver ? 'cleaned up' : 'set up'
      turn.failures.push(`the state "${asked.state}" could not be ${done}: ${reason}`)
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
    const headers = answer.headers.filter(([name]) => name !== 'content-encoding')
    // The verifier publishes what differs.
    const text = answer.body.toString()
    const isSecret = service.secrets().some((secret) => text.includes(secret))
    const shown = isSecret ? Buffer.from(mask(text)) : answer.body
    writeAnswer(response, { ...answer, headers, body: shown }, incoming.method)
  }
  await using server = await startLocalServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  const verifierOptions: VerifierOptions = {
    ...(options.broker?.pactBrokerUrl !== undefined && {
      consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    }),
    ...options.broker,
    ...(options.provider !== undefined && { provider: options.provider }),
    ...more,
    logLevel: options.onOutput === undefined ? 'error' : 'info',
    providerBaseUrl: server.url,
    providerStatesSetupUrl: server.url + statePath,
    providerStatesSetupTeardown: true,
    // A redirect target isn't the response of this service.
    followRedirects: false,
    failIfNoPactsFound: true,
  }
  const unpublished: string[] = []
  const verdict = await runVerifier(verifierOptions, signal, mask, (text) => {
    const [problem] = /Publishing of verification results failed.*/.exec(text) ?? []
    if (problem !== undefined) unpublished.push(problem)
    options.onOutput?.(`${text}\n`)
  })
  if (verdict.interactionResults.length !== turns.length)
    throw new Error(`Pact's verifier asked for ${turns.length} interactions, and reported others`)
  return { verdict, turns, unpublished }
}
