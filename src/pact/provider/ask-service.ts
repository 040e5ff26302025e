import {
  type Exchange,
  type HttpAnswer,
  type HttpRequest,
  isSuccess,
  readStatus,
  wasTaken,
} from '../../http/exchange.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { toSignature } from '../../judge/signature.ts'
import { readInteger, stateNames } from '../states/provider-states.ts'
import { takeIdLike } from '../states/take-id-like.ts'
import { readBody, type Turn } from './take-turns.ts'

function withId(request: HttpRequest, id: bigint): HttpRequest {
  const body = Buffer.from(stringifyExactJson({ ...readBody(request), id }))
  const headers = request.headers.map((header) =>
    header.name.toLowerCase() === 'content-length' ? { ...header, value: String(body.length) } : header,
  )
  return { ...request, headers, pieces: [body] }
}

/** Puts a token in the place of each bearer token of a request; what can't be a token (RFC 6750 section 2.1) stays as it is. */
export function withToken(request: HttpRequest, token: string, shell?: string): HttpRequest {
  const headers = request.headers.map((header) => {
    const [, scheme] = /^(bearer +)[\w.~+/-]+=*$/i.exec(header.value) ?? []
    const isCredential = header.name.toLowerCase() === 'authorization' && scheme !== undefined
    if (!isCredential) return header
    return { ...header, value: scheme + token, ...(shell && { shell: scheme + shell }) }
  })
  return { ...request, headers }
}

/** Reads the id of a request that is an integer. */
export function readId(request: HttpRequest): bigint | undefined {
  const { id } = readBody(request)
  return typeof id === 'string' ? undefined : readInteger(id)
}

export const readAnswer = ({ outcome }: Exchange): HttpAnswer | undefined =>
  outcome.kind === 'answer' ? outcome.answer : undefined

type Send = (request: HttpRequest) => Promise<Exchange>

/**
 * Sends a request with an id that fits its states. A plant that should be stored has another id. If the pact names the id of
 * a plant exactly that should not be stored, but the service has stored it, another one is sent instead: the service answers
 * in the same way if another plant is sent twice.
 *
 * @param expected the status that the pact expects
 */
export async function askService(
  { states, substitutes }: Turn,
  request: HttpRequest,
  expected: number,
  send: Send,
): Promise<Exchange> {
  const id = readId(request)
  const other = id === undefined ? undefined : substitutes.get(id)
  if (id === undefined || other === undefined) return await send(request)
  const sendOther = (): Promise<Exchange> => send(withId(request, other))
  if (states.some(({ own }) => own?.name === stateNames.plant && own.id === id)) return await sendOther()
  const exchange = await send(request)
  const answer = readAnswer(exchange)
  const isRefused = answer && answer.status >= 400 && answer.status <= 499
  if (!isRefused || answer.status === 429 || answer.status === expected) return exchange
  const first = await sendOther()
  if (!isSuccess(expected)) return readStatus(first) === expected ? first : exchange
  const again = wasTaken(first) ? readAnswer(await sendOther()) : undefined
  const isStored =
    again !== undefined &&
    !isSuccess(again.status) &&
    toSignature(answer, { id }) === toSignature(again, { id: other })
  return isStored ? first : exchange
}
