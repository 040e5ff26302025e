import type { Mock, MockOptions } from '../mock/create-mock.ts'
import type { SharedStorage } from '../mock/shared-state.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { PlantStore } from '../store/store-interface.ts'
import type { AnsweredRequest } from './answered-request.ts'

/** The options of a server, whatever it serves. */
interface OwnOptions {
  /** The port, 4010 by default; 0 takes a free one. */
  port?: number
  /** The host name or address to listen on, 127.0.0.1 by default. */
  host?: string
  /** `token` gives every bearer token or other credential its own records, journal, and faults. */
  isolate?: 'token'
  /** The address of the real service. It gets every request except those to the operations and to the control API. */
  upstream?: string
  /** The certificate in PEM format, followed by those between it and its CA. With a certificate, the server serves https. */
  tlsCert?: string | Buffer
  /** The private key of the certificate in PEM format, without a passphrase. */
  tlsKey?: string | Buffer
  /** The token that the control API requires in `X-Admin-Token`. Without it, the control API answers only on loopback addresses. */
  adminToken?: string
  /** The port of the control API and its page; by default `port`, and with `upstream` a free one. */
  adminPort?: number
  /** Names of hosts that requests to the control API and to the upstream may have, besides localhost, IP addresses, and `host`. */
  allowHosts?: readonly string[]
  /** How long `close` waits for requests in flight, in milliseconds, 5000 by default. */
  shutdownTimeout?: number
  /** Called after each answer; it must not throw. */
  onRequest?: (request: AnsweredRequest) => void
}

/** The options of the server and of its store. */
export interface ServerOptions<Storage = PlantStoreOptions['storage']>
  extends Omit<PlantStoreOptions, 'storage'>,
    OwnOptions {
  /** The storage of the plants, memory by default. */
  storage?: Storage
  /** The store that answers; by default a new one with the other options. */
  store?: PlantStore
  /** A mock of another API, which is served instead of a store. */
  mock?: Mock
}

/** The options of a server of any description, and of its mock. */
export interface MockServerOptions extends MockOptions, OwnOptions {}

/** The options of a server whose store is in a storage that other servers share. */
export type SharedServerOptions = ServerOptions<SharedStorage> & { storage: SharedStorage }

/** The options of a server of either kind. */
export type AnyServerOptions = ServerOptions<PlantStoreOptions['storage'] | SharedStorage>
