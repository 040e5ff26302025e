import {
  type Exchange,
  type HttpAnswer,
  type HttpRequest,
  isSuccess,
  joinPieces,
  readStatus,
  wasTaken,
} from '../../http/exchange.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { toSignature } from '../../judge/signature.ts'
import { isObject } from '../../options/is-object.ts'
import { expectsSuccess } from '../file/pact-interaction.ts'
import { type OwnState, readInteger, stateNames } from '../states/provider-states.ts'
import { takeIdLike } from '../states/take-id-like.ts'
import type { Trial } from '../verifier/prepare-pact.ts'

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

/** A trial, and what a service answered. */
export interface ServiceTrial extends Trial {
  /** Its states that the kit reaches itself. */
  ready: readonly OwnState[]
  /** The ids that are sent instead of those that the interaction names. */
  readonly substitutes: Map<bigint, bigint>
  exchange?: Exchange
  /** Why no other id was sent in the place of a refused one: the service refuses stored ids like wrong ids, or takes an id for another. */
  doubt?: 'ambiguous' | 'rounded'
}

/** Chooses another id for one that the interaction of a trial has only as an example. */
export function substituteExample({ interaction: { request }, ready, substitutes }: ServiceTrial): void {
  const sent = readInteger(Object(request.body?.value).id)
  const isExample = sent !== undefined && request.isIdExample && ready.some(({ id }) => id === sent)
  if (isExample) substitutes.set(sent, takeIdLike(sent))
}

export const readAnswer = ({ outcome }: Exchange): HttpAnswer | undefined =>
  outcome.kind === 'answer' ? outcome.answer : undefined

type Send = (request: HttpRequest) => Promise<Exchange>

/**
 * Sends the request of a trial, and keeps the exchange in it. If the service has stored the id that should be free in the
 * interaction's state, it sends another one instead with `send`, and adds it to the substitutes. It knows a stored id by the
 * answer to another plant that it sends twice, unless the service answers wrong ids in the same way, or ids that are only the
 * same after rounding.
 */
export async function askService(
  trial: ServiceTrial,
  request: HttpRequest,
  sendOnce: Send,
  send: Send,
): Promise<Exchange> {
  const { id: named } = readPlant(request)
  const id = named && (trial.substitutes.get(named) ?? named)
  trial.exchange = await sendOnce(named === id || id === undefined ? request : withId(request, id))
  const answer = readAnswer(trial.exchange)
  const isRefused = answer && answer.status >= 400 && answer.status <= 499 && answer.status !== 429
  const isFree = trial.ready.some((state) => state.name === stateNames.noPlant && state.id === named)
  if (named !== undefined && named === id && isRefused && isFree)
    await replaceStored(trial, request, named, answer, send)
  return trial.exchange
}

async function replaceStored(
  trial: ServiceTrial,
  request: HttpRequest,
  id: bigint,
  answer: HttpAnswer,
  send: Send,
): Promise<void> {
  const { status } = trial.interaction.response
  if (answer.status === status) return
  const other = takeIdLike(id)
  const sendOther = (): Promise<Exchange> => send(withId(request, other))
  const first = await sendOther()
  const adopt = (): void => {
    trial.substitutes.set(id, other)
    trial.exchange = first
  }
  if (!expectsSuccess(trial.interaction)) return readStatus(first) === status ? adopt() : undefined
  if (!wasTaken(first)) return
  // An id that a service has rounded looks like a stored one.
  const twin = [other - 1n, other + 1n].find((one) => Number(one) === Number(other))
  const ofTwin = twin === undefined ? undefined : readStatus(await send(withId(request, twin)))
  if (ofTwin === answer.status) {
    trial.doubt = 'rounded'
    return
  }
  const again = readAnswer(await sendOther())
  if (again === undefined || isSuccess(again.status)) return
  const asStored = toSignature(again, { id: other })
  if (toSignature(answer, { id }) !== asStored) return
  const wrong = 2n ** 63n
  const refused = readAnswer(await send(withId(request, wrong)))
  if (refused === undefined || toSignature(refused, { id: wrong }) === asStored) trial.doubt = 'ambiguous'
  else adopt()
}
