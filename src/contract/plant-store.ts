import { toCompiledContract } from './compiled-contract.ts'
import type { Contract } from './contract.ts'
import { description } from './generated/plant-store.ts'
import type { operations, paths } from './generated/types.ts'
import { lazy } from './lazy.ts'

/** The types of the plant store, which are the default. */
export interface PlantStore {
  paths: paths
  operations: operations
}

/** The contract of the plant store (openapi.yaml), which is the default of the whole kit. */
export const plantStore: () => Contract<PlantStore> = lazy(() => toCompiledContract(description))

/** The same with another path before `/plants`, such as `/v1`. */
export const plantStoreAt = (basePath: string): Contract<PlantStore> =>
  toCompiledContract(description, { basePath })
