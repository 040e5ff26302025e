// What a module imports that `plant-store compile` writes.
import {
  areUnique,
  equal,
  formats,
  isListed,
  isMultiple,
  toEngine,
  ucs2length,
} from './compiled-functions.ts'

export { type CompiledDescription, toCompiledContract } from './compiled-contract.ts'

/** What compiled functions call; they alone know how. */
export const functions: Readonly<Record<string, unknown>> = {
  areUnique,
  equal,
  formats,
  isListed,
  isMultiple,
  toEngine,
  ucs2length,
}
