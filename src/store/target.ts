import { operation } from '../contract/generated/operation.ts'
import { describeValue } from '../contract/problems.ts'
import type { PlantRequest } from './exchange.ts'
import type { FailureName } from './failure-names.ts'

/** Cuts the query of a request target off. */
export const cutQuery = (target: string): string => target.replace(/\?.*/s, '')

/** Whether a request is to the path of the operation, with any query. */
export const isAt = (path: string, target: string): boolean =>
  target === path || target.startsWith(`${path}?`)

/** Why a request that isn't to the operation is refused. */
export const describeOther = (
  { method }: PlantRequest,
  path: string,
  isPath: boolean,
): { failure: FailureName; detail: string } =>
  isPath
    ? {
        failure: 'method-not-allowed',
        detail: `the method must be ${operation.method}, got ${describeValue(method)}`,
      }
    : {
        failure: 'unknown-path',
        detail: `there is nothing at this path; the only operation is ${operation.method} ${path}`,
      }
