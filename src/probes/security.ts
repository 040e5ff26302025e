import type { Operation, SecurityScheme } from '../contract/contract.ts'
import { isBearer } from '../contract/security.ts'
import type { Draft, DraftCredentials } from './draft.ts'
import type { Probe } from './probe.ts'
import { listWrongCredentials } from './wrong-credentials.ts'

/** Whose credential a set needs, and what it is. */
export type ValidCredentials = readonly { scheme: SecurityScheme; value: string }[]

const bare = (draft: Draft, credentials: DraftCredentials): Draft => ({ ...draft, credentials })

function escapeLetter(path: string): string {
  const at = path.lastIndexOf('/') + 1
  return path.slice(0, at) + path.slice(at).replace(/[a-z]/, (one) => `%${Buffer.from(one).toString('hex')}`)
}

/** Writes the path of a request without credentials in another way. */
function withPath(draft: Draft, change: (path: string) => string): Draft {
  const { path } = draft.operation.writeParameters(draft.parameters)
  return { ...bare(draft, 'none'), path: change(path) }
}

/** Lists requests without credentials and with wrong ones: two for each operation, all for the one that tests a scheme in depth. */
export function listSecurityProbes(
  operation: Operation,
  valid: ValidCredentials,
  isFull: boolean,
  invalid?: string,
  seed = 1,
): Probe[] {
  const { security } = operation
  if (security.length === 0 || security.some((set) => set.length === 0) || valid.length === 0) return []
  const place = `${operation.pointer}/security`
  const common = { operation, kind: 'reject', reason: 'credentials', place } as const
  const toProbe = (rule: Probe['rule'], tried: string, change: Probe['change']): Probe => ({
    ...common,
    rule,
    tried,
    change,
  })
  const sendIn =
    (fields: Readonly<Record<string, string>>, more: Partial<Draft> = {}): Probe['change'] =>
    (draft) => ({ ...bare(draft, 'none'), headers: { ...draft.headers, ...fields }, ...more })
  const none = toProbe('requires-credentials', 'no credentials', sendIn({}))
  const wrong = valid.flatMap(({ scheme, value }) =>
    listWrongCredentials(scheme, value, invalid, seed).map(
      ({ tried, ...given }): Probe => ({
        ...common,
        rule: 'rejects-invalid-credentials',
        tried: `${scheme.name}: ${tried}`,
        // The server itself may reject such a header.
        ...(tried.startsWith('letters outside') && { reason: 'unread' as const }),
        change: (draft) => bare(draft, { [scheme.name]: given }),
      }),
    ),
  )
  if (!isFull) return [none, ...wrong.slice(0, 1)]
  const inHeader = valid.filter(({ scheme }) => scheme.in === 'header')
  const empty = inHeader.map(({ scheme: { parameter, kind, challenge }, value }) =>
    toProbe(
      'requires-credentials',
      `an empty ${parameter}`,
      sendIn({ [parameter]: kind === 'apiKey' ? '' : (challenge?.split(' ')[0] ?? value) }),
    ),
  )
  const bearers = inHeader.filter(({ scheme }) => isBearer(scheme))
  const blank = inHeader.map(({ scheme }) =>
    toProbe('requires-credentials', `a blank ${scheme.parameter}`, sendIn({ [scheme.parameter]: '' })),
  )
  const otherScheme = bearers.flatMap(({ scheme, value }) => {
    const encode = (text: string): string => Buffer.from(text).toString('base64')
    return [
      toProbe(
        'requires-credentials',
        `Basic instead of ${scheme.name}`,
        sendIn({ authorization: 'Basic dXNlcjpwYXNzd29yZA==' }),
      ),
      ...Object.entries({
        'as the user of Basic': `Basic ${encode(`${value}:`)}`,
        'as the password of Basic': `Basic ${encode(`user:${value}`)}`,
        'under the scheme Token': `Token ${value}`,
        'under an unknown scheme': `Unknown ${value}`,
        'without its scheme': value,
        'after its scheme without a space': `Bearer${value}`,
        'after its scheme and an equals sign': `Bearer=${value}`,
        'after the beginning of its scheme': `Bear ${value}`,
        'after a longer scheme': `XBearer ${value}`,
        'after its scheme twice': `Bearer Bearer ${value}`,
        'twice, with a comma': `Bearer ${value}, Bearer ${value}`,
      }).map(([how, authorization]) =>
        toProbe(
          'rejects-invalid-credentials',
          `the credential of ${scheme.name} ${how}`,
          sendIn({ authorization }),
        ),
      ),
      ...['x', 'charset=utf-8', '; a=b'].map((text) =>
        toProbe(
          'text-after-credential',
          `the credential of ${scheme.name} and ${text}`,
          sendIn({ authorization: `Bearer ${value} ${text}` }),
        ),
      ),
      toProbe(
        'rejects-invalid-credentials',
        'another credential after bearer in lower case',
        sendIn({ authorization: 'bearer invalid-token' }),
      ),
    ]
  })
  const malformed = valid
    .filter(({ scheme }) => scheme.kind === 'basic')
    .map(() =>
      toProbe(
        'rejects-invalid-credentials',
        'Basic without a colon',
        sendIn({ authorization: 'Basic eA==' }),
      ),
    )
  const elsewhere = inHeader.flatMap(({ scheme, value }) => {
    const names = [
      ...new Set([scheme.parameter, 'access_token', 'token', 'authorization', 'api_key', 'session']),
    ]
    const headers = [
      'X-Authorization',
      'X-Auth-Token',
      'X-Access-Token',
      'X-Api-Key',
      'Token',
      'Proxy-Authorization',
      'X-Forwarded-Authorization',
    ].filter((name) => name.toLowerCase() !== scheme.parameter.toLowerCase())
    const pairs = names.flatMap((name) => [
      name,
      name.replaceAll(/(?<=^|-)[a-z]/g, (one) => one.toUpperCase()),
    ])
    const query = [...new Set(pairs)]
      .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&')
    const toFields = (text: string): Record<string, string> =>
      Object.fromEntries(headers.map((name) => [name, text]))
    return [
      toProbe(
        'credentials-elsewhere',
        `the credential of ${scheme.name} in the query`,
        sendIn({}, { query }),
      ),
      toProbe(
        'credentials-elsewhere',
        `the credential of ${scheme.name} in cookies`,
        sendIn({ cookie: names.map((name) => `${name}=${value}`).join('; ') }),
      ),
      toProbe(
        'credentials-elsewhere',
        `the credential of ${scheme.name} in other headers`,
        sendIn(toFields(value)),
      ),
      toProbe(
        'credentials-elsewhere',
        `the credential of ${scheme.name} in other headers, with Bearer`,
        sendIn(toFields(`Bearer ${value}`)),
      ),
    ]
  })
  const trusted = [
    toProbe(
      'requires-credentials',
      'no credentials, but headers that a gateway sets',
      sendIn({
        'X-User': 'admin',
        'X-Forwarded-User': 'admin',
        'Remote-User': 'admin',
        'X-Forwarded-For': '127.0.0.1',
        'X-Internal': 'true',
      }),
    ),
    toProbe('requires-credentials', 'no credentials, and a query', sendIn({}, { query: 'more=1' })),
    {
      ...toProbe('requires-credentials', 'no credentials, and a slash at the end of the path', (draft) =>
        withPath(draft, (path) => `${path}/`),
      ),
      reason: 'unknown' as const,
    },
    {
      ...toProbe('requires-credentials', 'no credentials, and an escaped letter in the path', (draft) =>
        withPath(draft, escapeLetter),
      ),
      reason: 'unknown' as const,
    },
    toProbe('requires-credentials', 'no credentials again', sendIn({})),
  ]
  const otherCase = inHeader
    .filter(({ scheme }) => scheme.kind === 'bearer')
    .map(
      ({ scheme, value }): Probe => ({
        ...toProbe(
          'scheme-in-any-case',
          `the credential of ${scheme.name} with bearer in lower case`,
          sendIn({ authorization: `bearer ${value}` }),
        ),
        kind: 'accept',
      }),
    )
  return [
    none,
    ...wrong,
    ...empty,
    ...blank,
    ...otherScheme,
    ...malformed,
    ...elsewhere,
    ...trusted,
    ...otherCase,
  ]
}
