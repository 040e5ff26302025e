import type { IncomingMessage } from 'node:http'
import { memberExamples } from '../../contract/generated/members.ts'
import { operation } from '../../contract/generated/operation.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { type HttpAnswer, type HttpRequest, isSuccess, toPairs } from '../../http/exchange.ts'
import { type LocalServer, readBody, startLocalServer, writeAnswer } from '../../http/relay.ts'
import type { PlantRequest } from '../../store/exchange.ts'
import type { FailureName } from '../../store/failures.ts'
import { createPlantStore, type PlantStore } from '../../store/plant-store.ts'
import type { PactInteraction } from '../file/pact-interaction.ts'
import { stateNames, toKnown, toKnownState } from '../states/provider-states.ts'
import { readInteger } from '../states/state-handlers.ts'
import { keyHeader } from '../verifier/recorder.ts'
import { oblige } from './oblige.ts'
import { type VariantName, variants } from './variants.ts'

/** What a variant answered. */
export interface Answered {
  request: HttpRequest
  answer: HttpAnswer
  /** Why the store refused the request. */
  failure: FailureName | undefined
  /** Whether only a store with limits refuses the request: for a text, or for a member that the specification doesn't list. */
  isLimited: boolean
  /** Whether the request has a body whose type it doesn't name, which a service may refuse; the variants take it for JSON. */
  isUntyped: boolean
}

/** A server with all variants, each with a store of its own for each interaction. */
export interface Variants extends LocalServer {
  /** The last answer of each variant to each interaction, by {@link toKey}. */
  answered: ReadonlyMap<string, Answered>
}

/** The key of an interaction for a variant. */
export const toKey = (variant: VariantName, index: number): string => `${variant}/${index}`

/** Makes the store of a variant, in the states of an interaction. */
function createStore(name: VariantName, interaction: PactInteraction, token: string): PlantStore {
  const stored = interaction.states.map(toKnownState).filter((state) => state.name === stateNames.plant)
  const ids = stored.map(({ params }) => readInteger(params['id']))
  const seed = [...new Set(ids)]
    .filter((id) => id !== undefined)
    .map((id) => ({ ...(memberExamples as NewPlant), id, name: 'Stored' }))
  const isInt64 = ({ id }: { id: bigint }): boolean => BigInt.asIntN(64, id) === id
  // A state may name another valid token than the one in the pact.
  const tokens = toKnown(interaction).isTokenInvalid && { tokens: [token] }
  return createPlantStore({ ...variants[name], seed: seed.filter(isInt64), ...tokens, journal: 0 })
}

async function readRequest(incoming: IncomingMessage): Promise<HttpRequest & Pick<Answered, 'isUntyped'>> {
  const { method = '', url: path = '', rawHeaders } = incoming
  const headers = toPairs(rawHeaders).map(([name, value]) => ({ name, value }))
  const body = await readBody(incoming)
  const isUntyped = body.length > 0 && incoming.headers['content-type'] === undefined
  // The fake answers `Prefer: code=400` with a 400, unlike other services.
  const others = headers.filter(({ name }) => ![keyHeader, 'prefer'].includes(name.toLowerCase()))
  const type = isUntyped ? [{ name: 'Content-Type', value: operation.contentType }] : []
  return { method, path, headers: [...others, ...type], pieces: [body], isUntyped }
}

/** Starts the variants for these interactions; `token` is the only valid one. */
export async function startVariants(
  interactions: readonly PactInteraction[],
  token: string,
): Promise<Variants> {
  const answered = new Map<string, Answered>()

  async function answer(incoming: IncomingMessage): Promise<HttpAnswer> {
    const key = String(incoming.headers[keyHeader])
    const [name = '', index = ''] = key.split('/')
    const interaction = interactions[Number(index)] as PactInteraction
    const { isUntyped, ...request } = await readRequest(incoming)
    const { method, path, pieces } = request
    const type = isUntyped && { 'content-type': operation.contentType }
    const headers = { ...incoming.headers, prefer: undefined, ...type }
    const sent: PlantRequest = { method, path, headers, body: pieces[0] }
    const ask = async (variant: VariantName) => await createStore(variant, interaction, token).handle(sent)
    const own = await ask(name as VariantName)
    const strict = await ask('strict')
    const isLimited = strict.failure === 'invalid-plant' && isSuccess((await ask('obliging')).status)
    const usual: HttpAnswer = {
      version: '1.1',
      status: own.status,
      headers: Object.entries(own.headers),
      body: Buffer.from(own.body),
    }
    const { id, ...others } = toKnown(interaction)
    // Whether a plant is refused for its size, texts, or members, or for a token, is open, even if its id is free.
    const isOpen = isLimited || [401, 403, 413].includes(interaction.response.status)
    const known = isOpen ? others : { ...others, id }
    const given = name === 'obliging' ? oblige(interaction, request, usual, known) : usual
    answered.set(key, { request, answer: given, failure: own.failure, isLimited, isUntyped })
    return given
  }

  const server = await startLocalServer((request, response) => {
    answer(request)
      .then((given) => writeAnswer(response, given, request.method))
      .catch(() => response.destroy())
  })
  return { ...server, answered }
}
