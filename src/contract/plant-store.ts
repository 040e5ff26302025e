import { toCompiledContract } from './compiled-contract.ts'
import type { Contract } from './contract.ts'
import { description } from './generated/plant-store.ts'
import { lazy } from './lazy.ts'

/** The contract of the plant store (openapi.yaml), which is the default of the whole kit. */
export const plantStore: () => Contract = lazy(() => toCompiledContract(description))

/** The same with another path before `/plants`, such as `/v1`. */
export const plantStoreAt = (basePath: string): Contract => toCompiledContract(description, { basePath })
