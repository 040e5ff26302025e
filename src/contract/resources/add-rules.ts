import type { Effect, EffectKind, List, Operation, OrderRule, Resource } from '../contract.ts'
import { findParameter } from '../find-parameter.ts'
import { schemaAt } from '../schema-at.ts'
import { findKeepers } from './find-keepers.ts'
import { findOrderRules } from './find-order-rules.ts'
import { findReferences } from './find-references.ts'
import { findRejectedStates } from './find-rejected-states.ts'
import { getRequestSchema } from './shapes.ts'
import { findUsualOrder } from './sort-order.ts'

/** Whether an effect stores what a client sends. */
export const isWrite = (kind: Effect['kind']): boolean => ['create', 'replace', 'merge'].includes(kind)

const changes: readonly EffectKind[] = ['replace', 'merge', 'remove']

/** Adds the order that a list has without parameters, unless the default of one says another. */
function addUsualOrder(operation: Operation, list: List, { createdAt }: Resource): void {
  const hasDefault = findParameter(operation, 'query', list.paging.sort)?.schema.facts().hasDefault === true
  const order = createdAt === undefined || hasDefault ? undefined : findUsualOrder(operation, createdAt)
  if (order !== undefined) list.usualOrder = order
}

/** Adds what descriptions say in prose: what is rejected besides what schemas say, and how lists are sorted; for the resources whose descriptions count. */
export function addRules(
  effects: ReadonlyMap<Operation, Effect>,
  resources: readonly Resource[],
  counts: (resource: Resource) => boolean,
): void {
  const ordered = new Map<Resource, Map<string, OrderRule>>()
  for (const [operation, effect] of effects) {
    if (effect.kind === 'none' || !counts(effect.resource)) continue
    const { kind, resource, requestPath } = effect
    if (changes.includes(kind)) effect.rejects = findRejectedStates(resource.schema, operation)
    if (kind === 'create' && resource.parent !== undefined)
      effect.rejects = findRejectedStates(resource.parent.schema, operation)
    if (effect.list !== undefined) addUsualOrder(operation, effect.list, resource)
    if (kind === 'remove') effect.keepers = findKeepers(operation, resource, resources)
    if (!isWrite(kind)) continue
    const sent = schemaAt(getRequestSchema(operation), requestPath)
    effect.references = findReferences(operation, sent, resource, resources)
    const rules = ordered.get(resource) ?? new Map<string, OrderRule>()
    ordered.set(resource, rules)
    for (const rule of findOrderRules(operation, sent)) rules.set(`${rule.property} ${rule.other}`, rule)
  }
  // What one operation says of two properties is true for the record, whoever writes it.
  for (const effect of effects.values())
    if (effect.kind !== 'none' && isWrite(effect.kind))
      effect.ordered = [...(ordered.get(effect.resource)?.values() ?? [])]
}
