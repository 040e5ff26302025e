/** The exit codes of the command line. */
export const exitCodes = { failure: 1, usage: 2, portTaken: 3, unjudged: 4 } as const

/** A failure that a user is told in one line. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failure) {
    super(message)
    this.exitCode = exitCode
  }
}
