import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { memberExamples } from '../../contract/generated/members.ts'
import { newPlantMembers } from '../../contract/generated/operation.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { type HttpAnswer, isSuccess } from '../../http/exchange.ts'
import { type LocalServer, startLocalServer, writeAnswer } from '../../http/relay.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import type { PlantRequest } from '../../store/exchange.ts'
import type { PlantStoreOptions } from '../../store/options.ts'
import { createPlantStore, type PlantStore } from '../../store/plant-store.ts'
import type { PactInteraction } from '../file/pact-interaction.ts'
import { stateNames, toKnown, toKnownState } from '../states/provider-states.ts'
import { readInteger } from '../states/state-handlers.ts'
import { keyHeader } from '../verifier/recorder.ts'
import { oblige } from './oblige.ts'
import { readSent, type Sent } from './read-sent.ts'
import { type VariantName, variants } from './variants.ts'

/** What a variant was asked. */
export interface Asked extends Sent {
  /** The open rule with which a service may refuse this plant: for its size, its texts, or its members. */
  limit: RuleId | undefined
}

/** A server with all variants, each with a store of its own for each interaction. */
export interface Variants extends LocalServer {
  /** The last request of each interaction to each variant, by {@link toKey}. */
  asked: ReadonlyMap<string, Asked>
}

/** The key of an interaction for a variant. */
export const toKey = (variant: VariantName, index: number): string => `${variant}/${index}`

/** Makes the store of a variant, in the states of an interaction. */
function createStore(name: VariantName, interaction: PactInteraction, token: string): PlantStore {
  const stored = interaction.states.map(toKnownState).filter((state) => state.name === stateNames.plant)
  const variant: PlantStoreOptions = variants[name]
  const all = stored.map(({ params }) => {
    const id = readInteger(params['id'])
    // A stored plant that the state doesn't describe may be the expected one.
    const texts = { ...Object(interaction.response.body?.value), ...params }
    const isKept = variant.onDuplicate === 'keep' && typeof texts.name === 'string'
    const tag = typeof texts.tag === 'string' && { tag: texts.tag }
    const own = isKept ? { name: texts.name, ...tag } : { name: 'Stored' }
    return { ...(memberExamples as NewPlant), id: id as bigint, ...own }
  })
  const seed = [...new Map(all.map((plant) => [plant.id, plant])).values()].filter(
    ({ id }) => id !== undefined && BigInt.asIntN(64, id) === id,
  )
  // A state may name another valid token than the one in the pact.
  const tokens = toKnown(interaction).isTokenInvalid && { tokens: [token] }
  return createPlantStore({ ...variant, seed, ...tokens, journal: 0 })
}

/** Starts the variants for these interactions. */
export async function startVariants(interactions: readonly PactInteraction[]): Promise<Variants> {
  const token = randomUUID()
  const asked = new Map<string, Asked>()

  async function answer(incoming: IncomingMessage): Promise<HttpAnswer> {
    const key = String(incoming.headers[keyHeader])
    const [name = '', index = ''] = key.split('/')
    const interaction = interactions[Number(index)] as PactInteraction
    const known = toKnown(interaction)
    const sent = await readSent(incoming, known.isTokenInvalid ? undefined : token)
    const { request, doubts, isRefusable } = sent
    // The fake answers `Prefer: code=400` with a 400, unlike other services.
    const headers = {
      ...Object.fromEntries(request.headers.map((one) => [one.name, one.value])),
      prefer: undefined,
    }
    const plain: PlantRequest = { ...request, headers, body: request.pieces[0] }
    const ask = async (variant: VariantName) => await createStore(variant, interaction, token).handle(plain)
    const own = await ask(name as VariantName)
    const strict = await ask('strict')
    const isLarge = strict.failure === 'body-too-large'
    const isLimited =
      (isLarge || strict.failure === 'invalid-plant') && isSuccess((await ask('obliging')).status)
    const members = Object.keys(Object(interaction.request.body?.value))
    const isListed = members.every((member) => (newPlantMembers as readonly string[]).includes(member))
    const ofPlant = isListed ? 'text-limits' : 'unknown-members'
    const limit = isLimited ? (isLarge ? 'large-body' : ofPlant) : undefined
    const usual: HttpAnswer = {
      version: '1.1',
      status: own.status,
      headers: Object.entries(own.headers),
      body: Buffer.from(own.body),
    }
    asked.set(key, { ...sent, limit })
    if (name !== 'obliging') return usual
    // Whether a plant is refused for its size, texts, or members, or for a token, is open, even if its id is free.
    const isOpen = isLimited || isRefusable || [403, 413].includes(interaction.response.status)
    const isRepeated = doubts.some(({ rule }) => rule === 'repeated-members')
    return oblige(interaction, request, usual, { ...known, ...(isOpen && { id: undefined }), isRepeated })
  }

  const server = await startLocalServer((request, response) => {
    answer(request)
      .then((given) => writeAnswer(response, given, request.method))
      .catch(() => response.destroy())
  })
  return { ...server, asked }
}
