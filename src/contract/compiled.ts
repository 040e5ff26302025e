// What a module imports that `plant-store compile` writes.
export { type CompiledDescription, toCompiledContract } from './compiled-contract.ts'
export {
  areUnique,
  equal,
  formats,
  isListed,
  isMultiple,
  toEngine,
  ucs2length,
} from './compiled-functions.ts'
