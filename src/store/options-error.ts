/** Thrown if an option has an invalid value; the message names the option, what it must be and what it got. */
export class OptionsError extends Error {
  override name = 'OptionsError'
}
