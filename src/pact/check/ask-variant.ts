import { memberExamples } from '../../contract/generated/members.ts'
import { newPlantMembers } from '../../contract/generated/operation.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { type HttpAnswer, type HttpRequest, isSuccess } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import type { PlantRequest } from '../../store/exchange.ts'
import type { PlantStoreOptions } from '../../store/options.ts'
import { createPlantStore, type PlantStore } from '../../store/plant-store.ts'
import type { Pact, PactInteraction } from '../file/pact-interaction.ts'
import { stateNames } from '../states/provider-states.ts'
import type { VerifiedInteraction } from '../verifier/run-verifier.ts'
import { oblige } from './oblige.ts'
import { readSent, type Sent } from './read-sent.ts'
import { type VariantName, variants } from './variants.ts'

/** What a variant was asked. */
export interface Asked extends Sent {
  /** The open rule with which a service may refuse this plant: for its size, its texts, or its members. */
  limit: RuleId | undefined
}

/** An interaction that Pact's verifier verifies against a variant; `asked` is the last request. */
export interface VariantTrial {
  /** Identifies it among those of a run. */
  readonly key: string
  readonly pact: Pact
  readonly interaction: PactInteraction
  readonly variant: VariantName
  /** What the verifier says about it, usually once. */
  results: VerifiedInteraction[]
  asked?: Asked
}

/** Makes the store of a variant, in the states of an interaction. */
function createStore(
  name: VariantName,
  { states, known, response }: PactInteraction,
  token: string,
): PlantStore {
  const variant: PlantStoreOptions = variants[name]
  const stored = states.flatMap(({ own }) => (own?.name === stateNames.plant ? [own] : []))
  const seed = new Map<bigint, NewPlant>()
  for (const { id, params } of stored) {
    if (id === undefined || BigInt.asIntN(64, id) !== id) continue
    // A stored plant that the state doesn't describe may be the expected one.
    const texts = { ...Object(response.body?.value), ...params }
    const isKept = variant.onDuplicate === 'keep' && typeof texts.name === 'string'
    const tag = typeof texts.tag === 'string' && { tag: texts.tag }
    const own = isKept ? { name: texts.name, ...tag } : { name: 'Stored' }
    seed.set(id, { ...(memberExamples as NewPlant), id, ...own })
  }
  // A state may name another valid token than the one in the pact.
  const tokens = known.isTokenInvalid && { tokens: [token] }
  return createPlantStore({ ...variant, seed: [...seed.values()], ...tokens, journal: 0 })
}

/** Asks a variant, with a store of its own for the interaction, and keeps in the trial what it was asked. */
export async function askVariant(
  trial: VariantTrial,
  incoming: HttpRequest,
  token: string,
): Promise<HttpAnswer> {
  const { variant, interaction } = trial
  const { known, response } = interaction
  const sent = readSent(incoming, known.isTokenInvalid ? undefined : token)
  const { request, doubts, isRefusable } = sent
  // The fake answers `Prefer: code=400` with a 400, unlike other services.
  const headers = {
    ...Object.fromEntries(request.headers.map((one) => [one.name, one.value])),
    prefer: undefined,
  }
  const plain: PlantRequest = { ...request, headers, body: request.pieces[0] }
  const ask = async (name: VariantName) => await createStore(name, interaction, token).handle(plain)
  const own = await ask(variant)
  const strict = await ask('strict')
  const isLarge = strict.failure === 'body-too-large'
  const isLimited =
    (isLarge || strict.failure === 'invalid-plant') && isSuccess((await ask('obliging')).status)
  const members = Object.keys(Object(interaction.request.body?.value))
  const isListed = members.every((member) => (newPlantMembers as readonly string[]).includes(member))
  const ofPlant = isListed ? 'text-limits' : 'unknown-members'
  trial.asked = { ...sent, limit: isLimited ? (isLarge ? 'large-body' : ofPlant) : undefined }
  const usual: HttpAnswer = {
    version: '1.1',
    status: own.status,
    headers: Object.entries(own.headers),
    body: Buffer.from(own.body),
  }
  if (variant !== 'obliging') return usual
  // Whether a plant is refused for its size, texts, or members, or for a token, is open, even if its id is free.
  const isOpen = isLimited || isRefusable || [403, 413].includes(response.status)
  const isRepeated = doubts.some(({ rule }) => rule === 'repeated-members')
  return oblige(interaction, request, usual, { ...known, ...(isOpen && { id: undefined }), isRepeated })
}
