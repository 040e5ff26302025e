import type { OptionsError } from '../../options/options-error.ts'
import { findPlace, isShippedName } from '../data-file.ts'
import { toKebabCase, toVariable } from '../flags.ts'
import { describeMistake, shorten, showMembers } from '../mistake.ts'
import { toFlag } from '../options.ts'
import { type ServerFlags, serverFlags } from './server-flags.ts'

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
    if (!Object.hasOwn(serverFlags, name)) return error.message
    const key = toKebabCase(name)
    if (name === 'seed' || name === 'scenario') {
      const file = flags[name]
      const mistake = describeMistake(error, name + showMembers(path))
      return file === undefined || isShippedName(file)
        ? mistake
        : // The records of the only resource may be an array.
          `${file}${(await findPlace(file, path)) || (await findPlace(file, path.slice(1)))}: ${mistake}`
    }
    if (name === 'tlsCert' || name === 'tlsKey') return `${flags[name] ?? `--${key}`} ${error.problem}`
    const source = sourceOf(name)
    if (source !== 'config')
      return describeMistake(error, (source === 'env' ? toVariable(name) : `--${key}`) + shorten(path))
    const config = flags.config as string
    const place = (await findPlace(config, [key, ...path])) || (await findPlace(config, [name, ...path]))
    return `${config}${place}: ${describeMistake(error, key + showMembers(path), 'key')}`
  }
}
