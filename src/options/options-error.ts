/** Thrown if an option has an invalid value; the message names the option, what it must be and what it got. */
export class OptionsError extends TypeError {
  override name = 'OptionsError'
}

/** Says which option is unknown; undefined if all are known. */
export function describeUnknownOption(options: object, known: object): string | undefined {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  return unknown && `there is no option ${unknown}; the options are ${Object.keys(known).join(', ')}`
}
