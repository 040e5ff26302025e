/** Writes a place in a text as `:line:column`, counted from 1. */
export function toLineAndColumn(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  return `:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}

/** A mistake in a text; the message ends with its line and column, if they are known. */
export class TextError extends Error {
  override name = 'TextError'
  /** The message without the place. */
  readonly problem: string
  /** The place as `:line:column`; empty if it isn't known. */
  readonly place: string

  constructor(problem: string, text = '', at?: number) {
    const place = at === undefined ? '' : toLineAndColumn(text, at)
    super(problem + place.replace(/:(\d+):(\d+)/, ' at line $1, column $2'))
    this.problem = problem
    this.place = place
  }
}
