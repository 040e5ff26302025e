import type { OptionsError } from '../../options/options-error.ts'
import { findPlace, isShippedName } from '../data-file.ts'
import { toKebabCase, toVariable } from '../flags.ts'
import { describeMistake, shorten, showMembers } from '../mistake.ts'
import { toFlag } from '../options.ts'
import { type ServerFlag, type ServerFlags, serverFlags } from './server-flags.ts'

/** Describes an error about an option that the mock or the server rejects, with the user's flag, variable, key, or file. */
export type Explain = (error: OptionsError) => Promise<string>

/**
 * Creates the function that explains mistakes in options.
 *
 * @param sourceOf returns the source of a flag's value, as commander names it
 */
export function createExplain(flags: ServerFlags, sourceOf: (name: string) => string | undefined): Explain {
  return async (error) => {
    const [option = '', ...path] = error.path
    const name = toFlag(serverFlags, `${option}`)
    const flagName = toKebabCase(name)
    const { key = flagName }: Partial<ServerFlag> = serverFlags[name as keyof typeof serverFlags] ?? {}
    const { config } = flags
    const explainInFile = async (file: string): Promise<string> => {
      const place = (await findPlace(file, [key, ...path])) || (await findPlace(file, [name, ...path]))
      return `${file}${place}: ${describeMistake(error, key + showMembers(path), 'key')}`
    }
    if (!Object.hasOwn(serverFlags, name))
      return config === undefined || option === '' ? error.message : explainInFile(config)
    if (name === 'seed' || name === 'scenario') {
      const file = flags[name]
      const mistake = describeMistake(error, name + showMembers(path))
      return file === undefined || isShippedName(file)
        ? mistake
        : // The records of the only resource may be an array.
          `${file}${(await findPlace(file, path)) || (await findPlace(file, path.slice(1)))}: ${mistake}`
    }
    if (name === 'tlsCert' || name === 'tlsKey') return `${flags[name] ?? `--${flagName}`} ${error.problem}`
    const source = sourceOf(name)
    if (source !== 'config')
      return describeMistake(error, (source === 'env' ? toVariable(name) : `--${flagName}`) + shorten(path))
    return explainInFile(config as string)
  }
}
