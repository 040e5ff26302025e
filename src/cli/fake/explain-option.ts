import { shortenNames } from '../closest.ts'
import { findPlace, isShippedName } from '../data-file.ts'
import { toKebabCase, toVariable } from '../flags.ts'
import { type ServerFlags, serverFlags } from './server-flags.ts'

/** Rewrites a message about an option that the store or the server refuses, so that it names the user's flag, variable, or key. */
export type Explain = (message: string) => Promise<string>

/** A message begins with the option and the path into its value, such as `answers.duplicate-id.status` or `seed[1]`. */
const beginning = /^(there is no option )?(\w+)((?:\[\d+\]|\.[\w-]+)*)/

const toSteps = (text: string): (string | number)[] =>
  [...text.matchAll(/\[(\d+)\]|([\w-]+)/g)].map(([, index, name = '']) =>
    index === undefined ? name : Number(index),
  )

/**
 * Creates the function that explains mistakes in options.
 *
 * @param sourceOf returns the source of a flag's value, as commander names it
 */
export function createExplain(flags: ServerFlags, sourceOf: (name: string) => string | undefined): Explain {
  return async (given) => {
    const message = shortenNames(given)
    const [whole = '', isUnknown, option = '', way = ''] = beginning.exec(message) ?? []
    const name = option === 'tokens' ? 'token' : option
    if (!Object.hasOwn(serverFlags, name)) return message
    const steps = toSteps(way)
    const key = toKebabCase(name)
    if (name === 'seed' || name === 'scenario') {
      const file = flags[name]
      if (file === undefined || isShippedName(file)) return message
      return `${file}${await findPlace(file, steps)}: ${message}`
    }
    if (name === 'tlsCert' || name === 'tlsKey') {
      return (flags[name] ?? `--${key}`) + message.slice(whole.length)
    }
    const rest = message.slice(whole.length)
    const before = isUnknown === undefined ? '' : 'there is no key '
    if (sourceOf(name) === 'config') {
      const config = flags.config as string
      const place = (await findPlace(config, [key, ...steps])) || (await findPlace(config, [name, ...steps]))
      return `${config}${place}: ${before}${key}${way}${rest}`
    }
    const source = sourceOf(name) === 'env' ? toVariable(name) : `--${key}`
    return before + source + way.replace(/^\[\d+\]/, '') + rest
  }
}
