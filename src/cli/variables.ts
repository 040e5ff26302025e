import { suggestClosest } from './closest.ts'

const prefix = 'PLANT_STORE_'

/** The variables that don't belong to a flag of `start`. */
const otherNames = ['URL', 'ADMIN_URL', 'INVALID_TOKEN']

/** The variables of switches. */
const switches = [`${prefix}VERBOSE`, `${prefix}WATCH`]

/** Warns about variables whose names look misspelled; all others may belong to another program. */
async function warnOfMisspelled(names: readonly string[]): Promise<void> {
  const [{ serverFlags }, { toVariable }] = await Promise.all([
    import('./fake/server-flags.ts'),
    import('./flags.ts'),
  ])
  const known = [
    ...Object.keys(serverFlags).map((name) => toVariable(name).slice(prefix.length)),
    ...otherNames,
  ]
  for (const name of names) {
    const rest = name.slice(prefix.length)
    const hint = known.includes(rest) ? '' : suggestClosest(rest, known)
    if (hint !== '') process.stderr.write(`${name} has no effect${hint.replace('mean ', `mean ${prefix}`)}\n`)
  }
}

/**
 * Deletes the variables that count as unset: empty ones, because CI files often name variables that have no value, and
 * switches that are off. Warns about misspelled ones.
 */
export async function prepareVariables(): Promise<void> {
  for (const [name, value] of Object.entries(process.env)) {
    const isOff = switches.includes(name) && /^(?:0|false|no|off)$/i.test(value ?? '')
    if (name.startsWith(prefix) && (value === '' || isOff)) delete process.env[name]
  }
  const names = Object.keys(process.env).filter((name) => name.startsWith(prefix))
  if (names.length > 0) await warnOfMisspelled(names)
}
