/** Matchers or generators by places; a matcher may be several, with the word that combines them. */
export type Rules = Readonly<Record<string, object>>

/** A request or a response, in the words of no version of the format. */
export interface Side {
  status?: number
  method?: string
  path?: string
  query?: Readonly<Record<string, string[]>>
  headers?: Readonly<Record<string, string>>
  /** A text is written as the library writes one that isn't JSON; null leaves the body out. */
  body?: unknown
  /** Matchers, by places such as `body.name`, `header.Location`, `status`, and `path`. */
  rules?: Rules
  generators?: Rules
}

/** An interaction: what the description says about it, in a word and the place in the interaction; what it is; its request, its response, and its states. */
export type Row = readonly [
  verdict: string,
  title: string,
  request?: Side,
  response?: Side,
  states?: readonly object[],
]

/** Interactions with one request. */
export const about = (
  request: Side,
  ...rows: readonly (readonly [verdict: string, title: string, response: Side, states?: readonly object[]])[]
): Row[] => rows.map(([verdict, title, ...rest]) => [verdict, title, request, ...rest])

export const json = 'application/json'
export const match = (name: string, more: object = {}): object => ({ match: name, ...more })
export const type: object = match('type')
export const integer: object = match('integer')
export const regex = (text: string): object => match('regex', { regex: text })
export const given = (...names: string[]): object[] => names.map((name) => ({ name }))

/** Makes the requests of a client, with these headers unless others are named. */
export const createClient = (basePath: string, own: Readonly<Record<string, string>>) => ({
  get: (path: string, query?: Side['query'], headers: object = own): Side => ({
    method: 'GET',
    path: basePath + path,
    headers: { ...headers },
    ...(query && { query }),
  }),
  send: (method: string, path: string, body: unknown, headers: object = {}, rules?: Rules): Side => ({
    method,
    path: basePath + path,
    headers: { ...own, 'Content-Type': json, ...headers },
    body,
    ...(rules && { rules }),
  }),
})

export const gets = (status: number, body?: unknown, rules?: Rules, headers?: Side['headers']): Side => ({
  status,
  ...(body !== undefined && { body }),
  ...(rules && { rules }),
  ...(headers && { headers }),
})

const toJsonPath = (rest: string, isBracketed: boolean): string =>
  rest === '' ? '$' : isBracketed ? `$['${rest}']` : `$.${rest}`

/** Writes rules as a version of the format has them; matchers come in a list since version 3. */
function writeRules(rules: Rules, version: string, isBracketed: boolean, areMatchers: boolean): object {
  const written: Record<string, unknown> = {}
  for (const [place, rule] of Object.entries(rules)) {
    const [part = '', rest = ''] = place.split(/\.(.*)/s)
    const list = 'matchers' in rule || !areMatchers ? rule : { combine: 'AND', matchers: [rule] }
    const isPlain = part === 'path' || part === 'status'
    const at = part === 'body' ? toJsonPath(rest, isBracketed) : rest
    if (version < '3') written[part === 'body' ? at.replace('$', '$.body') : `$.${part}s.${rest}`] = rule
    else if (isPlain) written[part] = part === 'status' ? { $: list } : list
    else written[part] = { ...Object(written[part]), [at]: list }
  }
  return written
}

const toQuery = (query: Record<string, readonly string[]>): string =>
  Object.entries(query)
    .flatMap(([name, values]) => values.map((value) => `${name}=${value}`))
    .join('&')

/** Writes a side as a version of the format has it. */
export function writeSide(side: Side, version: string, isBracketed: boolean): object {
  const { query, headers = {}, body, rules, generators, ...others } = side
  const isV4 = version === '4.0'
  const content =
    typeof body === 'string'
      ? { content: body, contentType: json, encoded: body === '' ? false : 'JSON' }
      : { content: body, contentType: json, encoded: false }
  return {
    ...others,
    ...(query && { query: version < '3' ? toQuery(query) : query }),
    headers: isV4
      ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
      : headers,
    ...(body !== undefined && body !== null && { body: isV4 ? content : body }),
    ...(rules && { matchingRules: writeRules(rules, version, isBracketed, true) }),
    ...(generators && { generators: writeRules(generators, version, isBracketed, false) }),
  }
}
