import { createPlainPlant, writePlant } from '../probes/plain-plant.ts'
import type { SentPlant } from '../probes/source.ts'
import type { Session } from '../verify/trial.ts'

/** Writes a new plain plant with some members of its own as JSON. */
export const writePlain = (session: Session, own: Partial<SentPlant> = {}): string =>
  writePlant({ ...createPlainPlant(session), ...own })

/** Writes letters for a name or a tag, in the style that the service accepts in plain plants. */
export function writeLetters({ random, memory }: Session, count: number): string {
  const { style = 'plain' } = memory
  const text = random.letters(count)
  const rest = style === 'plain' ? text.slice(1) : text.slice(1).toLowerCase()
  const first = text.charAt(0)
  return (style === 'modest' ? first.toLowerCase() : first.toUpperCase()) + rest
}
