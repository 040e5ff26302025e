import { readdirSync, readFileSync } from 'node:fs'
import { operation } from '../contract/generated/operation.ts'
import { readVersion } from '../contract/read-version.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { failureNames } from '../store/failures.ts'
import type { Scenario } from '../store/faults.ts'
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
  isIsolating: boolean,
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

const scenariosFolder = new URL('../../mocks/scenarios/', import.meta.url)

/** Reads the scenarios that the kit ships. */
export const readScenarios = (): { name: string; scenario: Scenario }[] =>
  readdirSync(scenariosFolder).map((file) => ({
    name: file.replace(/\.json$/, ''),
    scenario: JSON.parse(readFileSync(new URL(file, scenariosFolder), 'utf8')),
  }))
