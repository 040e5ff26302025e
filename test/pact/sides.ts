import { writePact } from './written-pact.ts'

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

/** An interaction: what it is; its request, its response, and its states. */
export type Row = readonly [title: string, request?: Side, response?: Side, states?: readonly object[]]

/** Interactions with one request. */
export const about = (
  request: Side,
  ...rows: readonly (readonly [title: string, response: Side, states?: readonly object[]])[]
): Row[] => rows.map(([title, ...rest]) => [title, request, ...rest])

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

/** Writes rules by the parts of a message that they are about; matchers come in a list. */
function writeRules(rules: Rules, areMatchers: boolean): object {
  const written: Record<string, unknown> = {}
  for (const [place, rule] of Object.entries(rules)) {
    const [part = '', rest = ''] = place.split(/\.(.*)/s)
    const list = 'matchers' in rule || !areMatchers ? rule : { combine: 'AND', matchers: [rule] }
    const at = part === 'header' ? rest : rest === '' ? '$' : `$.${rest}`
    written[part] = part === 'path' ? list : { ...Object(written[part]), [at]: list }
  }
  return written
}

function writeSide({ headers = {}, body, rules, generators, ...others }: Side): object {
  const isText = typeof body === 'string'
  const lists = Object.entries(headers).map(([name, value]) => [name, [value]])
  return {
    ...others,
    headers: Object.fromEntries(lists),
    ...(body !== undefined &&
      body !== null && {
        body: {
          content: body,
          contentType: headers['Content-Type'],
          encoded: isText && body !== '' && 'JSON',
        },
      }),
    ...(rules && { matchingRules: writeRules(rules, true) }),
    ...(generators && { generators: writeRules(generators, false) }),
  }
}

/** Writes a pact with interactions of these rows, which have these parts unless they say otherwise. */
export const writeRows = (rows: readonly Row[], request: Side = {}, response: Side = {}): object =>
  writePact(
    rows.map(([description, own = {}, received = {}, states = []]) => ({
      type: 'Synchronous/HTTP',
      pending: false,
      description,
      providerStates: states,
      request: writeSide({ ...request, ...own }),
      response: writeSide({ status: 200, ...response, ...received }),
    })),
  )
