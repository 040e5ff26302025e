/** Thrown where an option has a value that it cannot have. */
export class PactOptionsError extends TypeError {
  override name = 'PactOptionsError'
}
