import { randomUUID } from 'node:crypto'
import { isObject } from '../../options/is-object.ts'
import type { InteractionDocument, MessageDocument, PactDocument } from '../file/pact-document.ts'
import { isVersion4, type Pact, type PactInteraction } from '../file/pact-interaction.ts'
import { stateNames, toKnownState } from '../states/provider-states.ts'
import { readInteger } from '../states/state-handlers.ts'
import { nameState } from '../states/state-server.ts'
import { keyHeader } from '../verifier/recorder.ts'
import { readBodyId, type Substitutes } from './choose-ids.ts'

/** Marks a text in a JSON value that stands for a number which JavaScript may not hold. */
type ToNumber = (literal: string) => string

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/** Edits a JSON text as a value, but keeps the spelling of every number: 9007199254740993 and 5.0 stay the same. */
function editJson(text: string, edit: (value: unknown, toNumber: ToNumber) => void): string {
  const mark = randomUUID()
  const toNumber: ToNumber = (literal) => `${mark}${literal}`
  const isPlain = (literal: string): boolean => literal[0] === '"' || String(Number(literal)) === literal
  const marked = text.replaceAll(token, (part) => (isPlain(part) ? part : JSON.stringify(toNumber(part))))
  const value: unknown = JSON.parse(marked)
  edit(value, toNumber)
  return JSON.stringify(value, null, 2).replaceAll(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1')
}

export interface Chosen {
  /** Identifies it among those of all pacts. */
  key: string
  pact: Pact
  interaction: PactInteraction
}

/** The values to put into pacts. */
export interface Preparation {
  token: string
  /** Replaces tokens that the provider must refuse; without it, they stay. */
  invalidToken: string | undefined
  substitutes: ReadonlyMap<string, Substitutes>
}

function replaceToken({ headers }: MessageDocument, credential: string): void {
  const replace = (text: string): string =>
    text.replace(/^(bearer +)\S+$/i, (_all, scheme) => `${scheme}${credential}`)
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (headers && name.toLowerCase() === 'authorization') {
      headers[name] = typeof value === 'string' ? replace(value) : value.map(replace)
    }
  }
}

/** Puts an id into a body as a pact writes it: an object, or the text of one, which may be in base64. */
function replaceId(body: unknown, id: string, isV4: boolean, toNumber: ToNumber): unknown {
  const replace = (text: string): string =>
    editJson(text, (value, toOwn) => Object.assign(Object(value), { id: toOwn(id) }))
  if (typeof body === 'string') return replace(body)
  if (!isObject(body)) return body
  const { content, encoded } = body
  if (!isV4 || content === undefined) return { ...body, id: toNumber(id) }
  if (String(encoded).toLowerCase() !== 'base64')
    return { ...body, content: replaceId(content, id, false, toNumber) }
  const text = replace(Buffer.from(String(content), 'base64').toString())
  return { ...body, content: Buffer.from(text).toString('base64') }
}

function replaceIds(
  own: InteractionDocument,
  interaction: PactInteraction,
  substitutes: Substitutes,
  isV4: boolean,
  toNumber: ToNumber,
): void {
  const { description: key = '' } = own
  own.providerStates = interaction.states.map((state, index) => {
    const params = own.providerStates?.[index]?.params
    const known = toKnownState(state)
    const id = readInteger(known.params['id'])
    const other = substitutes.get(id)
    if (other !== undefined)
      return { name: nameState(key, known.name), params: { ...params, id: other.toString() } }
    const isAdded = id !== undefined && 'id' in state.params && params?.['id'] === undefined
    const added = isAdded ? { ...params, id: id.toString() } : params
    return { name: nameState(key, state.name), ...(added && { params: added }) }
  })
  delete own.providerState
  delete own.provider_state
  const other = substitutes.get(readBodyId(interaction))
  if (other !== undefined && own.request)
    own.request.body = replaceId(own.request.body, other.toString(), isV4, toNumber)
}

/** Prepares the chosen interactions of a pact for Pact's verifier: puts in the real token and free ids, and replaces descriptions with keys. */
export function preparePact(
  pact: Pact,
  chosen: readonly Chosen[],
  { token, invalidToken, substitutes }: Preparation,
): string | undefined {
  const byPointer = new Map(
    chosen
      .filter((one) => one.pact === pact && one.interaction.otherKind === undefined)
      .map((one) => [one.interaction.pointer, one]),
  )
  if (byPointer.size === 0) return undefined
  const isV4 = isVersion4(pact.document)
  return editJson(pact.text, (value, toNumber) => {
    const document = value as PactDocument
    delete document.messages
    // Without interactions for them, the verifier needn't load plugins.
    if (isObject(document.metadata)) delete document.metadata['plugins']
    document.interactions = (document.interactions ?? []).filter((own, index) => {
      const one = byPointer.get(`/interactions/${index}`)
      if (one === undefined) return false
      const { key, interaction } = one
      own.description = key
      // The kit decides whether it may fail.
      own.pending = false
      const isRefused = interaction.states.some(({ name }) => name === stateNames.invalidToken)
      const credential = isRefused ? invalidToken : token
      if (credential !== undefined && own.request) replaceToken(own.request, credential)
      own.request = {
        ...own.request,
        headers: { ...own.request?.headers, [keyHeader]: isV4 ? [key] : key },
      }
      replaceIds(own, interaction, substitutes.get(key) ?? new Map(), isV4, toNumber)
      return true
    })
  })
}
