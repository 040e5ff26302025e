import type { Contract } from '../contract/contract.ts'
import { plantStore } from '../contract/plant-store.ts'
import { maskAlso } from '../http/mask.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'
import { type Accepted, requireLogin, toCredentialsByScheme } from './checks/check-credentials.ts'
import { type EffectContext, stateName } from './effects/context.ts'
import type { MockRequest, MockResponse } from './exchange.ts'
import type { Failure } from './failure.ts'
import type { KeptState } from './kept-state.ts'
import type { MockOptions, MockSettings } from './options.ts'
import { createRecords, type KeptRecords } from './records.ts'
import { createRespondTo, type RespondTo } from './respond-to.ts'
import { createReject } from './responses/reject.ts'
import { type Steps, wait } from './steps.ts'
import type { StoredRecord } from './storage/mock-storage.ts'

/** How a mock responds, worked out from its options. */
export interface Behavior {
  options: MockOptions
  contract: Contract
  accepted: Accepted
  settings: MockSettings
  /** The operation that a request means, or why there is none. */
  match(request: MockRequest): ReturnType<Contract['match']>
  respondTo: RespondTo
  reject(request: MockRequest, failure: Failure): MockResponse
  /** Throws an {@link OptionsError} if there is no such resource. */
  records(name: string): KeptRecords
  /** The records of the seed, by the name of their resource. */
  seedRecords(): ReadonlyMap<string, readonly StoredRecord[]>
  /** Stores the records of the seed whose keys aren't stored. */
  seed(): Steps<void>
  /** Replaces all records by those of the seed, and forgets made keys and responses to idempotency keys. */
  restore(): Steps<void>
}

/**
 * Works out the behavior of a mock.
 *
 * @throws {OptionsError} if an option is invalid
 */
export function createBehavior(options: MockOptions, kept: KeptState): Behavior {
  const {
    contract = plantStore(),
    responses = 'usual',
    onDuplicate = 'reject',
    unknownProperties = 'ignore',
    unknownParameters = 'ignore',
    maxBody = 1024 * 1024,
    journal = 1000,
    latency = 0,
    cors = '*',
    now = () => new Date(),
  } = options
  const { storage, issued } = kept
  const { securitySchemes } = contract
  const listed = toCredentialsByScheme(securitySchemes, options.credentials)
  const forLogin = { listed, issued }
  const accepted = options.requireLogin ? { listed: requireLogin(securitySchemes, listed), issued } : forLogin
  const reject = createReject(contract, responses, now)
  maskAlso(securitySchemes.flatMap(({ kind, parameter }) => (kind === 'apiKey' ? [parameter] : [])))
  // A copy, so that a reset restores it whatever its owner does with it.
  const seed = structuredClone(options.seed ?? {})
  const context: EffectContext = { ...kept, contract, onDuplicate, now, keySchemas: new Map() }
  const records = new Map(contract.resources.map((one) => [one.name, createRecords(one, context)]))
  const getRecords = (name: string): KeptRecords => {
    const found = records.get(name)
    if (found !== undefined) return found
    const known = [...records.keys()].join(', ') || 'none'
    throw new OptionsError(`there is no resource ${describeValue(name)}; the resources are ${known}`)
  }
  for (const [name, values] of Object.entries(seed)) getRecords(name).checkAll(values, ['seed', name])
  const match: Behavior['match'] = ({ method, path, headers }) => contract.match(method, path, headers)
  return {
    options,
    contract,
    accepted,
    settings: {
      storage: storage.kind ?? 'custom',
      responses,
      onDuplicate,
      unknownProperties,
      unknownParameters,
      latency,
      maxBody,
      journal,
      credentials: Object.keys(accepted.listed),
      cors,
    },
    respondTo: createRespondTo(options, {
      context,
      accepted,
      forLogin,
      issued,
      reject,
      idempotency: kept.idempotency,
      getRecords,
    }),
    reject(request, failure) {
      const found = match(request)
      return reject(failure, request, found.kind === 'operation' ? found.operation : undefined)
    },
    match,
    records: getRecords,
    seedRecords: () =>
      new Map(contract.resources.map(({ name }) => [name, getRecords(name).toRecords(seed[name] ?? [])])).set(
        stateName,
        [],
      ),
    *seed() {
      for (const [name, values] of Object.entries(seed)) yield* getRecords(name).addMissing(values)
    },
    *restore() {
      kept.restart()
      yield* wait(context.state.replaceAll([]))
      for (const { name } of contract.resources) yield* wait(getRecords(name).replaceAll(seed[name] ?? []))
    },
  }
}
