import { type OptionTable, withDefault } from '../options/option-table.ts'
import { anything, boolean } from '../options/schema.ts'
import { host, port } from '../options/values.ts'
import type { ValidationProxyOptions } from './options.ts'

/** The schemas and defaults of all options. */
export const proxyOptions = {
  port: withDefault(port, 4020),
  host: withDefault(host, '127.0.0.1'),
  errors: boolean,
  secondOpinion: boolean,
  onExchange: anything,
} satisfies OptionTable<ValidationProxyOptions>
