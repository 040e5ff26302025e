import { escapeRegExp } from '../../options/escape-regexp.ts'
import type { Keeper, Operation, Resource } from '../contract.ts'
import { describeConflict } from './describe-all.ts'
import { findReferred } from './find-referred.ts'
import { isBelow } from './is-below.ts'
import { toSingular } from './names.ts'

/** Says whether a text has a resource as what a record has, with nothing that makes it a part of them, as in "has open invoices". */
const namesResource = (text: string, { name }: Resource): boolean => {
  const words = name.replace(/^.*\//, '').replaceAll(/[-_]/g, ' ')
  const [many, one] = [words, toSingular(words)].map(escapeRegExp)
  return new RegExp(`\\b(?:has|have|had|with|by|its|any|a|an) (?:${many}|${one})(?= *(?:[.,;]|$))`, 'i').test(
    text,
  )
}

/** Finds the resources whose records keep a record from being removed, as the description of a 409 says, such as "The room has bookings." */
export function findKeepers(
  operation: Operation,
  resource: Resource,
  resources: readonly Resource[],
): Keeper[] {
  const text = describeConflict(operation)
  return resources.flatMap((one): Keeper[] => {
    if (one === resource || !namesResource(text, one)) return []
    if (isBelow(one, resource)) return [{ resource: one }]
    const property = one.schema
      .facts()
      .properties.find((name) => findReferred(name, resources).includes(resource))
    return property === undefined ? [] : [{ resource: one, property }]
  })
}
