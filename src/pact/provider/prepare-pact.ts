import { randomUUID } from 'node:crypto'
import { isObject } from '../../options/is-object.ts'
import type { InteractionDocument, PactDocument } from '../file/pact-document.ts'
import { isOfConnection, isVersion4, type Pact, type PactInteraction } from '../file/pact-interaction.ts'
import { nameState } from '../states/state-server.ts'
import { keyHeader } from '../verifier/recorder.ts'

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

/** An interaction that Pact's verifier verifies. */
export interface Chosen {
  /** Identifies it among those of all pacts. */
  key: string
  pact: Pact
  interaction: PactInteraction
}

function preparePact(pact: Pact, chosen: readonly Chosen[]): string {
  const isV4 = isVersion4(pact.document)
  return editJson(pact.text, (value) => {
    const document = value as PactDocument
    delete document.messages
    // Without interactions for them, the verifier needn't load plugins.
    if (isObject(document.metadata)) delete document.metadata['plugins']
    const all = document.interactions ?? []
    document.interactions = chosen.map(({ key, interaction }) => {
      const own = all[Number(interaction.pointer.replace('/interactions/', ''))] as InteractionDocument
      const { providerState: _old, provider_state: _older, ...others } = own
      const states = interaction.states.map(({ name }, at) => ({
        ...own.providerStates?.[at],
        name: nameState(key, name),
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

/** Prepares the chosen interactions, one text for each pact: puts keys into requests and states, and in the place of descriptions. */
export const preparePacts = (chosen: readonly Chosen[]): string[] =>
  [...new Set(chosen.map(({ pact }) => pact))].map((pact) =>
    preparePact(
      pact,
      chosen.filter((one) => one.pact === pact),
    ),
  )
