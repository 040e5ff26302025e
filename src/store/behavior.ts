import { operation } from '../contract/generated/operation.ts'
import { cutQuery } from '../http/mask.ts'
import type { Scenario } from '../mock/faults/fault.ts'
import { createAccept, createRefuse, type Refuse } from './answers.ts'
import { createReadCredentials } from './credentials.ts'
import type { PlantAnswer, PlantRequest } from './exchange.ts'
import type { PlantStoreOptions, PlantStoreSettings } from './options.ts'
import { createReadRequest, type ReadRequest } from './read-request.ts'
import { checkPlants, type StoredPlant } from './stored-plant.ts'

/** How a store answers, worked out from its options. */
export interface Behavior {
  /** The path of the operation. */
  path: string
  settings: PlantStoreSettings
  seed: readonly StoredPlant[]
  scenario: Scenario | undefined
  refuse: Refuse
  accept(plant: StoredPlant): PlantAnswer
  isOperation(request: PlantRequest): boolean
  /** The same, without the paths of `accepts`. */
  covers(request: PlantRequest): boolean
  /** The valid token of a request. */
  identify(request: PlantRequest): string | undefined
  read: ReadRequest
}

/**
 * Works out the behavior of a store from its options.
 *
 * @param store the kind of the storage
 *
 * @throws {OptionsError} if a plant of the seed or an answer is invalid
 */
export function createBehavior(options: PlantStoreOptions, store: string): Behavior {
  const {
    accepts = [],
    answers,
    basePath = '',
    cors = '*',
    habits = [],
    journal = 1000,
    latency = 0,
    limits,
    maxBody = 1024 * 1024,
    onDuplicate = 'reject',
    scenario,
    seed = [],
    tokens,
    unknownMembers = 'ignore',
  } = options
  const path = basePath + operation.path
  const plants = checkPlants(seed, 'seed')
  const paths = [operation.path, ...accepts].map((accepted) => basePath + accepted)
  const isPath = ({ path: target }: PlantRequest): boolean => paths.includes(cutQuery(target))
  const readCredentials = createReadCredentials(tokens, () => false)
  return {
    path,
    settings: {
      store,
      onDuplicate,
      latency,
      maxBody,
      journal,
      seed: plants.length,
      tokens: tokens?.length,
      unknownMembers,
      limits,
      habits,
      cors,
    },
    seed: plants,
    scenario,
    refuse: createRefuse(answers),
    accept: createAccept(answers),
    covers: ({ method, path: target }) => method === operation.method && cutQuery(target) === path,
    identify({ headers }) {
      const { token, failure } = readCredentials(headers)
      return failure === undefined ? token : undefined
    },
    isOperation: (request) => request.method === operation.method && isPath(request),
    read: createReadRequest(path, isPath, tokens, maxBody, options),
  }
}
