import { operation } from '../../contract/generated/operation.ts'
import { loadPeer } from '../../contract/load-peer.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { checkOptions, type OptionTable } from '../../options/option-table.ts'
import { anything, object, string } from '../../options/schema.ts'
import { checkPactOptions, type PactOptions } from '../options.ts'
import {
  bodyRefused,
  clientError,
  credentialsRefused,
  type Interaction,
  plantCreated,
  type RefusedAnswer,
  type WrongCredentials,
} from './interactions.ts'
import { bearer } from './templates.ts'

type Pact = typeof import('@pact-foundation/pact')

/** An interaction of Pact that isn't complete yet. */
export type BegunInteraction = ReturnType<InstanceType<Pact['PactV4']>['addInteraction']>

/** An interaction of Pact that is ready for its test. */
export type ReadyInteraction = ReturnType<ReturnType<BegunInteraction['withRequest']>['willRespondWith']>

const peer = { what: 'start the mock of Pact', name: 'Pact', peer: '@pact-foundation/pact' }

/** Options of the tests of a consumer. */
export interface PlantStorePactOptions extends PactOptions {
  /** Options for the mock of Pact: `port`, `host`, `tls`, `cors`, and `logLevel`. */
  mock?: Pick<ConstructorParameters<Pact['PactV4']>[0], 'port' | 'host' | 'tls' | 'cors' | 'logLevel'>
}

const mockOptions = object(
  Object.fromEntries(['port', 'host', 'tls', 'cors', 'logLevel'].map((name) => [name, anything])),
)

/** Options of an interaction. */
export interface InteractionOptions {
  /** Distinguishes the interaction from others in the pact; by default, it describes the content of the interaction. */
  description?: string
}

/**
 * Makes interactions of Pact. Their `executeTest` runs a test against a mock of the service, and adds the interaction to
 * the pact if the test passes.
 */
export interface PlantStorePact {
  /** Creates a plant. The test must send the members of `plant` exactly. It may send any valid id or name that `plant` leaves out, but no tag. */
  plantCreated(plant?: Partial<NewPlant>, options?: InteractionOptions): ReadyInteraction
  /** Creates a plant with a tag, which may be any text unless it is named. */
  plantWithTagCreated(plant?: Partial<NewPlant>, options?: InteractionOptions): ReadyInteraction
  /** Refuses a body that isn't a NewPlant with a 400 and an Error; without `body`, refuses a request without a body. */
  bodyRefused(body?: unknown, options?: InteractionOptions): ReadyInteraction
  /**
   * Refuses credentials with a 4xx and any body. For `missing`, the consumer's own test has to check that it sends none,
   * since Pact allows more headers than a pact names.
   */
  credentialsRefused(
    credentials: WrongCredentials,
    options?: InteractionOptions & RefusedAnswer,
  ): ReadyInteraction
  /** Starts an interaction of another kind, like Pact's `addInteraction`; a test has one interaction. */
  addInteraction(): BegunInteraction
}

/** Builds an interaction with Pact. JSON is passed as text, so that ids stay exact. */
function toPact(
  pact: Pact,
  begun: BegunInteraction,
  { description, states, token, body, answer }: Interaction,
): ReadyInteraction {
  const { matchStatus, HTTPResponseStatusClass } = pact.MatchersV3
  for (const { name, params } of states) begun.given(name, params && { ...params })
  const status = answer.isAnyClientError
    ? matchStatus(answer.status, HTTPResponseStatusClass.ClientError)
    : answer.status
  return begun
    .uponReceiving(description)
    .withRequest(operation.method, operation.path, (request) => {
      if (token !== undefined) request.headers({ Authorization: bearer(token) })
      // With an empty text, Pact accepts no body. Without a body, it would accept any.
      if (body && 'json' in body) request.jsonBody(stringifyExactJson(body.json))
      else request.headers({ 'Content-Type': operation.contentType }).jsonBody('')
    })
    .willRespondWith(status, (response) => {
      if (answer.body !== undefined) response.jsonBody(stringifyExactJson(answer.body))
    })
}

/**
 * Creates the helper that consumer tests use to write their pact, based on Pact.
 *
 * Pact adds each interaction to the file, or replaces one with the same description and states. It removes none, so delete
 * the file before a run. Processes that write one file at once lose interactions: run the tests in one worker.
 *
 * @example
 * const pact = plantStorePact({ consumer: 'shop' })
 *
 * test('adds a plant', () =>
 *   pact.plantCreated({ id: 1, name: 'Monstera' }).executeTest(async ({ url }) => {
 *     expect(await addPlant(url, { id: 1, name: 'Monstera' })).toEqual({ name: 'Monstera' })
 *   }))
 *
 * @throws {OptionsError} if an option is unknown or has an invalid value
 * @throws {Error} if Pact is not installed; the message says what to install
 */
export function plantStorePact(options: PlantStorePactOptions): PlantStorePact {
  const { consumer, provider, dir, spec } = checkPactOptions(options, { mock: mockOptions })
  const { mock = {} } = options
  const pact = loadPeer<Pact>(peer, (require) => require('@pact-foundation/pact'))
  const version = pact.SpecificationVersion[`SPECIFICATION_VERSION_${spec}`]

  /** Each interaction has a pact of its own, which Pact merges into the file, so that tests of one process may run at the same time. */
  const addInteraction = (): BegunInteraction =>
    new pact.PactV4({ logLevel: 'warn', ...mock, consumer, provider, dir, spec: version }).addInteraction()
  const add = (
    interaction: Interaction,
    options: InteractionOptions = {},
    more: OptionTable = {},
  ): ReadyInteraction => {
    const { description = interaction.description } = options
    checkOptions(options, { description: string, ...more })
    return toPact(pact, addInteraction(), { ...interaction, description })
  }

  return {
    plantCreated: (plant, options) => add(plantCreated(plant), options),
    plantWithTagCreated: (plant, options) => add(plantCreated(plant, { hasTag: true }), options),
    bodyRefused: (body, options) => add(bodyRefused(body), options),
    credentialsRefused: (credentials, options) =>
      add(credentialsRefused(credentials, options), options, { status: clientError, body: anything }),
    addInteraction,
  }
}
