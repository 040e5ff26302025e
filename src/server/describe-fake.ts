import { operation } from '../contract/generated/operation.ts'
import { listPackageFiles, readPackageFile, readVersion } from '../contract/package-files.ts'
import type { Scenario } from '../mock/faults/fault.ts'
import type { AnyServedStore } from '../store/store-interface.ts'

/** Describes the options of a fake. Tokens are masked. */
export function describeFake(
  { path, settings }: AnyServedStore,
  isIsolating = false,
  upstream: string | undefined,
): Record<string, unknown> {
  const { tokens, ...others } = settings
  return {
    version: readVersion(),
    operation: { method: operation.method, path },
    ...others,
    ...(tokens !== undefined && { tokens: Array.from({ length: tokens }, () => '***') }),
    ...(isIsolating && { isolate: 'token' }),
    ...(upstream !== undefined && { upstream }),
  }
}

/** Reads the scenarios that the kit ships. */
export const readScenarios = (): { name: string; scenario: Scenario }[] =>
  listPackageFiles('mocks/scenarios').map((file) => ({
    name: file.replace(/\.json$/, ''),
    scenario: JSON.parse(readPackageFile(`mocks/scenarios/${file}`)),
  }))
