import { operation } from '../contract/generated/operation.ts'
import { listPackageFiles, readPackageFile, readVersion } from '../contract/package-files.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { failureNames } from '../store/failures.ts'
import type { Scenario } from '../store/fault.ts'
import type { AnyServedStore } from '../store/store-interface.ts'

/** The members of an Error, or a body of another form. */
function readBody(body: string): object {
  try {
    const { error, message, ...members } = parseExactJson(body) as Record<string, unknown>
    if (error !== undefined && message !== undefined)
      return { error, message, ...(Object.keys(members).length > 0 && { members }) }
  } catch {
    // It is a text.
  }
  return { body }
}

/** Describes how a fake decides what the specification leaves open. Tokens are masked. */
export function describeFake(
  { path, refuse, settings }: AnyServedStore,
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
    answers: failureNames.map((failure) => {
      const { status, headers, body } = refuse(failure)
      return { failure, status, ...readBody(body), headers }
    }),
  }
}

/** Reads the scenarios that the kit ships. */
export const readScenarios = (): { name: string; scenario: Scenario }[] =>
  listPackageFiles('mocks/scenarios').map((file) => ({
    name: file.replace(/\.json$/, ''),
    scenario: JSON.parse(readPackageFile(`mocks/scenarios/${file}`)),
  }))
