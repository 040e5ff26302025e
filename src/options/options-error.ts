import { type Path, showPath } from './problems.ts'

/** Thrown if an option has an invalid value; the message names the option, what it must be, and what it got. */
export class OptionsError extends TypeError {
  override name = 'OptionsError'
  /** The names and indexes that lead to the wrong value; empty if the problem isn't about one option. */
  declare readonly path: Path
  /** What is wrong, as the rest of a sentence that begins with the option; undefined if there is no such option. */
  declare readonly problem: string | undefined
  /** The names or words of which one may be meant. */
  declare readonly known: readonly unknown[] | undefined
  /** The name that is none of the known ones. */
  declare readonly got: unknown

  /** @param message the whole message, if it isn't the path and the problem */
  constructor(
    problem: string | undefined,
    path: Path = [],
    known?: readonly unknown[],
    message: string = `${showPath(path)} ${problem}`.trim(),
    got?: unknown,
  ) {
    super(message)
    Object.assign(this, { path, problem, known, got })
  }
}
