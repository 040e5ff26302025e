import { storeOptions } from '../../store/option-table.ts'
import { fixedOptions } from '../../store/options.ts'
import { toOption } from '../options.ts'
import { type ServerFlags, serverFlags } from './server-flags.ts'

/** The options that can change while the fake runs. */
export const changeableOptions: object = Object.fromEntries(
  Object.entries(storeOptions).filter(([name]) => !fixedOptions.some((fixed) => fixed === name)),
)

/** The flags that can't change while the fake runs; all others can. */
export const fixedFlags = (Object.keys(serverFlags) as (keyof ServerFlags)[]).filter(
  (name) => !Object.hasOwn(changeableOptions, toOption(serverFlags, name)),
)
