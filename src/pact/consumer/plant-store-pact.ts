import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringifyExactJson } from '../../contract/exact-json.ts'
import { operation } from '../../contract/generated/operation.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { addToPact, readPact } from '../file/pact-file.ts'
import { checkKnownOptions, checkPactOptions, type PactOptions } from '../pact-options.ts'
import {
  bodyRefused,
  credentialsRefused,
  type Interaction,
  plantCreated,
  type RefusedAnswer,
  type WrongCredentials,
} from './interactions.ts'
import {
  type BegunInteraction,
  loadPact,
  type Pact,
  type PactV4Options,
  type ReadyInteraction,
} from './load-pact.ts'
import { bearer } from './templates.ts'
import { watchTests } from './watch-tests.ts'

/** How consumers' tests run. */
export interface PlantStorePactOptions extends PactOptions {
  /** What Pact can be reported its mock: `port`, `host`, `tls`, `cors` and `logLevel`. */
  mock?: Omit<PactV4Options, 'consumer' | 'provider' | 'dir' | 'spec'>
}

/** How an interaction is called. */
export interface InteractionOptions {
  /** What tells it from the others of the pact; made of its content by default. */
  description?: string
}

/**
 * Makes interactions of Pact's own, whose `executeTest` runs a test against a mock of the service and, where it passes,
 * adds them to the pact.
 */
export interface PlantStorePact {
  /** A plant is created: members that are named must be sent exactly so, others as their schema has them; no tag unless it is named. */
  plantCreated(plant?: Partial<NewPlant>, options?: InteractionOptions): ReadyInteraction
  /** A plant with a tag is created, of whatever letters where none is named. */
  plantWithTagCreated(plant?: Partial<NewPlant>, options?: InteractionOptions): ReadyInteraction
  /** A body that is no NewPlant is refused with a 400 and an Error; without a body, that none is sent. */
  bodyRefused(body?: unknown, options?: InteractionOptions): ReadyInteraction
  /**
   * Credentials are refused with a 4xx, whatever its body. That a consumer sends none if they are `missing` is for its
   * own test to see, as requests may have more headers than a pact says.
   */
  credentialsRefused(
    credentials: WrongCredentials,
    options?: InteractionOptions & RefusedAnswer,
  ): ReadyInteraction
  /** Begins an interaction of another kind, as Pact's `addInteraction` does; a test has one. */
  addInteraction(): BegunInteraction
}

/** Says an interaction in Pact's words. JSON goes as text, so that ids stay exact. */
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
      if (body === undefined) request.headers({ 'Content-Type': operation.contentType })
      else request.jsonBody(stringifyExactJson(body.json))
    })
    .willRespondWith(status, (response) => {
      if (answer.body !== undefined) response.jsonBody(stringifyExactJson(answer.body))
    })
}

/**
 * Creates what consumer tests say their side of the contract with, on Pact.
 *
 * Several test files, threads and processes may write one pact at once. What the file has stays in it, so remove it
 * before a run.
 *
 * @example
 * const pact = plantStorePact({ consumer: 'shop' })
 *
 * test('adds a plant', () =>
 *   pact.plantCreated({ id: 1, name: 'Monstera' }).executeTest(async ({ url }) => {
 *     expect(await addPlant(url, { id: 1, name: 'Monstera' })).toEqual({ name: 'Monstera' })
 *   }))
 *
 * @throws {PactOptionsError} if an option is unknown or has an invalid value
 * @throws {Error} if Pact is not installed; the message says what to install
 */
export function plantStorePact(options: PlantStorePactOptions): PlantStorePact {
  const { mock } = options
  const { consumer, provider, spec, file } = checkPactOptions(options, { mock })
  const pact = loadPact()
  const version = pact.SpecificationVersion[`SPECIFICATION_VERSION_${spec}`]

  /** Each interaction has a pact of its own, which Pact writes elsewhere, so that tests may run at the same time. */
  function addInteraction(): BegunInteraction {
    const dir = join(tmpdir(), `plant-store-pact-${randomUUID()}`)
    const { PactV4 } = pact
    const begun = new PactV4({
      logLevel: 'warn',
      ...mock,
      consumer,
      provider,
      dir,
      spec: version,
    }).addInteraction()
    return watchTests(begun, () => {
      try {
        for (const name of readdirSync(dir)) addToPact(file, readPact(join(dir, name)))
      } finally {
        rmSync(dir, { recursive: true })
      }
    })
  }
  const add = (
    interaction: Interaction,
    options: InteractionOptions = {},
    known: object = {},
  ): ReadyInteraction => {
    const { description = interaction.description } = options
    checkKnownOptions(options, { description, ...known })
    return toPact(pact, addInteraction(), { ...interaction, description })
  }

  return {
    plantCreated: (plant, options) => add(plantCreated(plant), options),
    plantWithTagCreated: (plant, options) => add(plantCreated(plant, { hasTag: true }), options),
    bodyRefused: (body, options) => add(bodyRefused(body), options),
    credentialsRefused: (credentials, options) =>
      add(credentialsRefused(credentials, options), options, { status: true, body: true }),
    addInteraction,
  }
}
