import { check } from '../options/check.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeUrl } from '../options/problems.ts'
import { tokenSchema } from '../store/credentials.ts'
import { type PlantStoreOptions, storageSchema } from '../store/options.ts'
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

function checkInteger(name: string, value: number, to: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= to) return
  throw new OptionsError(`${name} must be an integer from 0 to ${to}, got ${value}`)
}

function checkUpstream(upstream: string): void {
  const url = typeof upstream === 'string' && URL.canParse(upstream) ? new URL(upstream) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol)) {
    if (`${url.username}${url.password}${url.search}${url.hash}` === '') return
    throw new OptionsError('upstream must be a URL without a user, password, query, or fragment')
  }
  throw new OptionsError(`upstream must be an http or https URL${describeUrl(upstream)}`)
}

/** Checks the options of the server; the store checks its own. */
export function checkServerOptions(options: AnyServerOptions): void {
  const {
    port = 0,
    host,
    isolate,
    upstream,
    tlsCert,
    tlsKey,
    adminToken,
    shutdownTimeout = 0,
    onRequest: _,
    cors: _cors,
    store,
    ...storeOptions
  } = options
  checkInteger('port', port, 65535)
  checkInteger('shutdownTimeout', shutdownTimeout, 3_600_000)
  check(storeOptions.storage, storageSchema, 'storage')
  if (isolate !== undefined && isolate !== 'token') {
    throw new OptionsError(`isolate must be token, got ${isolate}`)
  }
  if (isolate !== undefined && store !== undefined) {
    throw new OptionsError("isolate creates its own stores, so you can't pass store")
  }
  if (isolate !== undefined && storeOptions.storage !== undefined && !isShared(storeOptions)) {
    throw new OptionsError(
      "isolate keeps plants in memory or in Redis, so it can't be combined with this storage",
    )
  }
  if (upstream !== undefined) checkUpstream(upstream)
  if (tlsKey === undefined && tlsCert !== undefined)
    throw new OptionsError('tlsKey must be set, because there is a certificate')
  if (tlsCert === undefined && tlsKey !== undefined)
    throw new OptionsError('tlsCert must be set, because there is a private key')
  if (host === '') throw new OptionsError('host must not be empty')
  if (adminToken !== undefined) check(adminToken, tokenSchema, 'adminToken')
  const [ignored] = Object.entries(storeOptions).find(([, value]) => value !== undefined) ?? []
  if (store !== undefined && ignored !== undefined) {
    throw new OptionsError(`store already has its own options, so you can't pass ${ignored}`)
  }
}
