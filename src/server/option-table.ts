import { mockOptions } from '../mock/option-table.ts'
import { isShared } from '../mock/shared-state.ts'
import { checkOptions, type OptionTable, withDefault } from '../options/option-table.ts'
import { OptionsError } from '../options/options-error.ts'
import { anything, array, integer, oneOf, that } from '../options/schema.ts'
import { baseAddress, host, hostName, port } from '../options/values.ts'
import { tokenSchema } from '../store/credentials.ts'
import { storeOptions } from '../store/option-table.ts'
import type { AnyServerOptions, MockServerOptions } from './server-options.ts'

/** The schemas and defaults of the options that a server has, whatever it serves. */
const ownOptions = {
  port: withDefault(port, 4010),
  host: withDefault(host, '127.0.0.1'),
  isolate: oneOf('token'),
  upstream: baseAddress,
  tlsCert: anything,
  tlsKey: anything,
  adminToken: tokenSchema,
  adminPort: port,
  allowHosts: array(hostName),
  shutdownTimeout: withDefault(integer(0, 3_600_000), 5000),
  onRequest: anything,
}

/** The schemas and defaults of all options. */
export const serverOptions = {
  ...storeOptions,
  // `redisStore` returns a promise, and what that gives keeps more than plants.
  storage: that(
    storeOptions.storage.expected,
    (storage) => isShared(storage) || storeOptions.storage.find(storage) !== undefined,
    true,
  ),
  store: anything,
  mock: anything,
  ...ownOptions,
} satisfies OptionTable<AnyServerOptions>

/** Whether options are those of a server of any description. */
const isOfContract = (options: AnyServerOptions | MockServerOptions): options is MockServerOptions =>
  Object(options).contract !== undefined

/** Finds the option that another one excludes or needs. */
function findContradiction(
  options: AnyServerOptions | MockServerOptions,
): [option: string, problem: string] | undefined {
  const { isolate, tlsCert, tlsKey, store, mock, ...others } = options as AnyServerOptions
  const given = store === undefined ? 'mock' : 'store'
  if (mock !== undefined && store !== undefined) return ['store', "can't be passed with a mock"]
  if (isolate !== undefined && (store ?? mock) !== undefined)
    return ['isolate', `creates its own stores, so you can't pass ${given}`]
  if (isolate !== undefined && others.storage !== undefined && !isShared(others.storage))
    return ['isolate', "keeps records in memory or in Redis, so it can't be combined with this storage"]
  if (tlsKey === undefined && tlsCert !== undefined)
    return ['tlsKey', 'must be set, because there is a certificate']
  if (tlsCert === undefined && tlsKey !== undefined)
    return ['tlsCert', 'must be set, because there is a private key']
  const ignored = Object.keys(storeOptions).find(
    (name) => name !== 'cors' && others[name as keyof typeof others] !== undefined,
  )
  if ((store ?? mock) !== undefined && ignored !== undefined)
    return [given, `already has its own options, so you can't pass ${ignored}`]
  return undefined
}

/** Checks all options; those of the store too. */
export function checkServerOptions(options: AnyServerOptions | MockServerOptions): void {
  checkOptions(options, isOfContract(options) ? { ...mockOptions, ...ownOptions } : serverOptions)
  const [option, problem] = findContradiction(options) ?? []
  if (option !== undefined) throw new OptionsError(problem, [option])
}
