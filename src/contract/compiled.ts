// What a module imports that `plant-store compile` writes.
export { type CompiledDescription, toCompiledContract } from './compiled-contract.ts'
/** What compiled functions call; they alone know how. */
export * as functions from './compiled-functions.ts'
