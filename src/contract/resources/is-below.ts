import type { Resource } from '../contract.ts'

/** Whether records of a resource belong to those of another one, or to what belongs to them. */
export const isBelow = ({ parent }: Resource, owner: Resource): boolean =>
  parent !== undefined && (parent === owner || isBelow(parent, owner))
