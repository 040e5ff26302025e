import { mockOptions } from '../../mock/option-table.ts'
import { fixedOptions } from '../../mock/options.ts'
import { toOption } from '../options.ts'
import { type ServerFlags, serverFlags } from './server-flags.ts'

export const changeableOptions: object = Object.fromEntries(
  Object.entries(mockOptions).filter(([name]) => !fixedOptions.some((fixed) => fixed === name)),
)

/** The flags that say which contract the mock has. */
const ofContract: readonly string[] = ['openapi', 'overlay', 'allowRefs', 'credential', 'basePath']

/** The flags that can't change while the mock runs; all others can. */
export const fixedFlags = (Object.keys(serverFlags) as (keyof ServerFlags)[]).filter(
  (name) => !Object.hasOwn(changeableOptions, toOption(serverFlags, name)) && !ofContract.includes(name),
)
