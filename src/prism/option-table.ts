import { type OptionTable, withDefault } from '../options/option-table.ts'
import { anything, array, boolean } from '../options/schema.ts'
import { host, hostName, port } from '../options/values.ts'
import type { ValidationProxyOptions } from './options.ts'

/** The schemas and defaults of all options. */
export const proxyOptions = {
  port: withDefault(port, 4020),
  host: withDefault(host, '127.0.0.1'),
  allowHosts: array(hostName),
  errors: boolean,
  secondOpinion: boolean,
  onExchange: anything,
} satisfies OptionTable<ValidationProxyOptions>
