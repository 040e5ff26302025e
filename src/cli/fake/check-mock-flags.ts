import type { ResourceOptions } from '../../contract/contract.ts'
import type { RespondOption, ResponsesOption } from '../../mock/create-mock.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { toKebabCase } from '../flags.ts'
import type { ServerFlags } from './server-flags.ts'

/** What only a configuration file can say about a mock. */
export interface MockConfig {
  resources?: ResourceOptions
  respond?: RespondOption
  responses?: ResponsesOption
}

/** What only the plant store can do yet. */
const onlyPlantStore = ['habits', 'limits', 'basePath', 'order', 'accepts', 'refuses'] as const

/** What only a mock of another API can do. */
const onlyMock = ['overlay', 'allowRefs', 'credential', 'resources', 'respond', 'responses'] as const

const usage = (message: string): CommandFailure =>
  new CommandFailure(`Failed to start the fake: ${message}`, exitCodes.usage)

/** @throws {CommandFailure} if a flag needs `--openapi`, or can't be combined with it */
export function checkMockFlags(flags: ServerFlags & MockConfig): void {
  const given = flags as Readonly<Record<string, unknown>>
  const wrong = (names: readonly string[]): string | undefined =>
    names.find((name) => given[name] !== undefined && given[name] !== false)
  if (flags.openapi === undefined) {
    const name = wrong(onlyMock)
    if (name !== undefined)
      throw usage(`--${toKebabCase(name)} needs --openapi, since it is about another API.`)
    return
  }
  const name = wrong(onlyPlantStore)
  if (name !== undefined) throw usage(`--${toKebabCase(name)} can't be combined with --openapi yet.`)
}
