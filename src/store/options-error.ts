/** Thrown where an option has a value that it cannot have; the message names the option, what it must be and what came. */
export class OptionsError extends Error {
  override name = 'OptionsError'
}
