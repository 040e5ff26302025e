import type { AnyApi } from '../../contract/contract.ts'
import type { AnyMock, MockOptions } from '../../mock/create-mock.ts'
import type { LoggedRequest } from './logged-request.ts'

/** The options of a server besides those of its mock. */
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
  /** The token that the control API requires in `X-Admin-Token`. Without it, the control API is only on loopback addresses. */
  adminToken?: string
  /** The port of the control API and its page; by default `port`, and with `upstream` a free one. */
  adminPort?: number
  /** Names of hosts that requests to the control API and to the upstream may have, besides localhost, IP addresses, and `host`. */
  allowHosts?: readonly string[]
  /** The most bytes of the head of a request, such as with large cookies, 16384 (16 KiB) by default. */
  maxHeaderSize?: number
  /** How long `close` waits for requests in flight, in milliseconds, 5000 by default. */
  shutdownTimeout?: number
  /** Called after each response, and after each callback and webhook; it must not throw. */
  onRequest?: (request: LoggedRequest) => void
}

/** The options of a server, and of its mock. */
export interface ServerOptions<Api = AnyApi> extends MockOptions<Api>, OwnOptions {
  /** The mock that responds; by default a new one with the other options. */
  mock?: AnyMock<Api>
}
