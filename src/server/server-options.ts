import { checkOptions, type OptionTable, withDefault } from '../options/option-table.ts'
import { OptionsError } from '../options/options-error.ts'
import { anything, integer, oneOf } from '../options/schema.ts'
import { baseAddress, host, port } from '../options/values.ts'
import { tokenSchema } from '../store/credentials.ts'
import { type PlantStoreOptions, storeOptions } from '../store/options.ts'
import { isShared, type SharedStorage } from '../store/storage/shared-storage.ts'
import type { PlantStore } from '../store/store-interface.ts'
import type { AnsweredRequest } from './answered-request.ts'

/** The options of the server and of its store. */
export interface ServerOptions<Storage = PlantStoreOptions['storage']>
  extends Omit<PlantStoreOptions, 'storage'> {
  /** The storage of the plants, memory by default. */
  storage?: Storage
  /** The store that answers; by default a new one with the other options. */
  store?: PlantStore
  /** The port, 4010 by default; 0 takes a free one. */
  port?: number
  /** The host name or address to listen on, 127.0.0.1 by default. */
  host?: string
  /** `token` gives every bearer token its own plants, journal and faults. */
  isolate?: 'token'
  /** The address of the real service. It gets every request except those to the operation and to the control API. */
  upstream?: string
  /** The certificate in PEM format, with those between it and its CA after it. With it, the server serves https. */
  tlsCert?: string | Buffer
  /** The private key of the certificate in PEM format, without a passphrase. */
  tlsKey?: string | Buffer
  /** The token that the control API requires in `X-Admin-Token`. Without it, the control API answers only on loopback addresses. */
  adminToken?: string
  /** How long `close` waits for requests in flight, in milliseconds, 5000 by default. */
  shutdownTimeout?: number
  /** Called after each answer; it must not throw. */
  onRequest?: (request: AnsweredRequest) => void
}

/** The options of a server whose store is in a storage that other servers share. */
export type SharedServerOptions = ServerOptions<SharedStorage> & { storage: SharedStorage }

/** The options of a server of either kind. */
export type AnyServerOptions = ServerOptions<PlantStoreOptions['storage'] | SharedStorage>

/** The schemas and defaults of all options. */
export const serverOptions = {
  ...storeOptions,
  store: anything,
  port: withDefault(port, 4010),
  host: withDefault(host, '127.0.0.1'),
  isolate: oneOf('token'),
  upstream: baseAddress,
  tlsCert: anything,
  tlsKey: anything,
  adminToken: tokenSchema,
  shutdownTimeout: withDefault(integer(0, 3_600_000), 5000),
  onRequest: anything,
} satisfies OptionTable<AnyServerOptions>

/** Finds the option that another one excludes or needs. */
function findContradiction(options: AnyServerOptions): [option: string, problem: string] | undefined {
  const { isolate, tlsCert, tlsKey, store, ...others } = options
  if (isolate !== undefined && store !== undefined)
    return ['isolate', "creates its own stores, so you can't pass store"]
  if (isolate !== undefined && others.storage !== undefined && !isShared(others))
    return ['isolate', "keeps plants in memory or in Redis, so it can't be combined with this storage"]
  if (tlsKey === undefined && tlsCert !== undefined)
    return ['tlsKey', 'must be set, because there is a certificate']
  if (tlsCert === undefined && tlsKey !== undefined)
    return ['tlsCert', 'must be set, because there is a private key']
  const ignored = Object.keys(storeOptions).find(
    (name) => name !== 'cors' && others[name as keyof typeof others] !== undefined,
  )
  if (store !== undefined && ignored !== undefined)
    return ['store', `already has its own options, so you can't pass ${ignored}`]
  return undefined
}

/** Checks all options; those of the store too. */
export function checkServerOptions(options: AnyServerOptions): void {
  checkOptions(options, serverOptions)
  const [option, problem] = findContradiction(options) ?? []
  if (option !== undefined) throw new OptionsError(problem, [option])
}
