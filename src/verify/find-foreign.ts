import { type Exchange, type HttpRequest, joinPieces } from '../http/exchange.ts'
import { readSent } from '../judge/read-body.ts'
import type { Session } from './trial.ts'

/** The name or tag of a plain plant, which no service makes up by chance. */
const plainText = /(?:fern|leaf)[a-z]{4,}/gi

const listTexts = (text: string): readonly string[] => text.match(plainText) ?? []

/** A service may change the case of a text. */
const fold = (text: string): string => text.toLowerCase()

const findId = (body: string): string | undefined => /"id":(-?\d+)/.exec(body)?.[1]

/** Remembers the plain texts that a request sends, and the id of its plant. */
export function rememberTexts({ memory }: Pick<Session, 'memory'>, request: HttpRequest): void {
  const body = joinPieces(request).toString('latin1')
  memory.texts ??= new Map()
  for (const text of listTexts(body)) memory.texts.set(fold(text), findId(body))
}

/** Returns a plain text of an answer that only requests for other plants sent, in whatever place of the answer. */
export function findForeign({ memory }: Pick<Session, 'memory'>, exchange: Exchange): string | undefined {
  const { request, outcome } = exchange
  if (outcome.kind !== 'answer') return undefined
  const { headers, body } = outcome.answer
  const got = listTexts([body.toString('latin1'), ...headers.map(([, value]) => value)].join(' '))
  if (got.length === 0) return undefined
  const sent = joinPieces(request).toString('latin1')
  const { name, tag } = readSent(exchange)
  const own = [sent, name, tag].flatMap((one) => (typeof one === 'string' ? listTexts(one).map(fold) : []))
  const id = findId(sent)
  return got.find((text) => {
    const isKnown = memory.texts?.has(fold(text)) === true && !own.includes(fold(text))
    return isKnown && (id === undefined || memory.texts?.get(fold(text)) !== id)
  })
}
