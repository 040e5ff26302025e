import { listPackageFiles, readPackageFile, readPackageVersion } from '../../contract/package-files.ts'
import type { AnyServedMock } from '../../mock/create-mock.ts'
import type { Scenario } from '../../mock/faults/fault.ts'

/** Describes a mock and its options; credentials aren't shown. */
export function describeMock(
  { contract, settings }: AnyServedMock,
  isIsolating = false,
  upstream: string | undefined,
): Record<string, unknown> {
  const { title, version, operations, resources, basePaths, securitySchemes, warnings } = contract
  return {
    version: readPackageVersion(),
    title,
    apiVersion: version,
    basePaths,
    operations: operations.map(({ id, method, path, effect }) => ({
      id,
      method,
      path,
      effect: effect.kind,
      ...(effect.kind !== 'none' && { resource: effect.resource.name }),
    })),
    resources: resources.map(({ name, key, parent, isSingle }) => ({
      name,
      key: key.property,
      isSingle,
      ...(parent && { parent: parent.name }),
    })),
    securitySchemes: securitySchemes.map(({ name, kind, in: place, parameter }) => ({
      name,
      kind,
      in: place,
      parameter,
    })),
    warnings: warnings.length,
    ...settings,
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
