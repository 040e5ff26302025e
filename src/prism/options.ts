import type { Contract } from '../contract/contract.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Option, type OptionTable, withDefault } from '../options/option-table.ts'
import { anything, array, boolean } from '../options/schema.ts'
import { host, hostName, port } from '../options/values.ts'
import type { Opinion, Violation } from './violation.ts'

/** Options of the proxy: what it judges by, its address, and how it reacts to violations. */
export interface ValidationProxyOptions {
  /** What the traffic is judged by; the plant store by default. */
  contract?: Contract
  /** The port, 4020 by default; 0 takes a free one. */
  port?: number
  /** The host name or address to listen on, 127.0.0.1 by default. */
  host?: string
  /** Whether the proxy responds to violations itself with 502; it doesn't forward a wrong request. */
  errors?: boolean
  /** Names of hosts that requests may have in `Host`, besides localhost, IP addresses, and `host`. */
  allowHosts?: readonly string[]
  /** Whether Prism judges each exchange, too. It doesn't decide: the `opinions` of an exchange list its disagreements. */
  secondOpinion?: boolean
  /** Called for each exchange, with its violations and its bytes, in which credentials aren't masked; it must not throw. */
  onExchange?: (exchange: ValidatedExchange, traffic: Exchange) => void
}

/** The schemas and defaults of all options. */
export const proxyOptions: OptionTable<ValidationProxyOptions> & {
  port: Option & { default: number }
  host: Option & { default: string }
} = {
  port: withDefault(port, 4020),
  host: withDefault(host, '127.0.0.1'),
  contract: anything,
  allowHosts: array(hostName),
  errors: boolean,
  secondOpinion: boolean,
  onExchange: anything,
}

/** An exchange that went through the proxy. */
export interface ValidatedExchange {
  method: string
  /** The path with its query. */
  path: string
  /** The status that the client got; 0 if it disconnected before. */
  status: number
  /** The id of the operation; undefined if the request means none. */
  operation?: string
  violations: readonly Violation[]
  /** How Prism disagrees with the violations; undefined without `secondOpinion`. */
  opinions?: Opinion[]
  /** Why the service gave no response. */
  failure?: string
}
