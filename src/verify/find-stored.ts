import type { Exchange } from '../http/exchange.ts'
import { readPlant } from '../judge/read-body.ts'
import type { SentPlant } from '../probes/source.ts'

/** Returns the texts of an answer that aren't those of its request but those of other plants with the same id. */
export function findStored(
  exchange: Exchange,
  sent: SentPlant,
  others: readonly SentPlant[],
): Partial<Pick<SentPlant, 'name' | 'tag'>> {
  const got = readPlant(exchange)
  const members = (['name', 'tag'] as const).filter(
    (member) => got[member] !== sent[member] && others.some((other) => other[member] === got[member]),
  )
  return Object.fromEntries(members.map((member) => [member, got[member]]))
}
