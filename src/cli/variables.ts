const prefix = 'PLANT_STORE_'

/** The variables of switches. */
const switches = [`${prefix}VERBOSE`, `${prefix}WATCH`]

/**
 * Deletes the variables that count as unset: empty ones, because CI files often name variables that have no value, and
 * switches that are off.
 */
export function prepareVariables(): void {
  for (const [name, value] of Object.entries(process.env)) {
    const isOff = switches.includes(name) && /^(?:0|false|no|off)$/i.test(value ?? '')
    if (name.startsWith(prefix) && (value === '' || isOff)) delete process.env[name]
  }
}
