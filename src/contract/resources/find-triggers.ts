import type { EffectKind, Operation, OutgoingRequest, Resource } from '../contract.ts'
import { toSingular, toWords } from './names.ts'
import { findRecordSchema, getRequestSchema } from './shapes.ts'

/** What a word in the name of a webhook says about the effect of the operations before it. */
interface Verb {
  word: RegExp
  kinds: readonly EffectKind[]
}

const verbs: readonly Verb[] = [
  { word: /^(?:new|creat(?:e|es|ed|ion)|add(?:s|ed)?)$/, kinds: ['create'] },
  {
    word: /^(?:updat(?:e|es|ed)|chang(?:e|es|ed)|modif(?:y|ies|ied)|edit(?:s|ed)?)$/,
    kinds: ['replace', 'merge'],
  },
  { word: /^(?:delet(?:e|es|ed|ion)|remov(?:e|es|ed|al))$/, kinds: ['remove'] },
]

/**
 * Finds the operations that a webhook is obviously sent after: those that change the only resource whose records it has,
 * or whose noun its name has together with a verb, such as `petDeleted`.
 */
export function findTriggers(
  webhook: OutgoingRequest,
  operations: readonly Operation[],
  resources: readonly Resource[],
): Operation[] {
  const words = toWords(webhook.name).map(toSingular)
  const named = verbs.filter(({ word }) => words.some((one) => word.test(one))).flatMap(({ kinds }) => kinds)
  const kinds: readonly EffectKind[] = named.length > 0 ? named : ['create', 'replace', 'merge']
  const sent = getRequestSchema(webhook)
  const bySchema = resources.filter(({ name, schema }) => {
    const { name: component } = findRecordSchema(sent, name)?.schema.facts() ?? {}
    return component !== undefined && component === schema.facts().name
  })
  const byName = resources.filter(({ name }) => {
    const noun = toWords(name.replace(/^.*\//, '')).map(toSingular)
    return named.length > 0 && noun.every((word) => words.includes(word))
  })
  const [resource] = [bySchema, byName].find(({ length }) => length === 1) ?? []
  return operations.filter(({ effect }) => {
    const own = effect.kind === 'none' ? effect.action : effect
    return own !== undefined && own.resource === resource && kinds.includes(own.kind)
  })
}
