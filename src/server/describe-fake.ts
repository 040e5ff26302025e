import { readdirSync, readFileSync } from 'node:fs'
import { operation } from '../contract/generated/operation.ts'
import { failureNames } from '../store/failure-names.ts'
import type { Scenario } from '../store/faults.ts'
import type { PlantStore } from '../store/plant-store.ts'
import { readVersion } from './export-requests.ts'

/** Describes how a fake decides what the specification leaves open. Tokens are masked. */
export function describeFake(
  { path, refuse, settings }: PlantStore,
  isIsolating: boolean,
): Record<string, unknown> {
  const { tokens, ...others } = settings
  return {
    version: readVersion(),
    operation: { method: operation.method, path },
    ...others,
    ...(tokens !== undefined && { tokens: Array.from({ length: tokens }, () => '***') }),
    ...(isIsolating && { isolate: 'token' }),
    answers: failureNames.map((failure) => {
      const { status, headers, body } = refuse(failure)
      return { failure, status, ...JSON.parse(body), headers }
    }),
  }
}

const scenariosFolder = new URL('../../mocks/scenarios/', import.meta.url)

/** Reads the scenarios that the kit ships. */
export const readScenarios = (): { name: string; scenario: Scenario }[] =>
  readdirSync(scenariosFolder).map((file) => ({
    name: file.replace(/\.json$/, ''),
    scenario: JSON.parse(readFileSync(new URL(file, scenariosFolder), 'utf8')),
  }))
