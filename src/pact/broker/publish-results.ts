import type { PactInteraction } from '../file/pact-interaction.ts'
import type { InteractionResult } from '../pact-report.ts'
import type { Broker, BrokerPact } from './broker.ts'
import { BrokerError } from './broker-options.ts'

/** An interaction with its result. */
export type Judged = readonly [PactInteraction, InteractionResult]

/**
 * Publishes the result of each pact to a broker.
 *
 * @returns a sentence for each pact whose result could not be published, with the reason
 */
export async function publishResults(
  broker: Broker,
  pacts: readonly BrokerPact[],
  judged: readonly Judged[],
): Promise<string[]> {
  const problems: string[] = []
  for (const pact of pacts) {
    const ofPact = judged.filter(([interaction]) => interaction.pact === pact)
    const tests = ofPact.flatMap(([{ id }, { status }]) =>
      id === undefined ? [] : [{ id, isSuccess: status === 'passed' }],
    )
    const isSuccess = ofPact.every(([, { status }]) => status === 'passed')
    try {
      await broker.publish(pact, { isSuccess, tests })
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      problems.push(`The results of ${pact.source} could not be published: ${error.message}`)
    }
  }
  return problems
}
