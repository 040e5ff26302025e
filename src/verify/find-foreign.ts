import { type Exchange, joinPieces } from '../http/exchange.ts'
import { readSent } from '../judge/read-body.ts'
import type { Session } from './trial.ts'

/** Lists the words of a text that are long enough to be a plain name or tag; a service may change their case. */
const listWords = (text: string): string[] => text.toLowerCase().match(/[a-z]{8,}/g) ?? []

/** Returns a plain name or tag in an answer that only requests for other plants sent, in whatever place of the answer. */
export function findForeign({ memory }: Pick<Session, 'memory'>, exchange: Exchange): string | undefined {
  const { request, outcome } = exchange
  if (outcome.kind !== 'answer') return undefined
  const { headers, body } = outcome.answer
  const got = listWords([body.toString('latin1'), ...headers.map(([, value]) => value)].join(' '))
  const isForeign = (id: bigint | undefined): boolean => id !== undefined && id !== request.plant?.id
  const others = got.filter((word) => isForeign(memory.texts?.get(word)))
  if (others.length === 0) return undefined
  const { name, tag } = readSent(exchange)
  const texts = [joinPieces(request).toString('latin1'), name, tag].filter((text) => typeof text === 'string')
  const own = listWords(texts.join(' '))
  return others.find((word) => !own.includes(word))
}
