/** Thrown if an option has an invalid value; the message names the option, what it must be and what it got. */
export class OptionsError extends TypeError {
  override name = 'OptionsError'
}

/**
 * Says which option is unknown; undefined if all are known.
 *
 * @param known the names of all options, as the members of an object so that none can be forgotten
 */
export function describeUnknownOption(options: object, known: object): string | undefined {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  return unknown && `there is no option ${unknown}; the options are ${Object.keys(known).join(', ')}`
}
