import { operation } from '../contract/generated/operation.ts'
import { describeValue } from '../contract/problems.ts'
import { createReadToken, createTokenCheck } from './credentials.ts'
import type { PlantRequest } from './exchange.ts'
import type { FailureName } from './failures.ts'
import type { PlantStoreOptions } from './options.ts'

/** Cuts the query of a request target off. */
export const cutQuery = (target: string): string => target.replace(/\?.*/s, '')

/** Whether a request is to the path of the operation, with any query. */
export const isAt = (path: string, target: string): boolean =>
  target === path || target.startsWith(`${path}?`)

/** Says why a request that isn't to the operation is refused. */
export type DescribeOther = (
  request: PlantRequest,
  isPath: boolean,
) => { failure: FailureName; detail?: string }

/** Makes what refuses requests that aren't to the operation; with a habit, it checks their credentials first. */
export function createDescribeOther(
  path: string,
  { habits, tokens }: Pick<PlantStoreOptions, 'habits' | 'tokens'>,
): DescribeOther {
  const checkFirst = habits?.includes('checks-credentials-first') ? createTokenCheck(tokens) : undefined
  const readToken = createReadToken(habits)
  return ({ method, headers }, isPath) => {
    const failure = checkFirst?.(readToken(headers))
    if (failure !== undefined) return { failure }
    return isPath
      ? {
          failure: 'method-not-allowed',
          detail: `the method must be ${operation.method}, got ${describeValue(method)}`,
        }
      : {
          failure: 'unknown-path',
          detail: `there is nothing at this path; the only operation is ${operation.method} ${path}`,
        }
  }
}
