import type { CheckedPart } from '../mock/options.ts'
import type { Probe } from '../probes/probe.ts'

/** One request of an operation, after those that it needs. */
export interface DiffCase extends Pick<Probe, 'operation' | 'kind' | 'tried' | 'path' | 'change'> {
  /** The part that is wrong, of what stands for this part if a request has two mistakes. */
  part?: CheckedPart | 'record' | 'path'
  /** The option that decides how a mock responds. */
  option?: 'order' | 'onDuplicate' | 'unknownProperties' | 'unknownParameters' | 'maxBody'
  /** The cases with only one of the two mistakes of this one. */
  pair?: readonly [DiffCase, DiffCase]
}

/** What a request is called that has no mistake. */
export const validTitle = 'a valid request'

export const nameCase = ({ operation, tried }: Pick<DiffCase, 'operation' | 'tried'>): string =>
  `${operation.id}: ${tried}`
