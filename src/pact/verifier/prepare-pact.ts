import { randomUUID } from 'node:crypto'
import { isObject } from '../../options/is-object.ts'
import type { InteractionDocument, PactDocument } from '../file/pact-document.ts'
import { isOfConnection, isVersion4, type Pact, type PactInteraction } from '../file/pact-interaction.ts'

/** An interaction that Pact's verifier verifies, and what comes of it. */
export interface Trial {
  /** Identifies it among those of a run; it has no space. */
  readonly key: string
  readonly pact: Pact
  readonly interaction: PactInteraction
  /** What the verifier says about it, usually once. */
  results: VerifiedInteraction[]
  /** Why its states could not be set up. */
  failures: string[]
}

export const createTrial = (key: string, pact: Pact, interaction: PactInteraction): Trial => ({
  key,
  pact,
  interaction,
  results: [],
  failures: [],
})

/** A difference between an answer and a pact, as Pact's verifier reports it. */
export interface Mismatch {
  type: string
  mismatch?: string
  path?: string
  key?: string
  expected?: unknown
  actual?: unknown
}

export interface VerifiedInteraction {
  description: string
  result: string
  mismatch?: { mismatches?: Mismatch[]; message?: string }
}

/** The header with the key of a request's interaction; the service doesn't get it. */
export const keyHeader = 'x-plant-store-interaction'

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/** Edits a JSON text as a value, but keeps the spelling of every number: 9007199254740993 and 5.0 stay the same. */
function editJson(text: string, edit: (value: unknown) => void): string {
  const mark = randomUUID()
  const isPlain = (literal: string): boolean => literal[0] === '"' || String(Number(literal)) === literal
  const marked = text.replaceAll(token, (part) => (isPlain(part) ? part : `"${mark}${part}"`))
  const value: unknown = JSON.parse(marked)
  edit(value)
  return JSON.stringify(value, null, 2).replaceAll(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1')
}

function preparePact(pact: Pact, trials: readonly Trial[]): string {
  const isV4 = isVersion4(pact.document)
  return editJson(pact.text, (value) => {
    const document = value as PactDocument
    delete document.messages
    // Without interactions for them, the verifier needn't load plugins.
    if (isObject(document.metadata)) delete document.metadata['plugins']
    const all = document.interactions ?? []
    document.interactions = trials.map(({ key, interaction }) => {
      const own = all[Number(interaction.pointer.replace('/interactions/', ''))] as InteractionDocument
      const { providerState: _old, provider_state: _older, ...others } = own
      // The verifier sends no key with a change of a state.
      const states = interaction.states.map(({ name }, at) => ({
        ...own.providerStates?.[at],
        name: `${key} ${name}`,
      }))
      const headers = { ...own.request?.headers, [keyHeader]: isV4 ? [key] : key }
      const request = { ...own.request, headers }
      const expected = Object.entries(own.response?.headers ?? {}).filter(([name]) => !isOfConnection(name))
      const response = { ...own.response, headers: Object.fromEntries(expected) }
      // The kit decides whether it may fail.
      return { ...others, description: key, pending: false, providerStates: states, request, response }
    })
  })
}

/** Prepares interactions, one text for each pact: puts keys into requests and states, and in the place of descriptions. */
export const preparePacts = (trials: readonly Trial[]): string[] =>
  [...new Set(trials.map(({ pact }) => pact))].map((pact) =>
    preparePact(
      pact,
      trials.filter((one) => one.pact === pact),
    ),
  )
