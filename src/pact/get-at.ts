import { isContainer } from '../options/is-object.ts'

/** Returns the part of a body that a path leads to. */
export const getAt = (value: unknown, path: readonly (string | number)[] = []): unknown =>
  path.reduce<unknown>((at, step) => (isContainer(at) ? at[step] : undefined), value)
