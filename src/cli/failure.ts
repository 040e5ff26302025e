/** The exit codes of the command line. */
export const exitCodes = { failure: 1, usage: 2, portTaken: 3, unjudged: 4 } as const

/** Tells whether an error says that an optional peer is not installed. */
export const isMissingPeer = (error: unknown): boolean =>
  error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'MODULE_NOT_FOUND'

/** Says that a host is none of this machine. */
export const describeNoAddress = (host: string): string =>
  `this machine has no address ${host}. Pass --host 127.0.0.1 or 0.0.0.0.`

/** A failure that a user is told in one line. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failure) {
    super(message)
    this.exitCode = exitCode
  }
}
