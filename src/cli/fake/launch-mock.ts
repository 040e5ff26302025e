import { type Contract, ContractError, type SecurityScheme } from '../../contract/contract.ts'
import { readContract } from '../../contract/read/read-contract.ts'
import type { CredentialsOption, MockOptions } from '../../mock/create-mock.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeValue } from '../../options/problems.ts'
import type { AnyServerOptions } from '../../server/start-server.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import type { MockConfig } from './check-mock-flags.ts'
import type { ServerFlags } from './server-flags.ts'

const isBearer = ({ kind }: SecurityScheme): boolean =>
  kind === 'bearer' || kind === 'oauth2' || kind === 'openIdConnect'

/** Reads `SCHEME=VALUE`, and the tokens that are for bearer, or the only scheme. */
function toCredentials(
  contract: Contract,
  given: readonly string[],
  tokens: readonly string[],
): CredentialsOption {
  const { securitySchemes: schemes } = contract
  const found: Record<string, string[]> = {}
  for (const pair of given) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(at, 0))
    if (at < 1 || at === pair.length - 1)
      throw new OptionsError('must be SCHEME=VALUE, such as apiKey=local-key', ['credential'])
    if (!schemes.some((scheme) => scheme.name === name)) {
      const known = schemes.map((scheme) => scheme.name).join(', ') || 'none'
      throw new OptionsError(`has the unknown scheme ${describeValue(name)}; the schemes are ${known}`, [
        'credential',
      ])
    }
    found[name] = [...(found[name] ?? []), pair.slice(at + 1)]
  }
  const own = schemes.filter((scheme) => isBearer(scheme) || schemes.length === 1)
  if (tokens.length > 0 && own.length === 0)
    throw new OptionsError(
      'is for a bearer token, which the description has no scheme for; use --credential',
      ['tokens'],
    )
  for (const { name } of tokens.length > 0 ? own : []) found[name] ??= [...tokens]
  return found
}

/**
 * Reads the options of the mock that the flags ask for, from those that a plant store would have.
 *
 * @throws {CommandFailure} if the description can't be read
 * @throws {OptionsError} if an option is wrong
 */
export async function readMockOptions(
  openapi: string,
  {
    overlay = [],
    allowRefs = false,
    credential = [],
    resources,
    respond,
    responses,
  }: ServerFlags & MockConfig,
  {
    tokens = [],
    answers,
    seed,
    scenario,
    latency,
    maxBody,
    journal,
    cors,
    onDuplicate,
    unknownMembers,
  }: AnyServerOptions,
): Promise<MockOptions> {
  let contract: Contract
  try {
    contract = await readContract(openapi, { overlays: overlay, allowRefs, ...(resources && { resources }) })
  } catch (error) {
    throw error instanceof ContractError ? new CommandFailure(error.message, exitCodes.usage) : error
  }
  if (typeof answers === 'object')
    throw new OptionsError("can't be a table for a mock of another API, which has responses instead", [
      'answers',
    ])
  return {
    contract,
    credentials: toCredentials(contract, credential, tokens),
    responses: responses ?? (answers === 'documented' ? 'documented' : 'usual'),
    ...(onDuplicate && { onDuplicate }),
    ...(unknownMembers && { unknownProperties: unknownMembers === 'refuse' ? 'reject' : 'ignore' }),
    ...(respond && { respond }),
    ...(seed !== undefined && { seed: toSeed(seed) }),
    ...(scenario && { scenario }),
    ...(latency !== undefined && { latency }),
    ...(maxBody !== undefined && { maxBody }),
    ...(journal !== undefined && { journal }),
    ...(cors !== undefined && { cors }),
  }
}

function toSeed(seed: unknown): Readonly<Record<string, readonly unknown[]>> {
  if (
    typeof seed === 'object' &&
    seed !== null &&
    !Array.isArray(seed) &&
    Object.values(seed).every(Array.isArray)
  )
    return seed as Record<string, unknown[]>
  throw new OptionsError('must be an object with an array of records for each resource', ['seed'])
}
