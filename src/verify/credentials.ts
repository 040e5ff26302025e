import type { Contract, Operation, SecurityScheme } from '../contract/contract.ts'
import { listTokenSchemes } from '../contract/security.ts'
import type { RequestHeader } from '../http/exchange.ts'
import type { TokenSource } from '../http/token-source.ts'
import { OptionsError } from '../options/options-error.ts'
import type { CredentialParts, DraftCredentials } from '../probes/draft.ts'
import type { ValidCredentials } from '../probes/security.ts'

/** Who a run is. */
export interface Credentials {
  /** The schemes and values that a request to an operation has; empty if it needs none, or if there are none. */
  of(operation: Operation): ValidCredentials
  write(operation: Operation, which: DraftCredentials): CredentialParts
  /** Whether an operation requires a credential that is known. */
  protects(operation: Operation): boolean
  /** Whether an operation requires a credential that isn't known. */
  isMissing(operation: Operation): boolean
  /** The variable of each secret, by its value. */
  variables(): Readonly<Record<string, string>>
  /** Gets a new token if that is possible, unless somebody has got one since; says whether there is a newer one. */
  renew(used: string | undefined): Promise<boolean>
  /** The token that requests have now. */
  readonly token: string | undefined
  /** What reports must not show. */
  secrets(): readonly string[]
}

/** Names the variable of a shell that has the credential of a scheme. */
export const toCredentialVariable = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/\W/g, '_')
    .toUpperCase()

/**
 * Makes the credentials of a run from the options.
 *
 * @throws {OptionsError} if a credential is for a scheme that the description doesn't have
 */
export function createCredentials(
  { securitySchemes }: Contract,
  token: TokenSource | undefined,
  credentials: Readonly<Record<string, string>> | undefined = {},
  other: string | undefined,
  signal: AbortSignal,
): Credentials {
  let renewal: Promise<string | undefined> | undefined
  const names = securitySchemes.map(({ name }) => name)
  const unknown = Object.keys(credentials).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new OptionsError(`names no security scheme: the description has ${names.join(', ') || 'none'}`, [
      'credentials',
    ])

  function find(scheme: SecurityScheme): { value: string; shell: string } | undefined {
    const { [scheme.name]: own } = credentials
    if (own !== undefined) return { value: own, shell: `$${toCredentialVariable(scheme.name)}` }
    if (scheme.in === 'connection') return { value: '', shell: '' }
    const isFit = token !== undefined && listTokenSchemes(securitySchemes).includes(scheme)
    return isFit ? { value: token.current, shell: '$PLANT_STORE_TOKEN' } : undefined
  }

  function of({ security }: Operation): ValidCredentials {
    const complete = security.find(
      (set) => set.length > 0 && set.every(({ scheme }) => find(scheme) !== undefined),
    )
    return (complete ?? []).map(({ scheme }) => ({ scheme, value: find(scheme)?.value ?? '' }))
  }

  const isRequired = ({ security }: Operation): boolean =>
    security.length > 0 && security.every((set) => set.length > 0)

  return {
    of,
    protects: (operation) => isRequired(operation) && of(operation).length > 0,
    isMissing: (operation) => isRequired(operation) && of(operation).length === 0,
    write(operation, which) {
      if (which === 'none') return { query: [], headers: [] }
      const parts = of(operation).map(({ scheme, value }) => {
        const wrong = which === 'valid' ? undefined : which[scheme.name]
        const given = wrong?.value ?? value
        const { query, headers = {} } = scheme.write(given)
        const variable = find(scheme)?.shell ?? ''
        const filtered = wrong?.filter && `$(printf %s "${variable}" | ${wrong.filter})`
        const shell =
          wrong?.variable === undefined ? (wrong === undefined ? variable : filtered) : `$${wrong.variable}`
        const isBasic = scheme.kind === 'basic'
        return {
          query,
          headers: Object.entries(headers).map(
            ([name, text]): RequestHeader => ({
              name: name === 'authorization' ? 'Authorization' : name,
              value: text,
              ...(shell !== undefined && {
                shell: isBasic
                  ? `Basic $(printf %s "${shell}" | base64 -w0)`
                  : text.replace(given, () => shell),
              }),
            }),
          ),
        }
      })
      return {
        query: parts.flatMap(({ query }) => query ?? []),
        headers: parts.flatMap(({ headers }) => headers),
      }
    },
    get token() {
      return token?.current
    },
    async renew(used) {
      if (token?.current !== used) return true
      if (token?.isRenewable !== true) return false
      renewal ??= token.renew(signal).finally(() => {
        renewal = undefined
      })
      return (await renewal) === undefined
    },
    variables: () => ({
      ...(other !== undefined && { [other]: 'PLANT_STORE_OTHER_TOKEN' }),
      ...Object.fromEntries((token?.all ?? []).map((value) => [value, 'PLANT_STORE_TOKEN'])),
      ...Object.fromEntries(
        Object.entries(credentials).map(([name, value]) => [value, toCredentialVariable(name)]),
      ),
    }),
    secrets: () => [
      ...(other === undefined ? [] : [other]),
      ...(token?.all ?? []),
      ...Object.values(credentials).flatMap((value) => [value, value.replace(/^[^:]*:/, '')]),
    ],
  }
}
