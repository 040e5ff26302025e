import type { Contract } from '../../contract/contract.ts'
import { toCredentialsByScheme } from '../../mock/checks/check-credentials.ts'
import type { CredentialsOption, MockOptions } from '../../mock/create-mock.ts'
import { OptionsError } from '../../options/options-error.ts'
import { describeValue } from '../../options/problems.ts'
import { openContract } from '../open-contract.ts'
import type { MockConfig } from './config.ts'
import type { ServerFlags } from './server-flags.ts'

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
  const ofTokens = tokens.length > 0 ? toCredentialsByScheme(schemes, tokens) : {}
  return { ...ofTokens, ...found }
}

/**
 * Reads the options of the mock that the flags ask for.
 *
 * @param options those of the flags that mean the same whatever the contract is
 *
 * @throws {CommandFailure} if the description can't be read
 * @throws {OptionsError} if an option is wrong
 */
export async function readMockOptions(
  flags: ServerFlags & MockConfig,
  options: MockOptions & { seed?: unknown },
): Promise<MockOptions & { contract: Contract }> {
  const contract = await openContract(flags)
  const { seed, credentials: _tokens, ...others } = options
  const { credential = [], token = [] } = flags
  return {
    ...others,
    contract,
    ...(credential.length + token.length > 0 && { credentials: toCredentials(contract, credential, token) }),
    ...(seed !== undefined && { seed: toSeed(seed, contract) }),
  }
}

/** A seed may be an array of the records of the only resource. */
function toSeed(seed: unknown, { resources }: Contract): Readonly<Record<string, readonly unknown[]>> {
  const [only, ...others] = resources
  if (Array.isArray(seed) && only !== undefined && others.length === 0) return { [only.name]: seed }
  if (
    typeof seed === 'object' &&
    seed !== null &&
    !Array.isArray(seed) &&
    Object.values(seed).every(Array.isArray)
  )
    return seed as Record<string, unknown[]>
  throw new OptionsError('must be an object with an array of records for each resource', ['seed'])
}
