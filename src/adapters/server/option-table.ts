import { mockOptions } from '../../mock/option-table.ts'
import { isShared } from '../../mock/shared-state.ts'
import { checkOptions, type OptionTable, withDefault } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import { anything, array, integer, oneOf } from '../../options/schema.ts'
import { baseAddress, host, hostName, port, token } from '../../options/values.ts'
import type { ServerOptions } from './server-options.ts'

/** The schemas and defaults of all options. */
export const serverOptions = {
  ...mockOptions,
  mock: anything,
  port: withDefault(port, 4010),
  host: withDefault(host, '127.0.0.1'),
  isolate: oneOf('token'),
  upstream: baseAddress,
  tlsCert: anything,
  tlsKey: anything,
  adminToken: token,
  adminPort: port,
  allowHosts: array(hostName),
  maxHeaderSize: withDefault(integer(1024, 2 ** 20), 16_384),
  shutdownTimeout: withDefault(integer(0, 3_600_000), 5000),
  onRequest: anything,
} satisfies OptionTable<ServerOptions>

/** Finds the option that another one excludes or needs. */
function findContradiction(options: ServerOptions): [option: string, problem: string] | undefined {
  const { isolate, tlsCert, tlsKey, mock, storage } = options
  if (isolate !== undefined && mock !== undefined)
    return ['isolate', "creates its own mocks, so you can't pass mock"]
  if (isolate !== undefined && storage !== undefined && !isShared(storage))
    return ['isolate', "keeps records in memory or in Redis, so it can't be combined with this storage"]
  if (tlsKey === undefined && tlsCert !== undefined)
    return ['tlsKey', 'must be set, because there is a certificate']
  if (tlsCert === undefined && tlsKey !== undefined)
    return ['tlsCert', 'must be set, because there is a private key']
  const ignored = (Object.keys(mockOptions) as (keyof typeof mockOptions)[]).find(
    (name) => name !== 'cors' && options[name] !== undefined,
  )
  return mock !== undefined && ignored !== undefined
    ? ['mock', `already has its own options, so you can't pass ${ignored}`]
    : undefined
}

/** Checks all options; those of the mock too. */
export function checkServerOptions(options: ServerOptions): void {
  checkOptions(options, serverOptions)
  const [option, problem] = findContradiction(options) ?? []
  if (option !== undefined) throw new OptionsError(problem, [option])
}
