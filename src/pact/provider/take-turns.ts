import type { VerifierOptions } from '@pact-foundation/pact-core'
import type { Exchange, HttpAnswer, HttpRequest } from '../../http/exchange.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import type { NamedState } from '../states/provider-states.ts'
import type { StateChange, StateValues } from '../states/state-handlers.ts'
import { runVerifier, type Verdict, VerifierCrash } from '../verifier/run-verifier.ts'
import { startServer } from '../verifier/start-server.ts'

/** One interaction as Pact's verifier goes through it: it sets up the states, sends the request, and cleans up. */
export interface Turn {
  at: number
  states: NamedState[]
  /** Why its states could not be set up or cleaned up. */
  failures: string[]
  /** The ids of the states that the kit reached itself, and those that it took instead. */
  substitutes: Map<bigint, bigint>
  /** The status that the pact expects, if that is known. */
  expected: number
  request?: HttpRequest
  exchange?: Exchange
}

interface Acts {
  base: URL
  change(turn: Turn, asked: StateChange): StateValues | Promise<StateValues>
  answer(turn: Turn, request: HttpRequest): HttpAnswer | undefined | Promise<HttpAnswer | undefined>
}

/**
 * Lets Pact's verifier go through pacts, and returns its verdict with the turns, in the same order.
 *
 * @throws {VerifierCrash} if the verifier gives no result
 */
export async function takeTurns(
  { base, change, answer }: Acts,
  options: Partial<VerifierOptions>,
  running: Parameters<typeof runVerifier>[1],
): Promise<{ verdict: Verdict; turns: Turn[] }> {
  const turns: Turn[] = []
  let isOver = true
  await using server = await startServer({
    base,
    async change(asked) {
      if (asked.action === 'setup' && isOver)
        turns.push({ at: turns.length, states: [], failures: [], substitutes: new Map(), expected: 0 })
      isOver = asked.action === 'teardown'
      const turn = turns.at(-1) as Turn
      // Without states, the verifier asks for one without a name. What wasn't set up isn't cleaned up.
      if (asked.state === '' || turn.failures.length > 0) return {}
      try {
        return await change(turn, asked)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const verb = isOver ? 'cleaned up' : 'set up'
        turn.failures.push(`the state "${asked.state}" could not be ${verb}: ${reason}`)
        return {}
      }
    },
    async answer(request) {
      const turn = turns.at(-1)
      // An interaction whose states failed isn't sent.
      if (turn === undefined || turn.failures.length > 0) return undefined
      turn.request = request
      return await answer(turn, request)
    },
  })
  const [verdict] = await runVerifier([{ ...options, ...server.options }], running)
  if (verdict?.results.length !== turns.length)
    throw new VerifierCrash(`Pact's verifier asked for ${turns.length} interactions, and reported others`)
  return { verdict, turns }
}

/** Reads the body of a request if it is an object in JSON. */
export function readBody({ pieces }: HttpRequest): Record<string, unknown> {
  try {
    const body = parseExactJson(Buffer.concat([...pieces]).toString())
    return isObject(body) ? body : {}
  } catch {
    // Pacts have bodies that aren't JSON, too.
    return {}
  }
}
