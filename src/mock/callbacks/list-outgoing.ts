import type { Callback, Contract, Operation } from '../../contract/contract.ts'
import type { MockOptions } from '../options.ts'

/** Lists what is sent after each operation: its callbacks, and webhooks with the URLs of the options. */
export function listOutgoing(
  contract: Contract,
  { webhooks = {}, allowCallbacks }: MockOptions,
): ReadonlyMap<Operation, readonly Callback[]> {
  const outgoing = new Map<Operation, readonly Callback[]>()
  if (allowCallbacks === false) return outgoing
  for (const operation of contract.operations)
    if (operation.callbacks.length > 0) outgoing.set(operation, operation.callbacks)
  for (const webhook of contract.webhooks) {
    const target = Object.hasOwn(webhooks, webhook.name) ? webhooks[webhook.name] : undefined
    if (target === undefined) continue
    const { url, after } = typeof target === 'string' ? { url: target } : target
    const named = [after ?? []].flat().map((id) => contract.operation(id))
    for (const operation of after === undefined ? webhook.after : named)
      if (operation !== undefined)
        outgoing.set(operation, [...(outgoing.get(operation) ?? []), { ...webhook, url }])
  }
  return outgoing
}
