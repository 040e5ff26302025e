import type { InteractionDocument, MessageDocument, Pact } from '../file/pact-document.ts'
import { type NamedState, type PactInteraction, readInteractions } from '../file/pact-interaction.ts'
import { toKnownState } from '../states/known-state.ts'
import { stateNames } from '../states/provider-states.ts'
import { nameState } from '../states/state-server.ts'
import { keyHeader } from '../verifier/recorder.ts'
import { editJson, type ToNumber } from './edit-json.ts'
import { takeIdLike } from './fresh-id.ts'

/** The values to put into pacts. */
export interface Preparation {
  token: string
  /** Replaces tokens that the provider must refuse; without it, they stay. */
  invalidToken: string | undefined
  /** Returns whether the kit itself sets up a state, so that its id may change. */
  isReady(state: NamedState): boolean
  /** Returns whether an interaction is verified. */
  isChosen(interaction: PactInteraction): boolean
}

/** Makes a key that identifies an interaction among those of all pacts. */
export const toKey = (pactIndex: number, { pointer }: PactInteraction): string => `${pactIndex}${pointer}`

/** Reads an integer that is a number or a string of digits. */
function readInteger(value: unknown): bigint | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isScalar && /^-?\d+$/.test(String(value)) ? BigInt(value) : undefined
}

function replaceToken({ headers }: MessageDocument, token: string): void {
  const replace = (text: string): string =>
    text.replace(/^(bearer +)\S+$/i, (_all, scheme) => `${scheme}${token}`)
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (headers && name.toLowerCase() === 'authorization') {
      headers[name] = typeof value === 'string' ? replace(value) : value.map(replace)
    }
  }
}

type Members = Record<string, unknown>

/** Returns a body that is an object, from any version of Pact's format. */
function findBodyObject({ body }: MessageDocument, isV4: boolean): Members | undefined {
  const value = isV4 ? (body as { content?: unknown } | undefined)?.content : body
  return typeof value === 'object' && value !== null ? (value as Members) : undefined
}

/** Replaces each id that one of the kit's own states names, in the state and in the body. */
function replaceIds(
  own: InteractionDocument,
  { states, request: { body } }: PactInteraction,
  isReady: Preparation['isReady'],
  toNumber: ToNumber,
): void {
  const { description: key = '' } = own
  const taken = new Map<bigint, string>()
  own.providerStates = states.map((state, index) => {
    const params = own.providerStates?.[index]?.params
    const { name, params: known } = isReady(state) ? toKnownState(state) : state
    const id = isReady(state) ? readInteger(known['id']) : undefined
    if (id === undefined) return { name: nameState(key, name), ...(params && { params }) }
    const other = taken.get(id) ?? takeIdLike(id).toString()
    taken.set(id, other)
    return { name: nameState(key, name), params: { ...params, id: other } }
  })
  delete own.providerState
  const sent = body !== undefined && 'value' in body ? (Object(body.value) as Members)['id'] : undefined
  const id = typeof sent === 'string' ? undefined : readInteger(sent)
  const other = id === undefined ? undefined : taken.get(id)
  const target = findBodyObject(own.request ?? {}, own.type !== undefined)
  if (other !== undefined && target !== undefined) target['id'] = toNumber(other)
}

/**
 * Prepares a pact for Pact's verifier: puts in the real token and free ids, and replaces descriptions with keys. Only
 * interactions over HTTP for which `isChosen` is true stay in it.
 */
export function preparePact(
  pact: Pact,
  pactIndex: number,
  { token, invalidToken, isReady, isChosen }: Preparation,
): string {
  const read = readInteractions(pact)
  return editJson(pact.text, (value, toNumber) => {
    const document = value as { interactions?: InteractionDocument[]; messages?: unknown }
    delete document.messages
    document.interactions = (document.interactions ?? []).filter((own, index) => {
      const interaction = read[index]
      if (interaction === undefined || interaction.otherKind !== undefined || !isChosen(interaction))
        return false
      own.description = toKey(pactIndex, interaction)
      // The kit decides whether it may fail.
      own.pending = false
      const isRefused = interaction.states.some(({ name }) => name === stateNames.invalidToken)
      const credential = isRefused ? invalidToken : token
      if (credential !== undefined && own.request) replaceToken(own.request, credential)
      const key = own.type === undefined ? own.description : [own.description]
      own.request = { ...own.request, headers: { ...own.request?.headers, [keyHeader]: key } }
      replaceIds(own, interaction, isReady, toNumber)
      return true
    })
  })
}
