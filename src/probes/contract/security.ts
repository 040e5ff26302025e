import type { Operation, SecurityScheme } from '../../contract/contract.ts'
import type { Draft, DraftCredentials } from './draft.ts'
import type { Probe } from './probe.ts'

/** Makes credentials that look like a valid one, and aren't. */
function listWrong(
  scheme: SecurityScheme,
  valid: string,
  invalid: string | undefined,
): { tried: string; value: string }[] {
  const isBasic = scheme.kind === 'basic'
  const [user = '', password = ''] = isBasic
    ? [valid.split(':')[0], valid.replace(/^[^:]*:/, '')]
    : ['', valid]
  const join = (value: string): string => (isBasic ? `${user}:${value}` : value)
  const what = isBasic ? 'password' : 'credential'
  const turned = [...password]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
  return [
    { tried: `another ${what}`, value: join('invalid-token') },
    ...(invalid === undefined ? [] : [{ tried: `the invalid ${what}`, value: join(invalid) }]),
    { tried: `the ${what} with one more letter`, value: join(`${password}x`) },
    { tried: `the ${what} without its last letter`, value: join(password.slice(0, -1)) },
    { tried: `the first letter of the ${what}`, value: join(password.slice(0, 1)) },
    { tried: `the ${what} in the other case`, value: join(turned) },
    ...(isBasic ? [{ tried: 'another user', value: `${user}x:${password}` }] : []),
  ].filter(({ value }) => value !== valid && value !== join(''))
}

/** Whose credential a set needs, and what it is. */
export type ValidCredentials = readonly { scheme: SecurityScheme; value: string }[]

const bare = (draft: Draft, credentials: DraftCredentials): Draft => ({ ...draft, credentials })

/** Lists requests without credentials and with wrong ones: two for each operation, all for the one that tests a scheme in depth. */
export function listSecurityProbes(
  operation: Operation,
  valid: ValidCredentials,
  isFull: boolean,
  invalid?: string,
): Probe[] {
  const { security } = operation
  if (security.length === 0 || security.some((set) => set.length === 0) || valid.length === 0) return []
  const place = `${operation.pointer}/security`
  const common = { operation, kind: 'reject', reason: 'credentials', place } as const
  const none: Probe = {
    ...common,
    rule: 'requires-credentials',
    tried: 'no credentials',
    change: (draft) => bare(draft, 'none'),
  }
  const others = Object.fromEntries(valid.map(({ scheme, value }) => [scheme.name, value]))
  const wrong = valid.flatMap(({ scheme, value }) =>
    listWrong(scheme, value, invalid).map(
      ({ tried, value: given }): Probe => ({
        ...common,
        rule: 'rejects-invalid-credentials',
        tried: `${tried} of ${scheme.name}`,
        change: (draft) => bare(draft, { ...others, [scheme.name]: given }),
      }),
    ),
  )
  if (!isFull) return [none, ...wrong.slice(0, 1)]
  const inHeader = valid.filter(({ scheme }) => scheme.in === 'header')
  const empty = inHeader.map(
    ({ scheme, value }): Probe => ({
      ...common,
      rule: 'requires-credentials',
      tried: `an empty ${scheme.parameter}`,
      change: (draft) => ({
        ...bare(draft, 'none'),
        headers: {
          ...draft.headers,
          [scheme.parameter]: scheme.kind === 'apiKey' ? '' : (scheme.challenge?.split(' ')[0] ?? value),
        },
      }),
    }),
  )
  const otherScheme = inHeader
    .filter(
      ({ scheme }) => scheme.kind === 'bearer' || scheme.kind === 'oauth2' || scheme.kind === 'openIdConnect',
    )
    .map(
      ({ scheme }): Probe => ({
        ...common,
        rule: 'requires-credentials',
        tried: `Basic instead of ${scheme.name}`,
        change: (draft) => ({
          ...bare(draft, 'none'),
          headers: { ...draft.headers, authorization: 'Basic dXNlcjpwYXNzd29yZA==' },
        }),
      }),
    )
  const malformed = valid
    .filter(({ scheme }) => scheme.kind === 'basic')
    .map(
      (): Probe => ({
        ...common,
        rule: 'rejects-invalid-credentials',
        tried: 'Basic without a colon',
        change: (draft) => ({
          ...bare(draft, 'none'),
          headers: { ...draft.headers, authorization: 'Basic eA==' },
        }),
      }),
    )
  const inQuery = inHeader
    .filter(({ scheme }) => scheme.kind === 'apiKey')
    .map(
      ({ scheme, value }): Probe => ({
        ...common,
        rule: 'credentials-elsewhere',
        tried: `the credential of ${scheme.name} in the query`,
        change: (draft) => ({
          ...bare(draft, 'none'),
          query: [
            scheme.parameter,
            scheme.parameter.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase()),
          ]
            .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
            .join('&'),
        }),
      }),
    )
  const otherCase = inHeader
    .filter(({ scheme }) => scheme.kind === 'bearer')
    .map(
      ({ scheme, value }): Probe => ({
        ...common,
        kind: 'accept',
        rule: 'scheme-in-any-case',
        tried: `the credential of ${scheme.name} with bearer in lower case`,
        change: (draft) => ({
          ...bare(draft, 'none'),
          headers: { ...draft.headers, authorization: `bearer ${value}` },
        }),
      }),
    )
  return [none, ...wrong, ...empty, ...otherScheme, ...malformed, ...inQuery, ...otherCase]
}
