import { addAccess } from '../../http/access.ts'
import { asksForFewer, type Exchange, type HttpRequest } from '../../http/exchange.ts'
import type { Bytes } from '../../http/send-bytes.ts'
import { writeMessage } from '../../http/write-message.ts'
import { type Ask, toHttpRequest } from '../../probes/ask.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import type { SentPlant } from '../../probes/source.ts'
import type { Session } from '../trial.ts'

/** How a message is written; a plain plant by default. */
export interface Form {
  ask?: Ask | ((length: number) => Ask)
  /** Changes the head: the request line and the fields, each with its line break. */
  toHead?: (head: string) => string
  toBody?: (body: string, session: Session) => string
}

/** A message, and the plant that it is about. */
export interface Message {
  plant: SentPlant
  request: HttpRequest
  bytes: Buffer
}

/** Writes a message, with all that the service wants of its clients. */
export function toMessage({ ask = {}, toHead, toBody }: Form, session: Session): Message {
  const plant = createPlainPlant(session)
  const toRequest = (own: Ask): HttpRequest =>
    addAccess(toHttpRequest({ plant, ...own }, session), session.access)
  const [{ length } = Buffer.alloc(0)] = toRequest({}).pieces
  const request = toRequest(typeof ask === 'function' ? ask(length) : ask)
  const bytes = writeMessage(request, toHead, toBody && ((body) => toBody(body, session)))
  return { plant, request, bytes }
}

/** Sends messages over a connection of their own; returns nothing if an answer asks for fewer requests, which says nothing about them. */
export async function sendMessages(
  session: Session,
  messages: readonly Message[],
  how: Partial<Bytes> = {},
): Promise<Exchange[]> {
  const { pieces = [Buffer.concat(messages.map(({ bytes }) => bytes))] } = how
  const requests = messages.map(({ request }) => ({ ...request, isRaw: true as const }))
  const exchanges = await session.sendBytes(requests, { ...how, pieces })
  const isLimited = exchanges.some(({ outcome }) => outcome.kind === 'answer' && asksForFewer(outcome.answer))
  return isLimited ? [] : exchanges
}
