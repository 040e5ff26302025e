import { escapeRegExp } from '../../options/escape-regexp.ts'
import type { Operation, Reference, Resource, Schema } from '../contract.ts'
import { describeAll, toSentences } from './describe-all.ts'
import { findReferred } from './find-referred.ts'
import { toNoun } from './names.ts'

/** Says whether a text wants a record of a resource to exist, as in "The room must exist" or "There is no such room". */
function wantsRecord(text: string, resource: Resource): boolean {
  const noun = escapeRegExp(toNoun(resource).replaceAll(/[-_]/g, ' '))
  return new RegExp(
    `\\b${noun}\\b[^.]*\\b(?:must exist|has to exist|needs to exist|does(?: not|n't) exist|is unknown|is not known|was not found)\\b|\\b(?:unknown|no such|non-?existent|existing) ${noun}\\b`,
    'i',
  ).test(text)
}

/** Finds the properties of a body that have the key of a record which has to exist, as the description says. */
export function findReferences(
  { summary = '', description = '', responses }: Operation,
  sent: Schema | undefined,
  about: Resource,
  resources: readonly Resource[],
): Reference[] {
  const rejections = responses.all.filter(({ name }) => /^4(?:00|04|09|22)$/.test(name))
  const said = toSentences(summary, description, ...rejections.map((one) => one.description))
  return (sent?.facts().properties ?? []).flatMap((property): Reference[] => {
    const resource = findReferred(property, resources).find((one) => one !== about && !one.isSingle)
    if (resource === undefined) return []
    const text = toSentences(said, describeAll(sent?.at(property)))
    return wantsRecord(text, resource) ? [{ resource, property }] : []
  })
}
