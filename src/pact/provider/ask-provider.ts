import {
  type Exchange,
  type HttpAnswer,
  type HttpRequest,
  isSuccess,
  joinPieces,
} from '../../http/exchange.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { toSignature } from '../../judge/signature.ts'
import { isObject } from '../../options/is-object.ts'
import { expectsSuccess, type NamedState, type PactInteraction } from '../file/pact-interaction.ts'
import { stateNames, toKnownState } from '../states/provider-states.ts'
import { readInteger } from '../states/state-handlers.ts'
import { takeIdLike } from '../states/take-id-like.ts'

/** The ids that are sent instead of those that an interaction names. */
export type Substitutes = Map<bigint, bigint>

function readPlant(request: HttpRequest): { plant: object; id: bigint | undefined } {
  try {
    const plant = parseExactJson(joinPieces(request).toString())
    if (isObject(plant) && typeof plant['id'] !== 'string') return { plant, id: readInteger(plant['id']) }
  } catch {
    // Pacts have bodies that aren't JSON, too.
  }
  return { plant: {}, id: undefined }
}

function withId(request: HttpRequest, id: bigint): HttpRequest {
  const body = Buffer.from(stringifyExactJson({ ...readPlant(request).plant, id }))
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

/** Returns the ids that an interaction has only as examples, with others for them. */
export function chooseSubstitutes(
  { request, states }: PactInteraction,
  isReady: (state: NamedState) => boolean,
): Substitutes {
  const sent = readInteger(Object(request.body?.value).id)
  const isAboutSent = (state: NamedState): boolean =>
    isReady(state) && readInteger(toKnownState(state).params['id']) === sent
  return new Map(
    sent !== undefined && request.isIdExample && states.some(isAboutSent) ? [[sent, takeIdLike(sent)]] : [],
  )
}

const readAnswer = ({ outcome }: Exchange): HttpAnswer | undefined =>
  outcome.kind === 'answer' ? outcome.answer : undefined

type Send = (request: HttpRequest) => Promise<Exchange>

/** Why no other id is sent in the place of a refused one: the provider refuses stored ids like wrong ids, or takes an id for another. */
export type Doubt = 'ambiguous' | 'rounded'

/** How the request of an interaction ended. */
export interface Asked {
  exchange: Exchange
  doubt?: Doubt
}

/**
 * Sends the request of an interaction. If the provider has stored the id that should be free in the interaction's state,
 * it sends another one instead with `send`, and adds it to the substitutes. It knows a stored id by the answer to another plant that
 * it sends twice, unless the provider answers wrong ids in the same way, or ids that are only the same after rounding.
 */
export async function askProvider(
  interaction: PactInteraction,
  request: HttpRequest,
  isReady: (state: NamedState) => boolean,
  substitutes: Substitutes,
  sendOnce: Send,
  send: Send,
): Promise<Asked> {
  const { id: named } = readPlant(request)
  const id = named && (substitutes.get(named) ?? named)
  const exchange = await sendOnce(named === id || id === undefined ? request : withId(request, id))
  const answer = readAnswer(exchange)
  const isFree = (state: NamedState): boolean => {
    const { name, params } = toKnownState(state)
    return isReady(state) && name === stateNames.noPlant && readInteger(params['id']) === named
  }
  const isRefused = answer && answer.status >= 400 && answer.status <= 499 && answer.status !== 429
  if (named === undefined || named !== id || !isRefused || !interaction.states.some(isFree))
    return { exchange }
  const { status } = interaction.response
  if (answer.status === status) return { exchange }
  const other = takeIdLike(named)
  const sendOther = (): Promise<Exchange> => send(withId(request, other))
  const first = await sendOther()
  const adopt = (): Asked => {
    substitutes.set(named, other)
    return { exchange: first }
  }
  if (!expectsSuccess(interaction)) return readAnswer(first)?.status === status ? adopt() : { exchange }
  if (!isSuccess(readAnswer(first)?.status ?? 0)) return { exchange }
  // An id that a provider has rounded looks like a stored one.
  const twin = [other - 1n, other + 1n].find((one) => Number(one) === Number(other))
  const ofTwin = twin === undefined ? undefined : readAnswer(await send(withId(request, twin)))
  if (ofTwin?.status === answer.status) return { exchange, doubt: 'rounded' }
  const again = readAnswer(await sendOther())
  if (again === undefined || isSuccess(again.status)) return { exchange }
  const asStored = toSignature(again, { id: other })
  if (toSignature(answer, { id: named }) !== asStored) return { exchange }
  const wrong = 2n ** 63n
  const refused = readAnswer(await send(withId(request, wrong)))
  const isAmbiguous = refused === undefined || toSignature(refused, { id: wrong }) === asStored
  return isAmbiguous ? { exchange, doubt: 'ambiguous' } : adopt()
}
