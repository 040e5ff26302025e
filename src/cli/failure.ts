export const exitCodes = { failure: 1, usage: 2, portTaken: 3, unjudged: 4 } as const

export const endSentence = (text: string): string => text.replace(/[.?]?$/, (end) => end || '.')

export const isMissingPeer = (error: unknown): boolean =>
  error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'MODULE_NOT_FOUND'

export function describeNoAddress(host: string): string {
  const isMore = /[/[*]|^[^:]*:\d+$/.test(host)
  const hint = isMore ? ', without http:// or brackets, and the port with --port' : ''
  return `this machine has no address ${host}. Pass --host 127.0.0.1 or 0.0.0.0${hint}.`
}

/** A failure that the user sees as one line; its message ends with a period, or a question mark. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  readonly exitCode: number

  /** `cause` is the underlying error, which `--verbose` shows. */
  constructor(message: string, exitCode: number = exitCodes.failure, cause?: unknown) {
    super(endSentence(message), cause === undefined ? {} : { cause })
    this.exitCode = exitCode
  }
}

/** Says why a command can't do what it is asked to. */
export type Fail = (reason: string) => never

export const createFail =
  (verb: string): Fail =>
  (reason) => {
    throw new CommandFailure(`Failed to ${verb}: ${reason}`, exitCodes.usage)
  }
