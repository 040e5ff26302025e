import type { Operation } from '../../contract/contract.ts'
import { findParameter } from '../../contract/find-parameter.ts'
import { listParameterNames } from '../../contract/resources/group-paths.ts'
import { isSuccess, readStatus } from '../../http/exchange.ts'
import type { Expectation } from '../../judge/expectation.ts'
import type { Finding } from '../../judge/finding.ts'
import { type Draft, withParameter } from '../../probes/draft.ts'
import type { Bench } from '../bench.ts'
import { createsByReplace, findPathOwner } from '../find-operations.ts'
import { makeKeyOfSchema } from '../make-key.ts'
import { makePlain } from '../plain.ts'
import { sendAndJudge } from '../run-probe.ts'

const isDocumented = ({ responses }: Operation): boolean =>
  responses.all.some(({ name }) => name === '404' || name === '410')

/** Says whether a success for an unknown record is a mistake: not if removing what isn't there succeeds, or a list is only empty, and the description has nothing else. */
function isWrong(operation: Operation, isOfParent: boolean): boolean {
  const { effect } = operation
  if (effect.kind === 'remove' && !isOfParent) return isDocumented(operation)
  if (effect.kind === 'list' && !isOfParent) return false
  if (effect.kind === 'read' || effect.kind === 'merge') return true
  if (effect.kind === 'create') return true
  if (effect.kind === 'replace') return effect.creates !== true || isOfParent
  return isDocumented(operation)
}

/** Replaces the key at one place of a path by one that nobody has. */
async function sendUnknown(
  bench: Bench,
  operation: Operation,
  at: number,
  isOfParent: boolean,
): Promise<Finding[]> {
  const name = listParameterNames(operation.path)[at]
  const parameter = findParameter(operation, 'path', name)
  // What else is taken must not be why it is rejected.
  const isVaried = operation.body !== undefined
  const plain = parameter && (await makePlain(bench, operation, { isVaried }))
  if (typeof plain !== 'object' || parameter === undefined) return []
  const key = makeKeyOfSchema(parameter.schema, bench.random)
  // Of a few keys, some record may have each.
  if (String(key).length < 5) return []
  const draft: Draft = withParameter(plain, parameter, key)
  const expectation: Expectation = {
    operation,
    kind: isWrong(operation, isOfParent) ? 'reject' : 'open',
    rule: isOfParent ? 'unknown-parent' : 'unknown-key',
    place: parameter.pointer,
    tried: `a made-up ${name}`,
    reason: 'record',
  }
  const { exchange, findings } = await sendAndJudge(bench, { ...draft, before: [] }, expectation)
  // A key that the service doesn't know may stand for another one, such as an alias.
  return isSuccess(readStatus(exchange) ?? 0) && expectation.kind === 'open' ? [] : findings
}

/** Lists the requests of an operation with keys that no record has. */
export function listUnknownLaws(bench: Bench, operation: Operation): (() => Promise<Finding[]>)[] {
  const owner = findPathOwner(bench, operation)
  if (owner === undefined) return []
  const isKey = operation.effect.kind !== 'none' && operation.effect.keyParameter !== undefined
  const last = owner.count - 1
  return Array.from({ length: owner.count }, (_, at) => at)
    .filter((at) => !(at === last && createsByReplace(bench, operation)))
    .map((at) => () => sendUnknown(bench, operation, at, at < last || !isKey))
}
