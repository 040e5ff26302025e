import { type Contract, ContractError } from '../contract/contract.ts'
import { toPackagePath } from '../contract/package-files.ts'
import { plantStore, plantStoreAt } from '../contract/plant-store.ts'
import type { ReadOptions } from '../contract/read/read-contract.ts'
import { CommandFailure, exitCodes } from './failure.ts'

export interface ContractSource extends Pick<ReadOptions, 'basePath' | 'resources'> {
  openapi?: string | undefined
  overlay?: readonly string[] | undefined
  allowRefs?: boolean | undefined
}

/**
 * Opens the contract that the flags and a configuration ask for; the plant store if they name no description.
 *
 * @throws {CommandFailure} if the description can't be read
 */
export async function openContract({
  openapi,
  overlay = [],
  allowRefs = false,
  basePath,
  resources,
}: ContractSource): Promise<Contract> {
  if (openapi === undefined && overlay.length === 0 && resources === undefined)
    return basePath === undefined ? plantStore() : plantStoreAt(basePath)
  // Loaded on demand, because the plant store doesn't need it.
  const { readContract } = await import('../contract/read/read-contract.ts')
  try {
    return await readContract(openapi ?? toPackagePath('openapi.yaml'), {
      overlays: overlay,
      allowRefs,
      ...(basePath !== undefined && { basePath }),
      ...(resources && { resources }),
    })
  } catch (error) {
    throw error instanceof ContractError ? new CommandFailure(error.message, exitCodes.usage) : error
  }
}
