import type { Operation } from '../contract/contract.ts'
import { type Exchange, isSuccess, readAnswerHeader } from '../http/exchange.ts'
import { getAt } from '../json/at-path.ts'
import { readResponse } from '../judge/judge-response.ts'
import { isObject } from '../options/is-object.ts'

/** Reads the body of a success; undefined if it isn't what is documented. */
export function readSuccess(operation: Operation, { outcome }: Exchange): unknown {
  if (outcome.kind !== 'answer' || !isSuccess(outcome.answer.status)) return undefined
  const { answer } = outcome
  // A service may send another success than the documented one.
  const response = operation.responses.pick(answer.status) ?? operation.responses.success
  const media = response?.pick(readAnswerHeader(answer, 'content-type')) ?? response?.media[0]
  if (media === undefined || answer.body.length === 0) return undefined
  const read = readResponse(answer, media)
  return 'value' in read ? read.value : undefined
}

/** Reads the record in the response to a creation, change, or reading. */
export function readRecord(operation: Operation, exchange: Exchange): unknown {
  const { effect } = operation
  if (effect.kind === 'none' || effect.kind === 'list' || effect.responsePath === undefined) return undefined
  const found = getAt(readSuccess(operation, exchange), effect.responsePath)
  return isObject(found) ? found : undefined
}

export function readItems(operation: Operation, exchange: Exchange): unknown[] | undefined {
  const { effect } = operation
  if (effect.kind !== 'list' || effect.list === undefined) return undefined
  const { itemsPath, itemPath } = effect.list
  const items = getAt(readSuccess(operation, exchange), itemsPath)
  return Array.isArray(items) ? items.map((item) => getAt(item, itemPath)) : undefined
}
