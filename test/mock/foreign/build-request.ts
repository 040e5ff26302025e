// Builds requests of operations as a client does that reads only the description.
import type { ForeignOperation, ForeignParameter, Json, Loose } from './load-description.ts'
import type { Values } from './values.ts'

export interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

export interface Built {
  request: SentRequest
  /** The JSON value of the body, if it is JSON. */
  json?: { value: Loose; schema: Json }
}

const encode = (value: unknown): string =>
  encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))

function writeParameter(
  { name, in: place, style, explode, content }: ForeignParameter,
  value: Loose,
): string {
  if (content !== undefined) {
    const text = JSON.stringify(value)
    return place === 'query'
      ? `${name}=${encodeURIComponent(text)}`
      : place === 'header'
        ? text
        : encodeURIComponent(text)
  }
  const pairs: [string, unknown][] =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const own = place === 'header' ? String : encode
  const isList = Array.isArray(value)
  if (place === 'query' || place === 'cookie') {
    const key = encodeURIComponent(name)
    if (style === 'deepObject')
      return pairs
        .map(([one, inner]) => `${encodeURIComponent(`${name}[${one}]`)}=${encode(inner)}`)
        .join('&')
    if (isList) {
      if (explode && style === 'form') return value.map((one: unknown) => `${key}=${encode(one)}`).join('&')
      const between = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ','
      return `${key}=${value.map(encode).join(between)}`
    }
    if (pairs.length > 0 || typeof value === 'object')
      return explode
        ? pairs.map(([one, inner]) => `${encodeURIComponent(one)}=${encode(inner)}`).join('&')
        : `${key}=${pairs.flat().map(encode).join(',')}`
    return `${key}=${encode(value)}`
  }
  const flat = isList
    ? value.map(own)
    : pairs.length > 0
      ? pairs.map(([one, inner]) => (explode ? `${own(one)}=${own(inner)}` : `${own(one)},${own(inner)}`))
      : [own(value)]
  if (style === 'label') return `.${flat.join(explode ? '.' : ',')}`
  if (style === 'matrix')
    return explode && isList
      ? flat.map((one: string) => `;${name}=${one}`).join('')
      : explode && pairs.length > 0
        ? flat.map((one: string) => `;${one}`).join('')
        : `;${name}=${flat.join(',')}`
  return flat.join(',')
}

/** The credentials of the first set of security schemes. */
function addCredentials({ security }: ForeignOperation, request: SentRequest): void {
  for (const scheme of security[0] ?? []) {
    if (scheme['type'] === 'apiKey') {
      if (scheme['in'] === 'header') request.headers[scheme['name'].toLowerCase()] = 'key'
      else if (scheme['in'] === 'cookie')
        request.headers['cookie'] = [request.headers['cookie'], `${scheme['name']}=key`]
          .filter(Boolean)
          .join('; ')
      else
        request.path += `${request.path.includes('?') ? '&' : '?'}${encodeURIComponent(scheme['name'])}=key`
    } else
      request.headers['authorization'] = /^basic$/i.test(scheme['scheme'] ?? '')
        ? `Basic ${btoa('user:password')}`
        : 'Bearer token'
  }
}

const isJson = (type: string): boolean => /^[^/]+\/(?:.+\+)?json(?:;|$)/i.test(type) || type === '*/*'

/** Builds a valid request; undefined if no valid value can be made. */
export function buildRequest(
  operation: ForeignOperation,
  base: string,
  values: Values,
  given: Readonly<Record<string, string>>,
  { hasOptional = false, seed = 1 } = {},
): Built | undefined {
  const query: string[] = []
  const request: SentRequest = { method: operation.method, path: '', headers: {}, body: undefined }
  const cookies: string[] = []
  let path = operation.path.replace(/[?#].*/, '')
  for (const parameter of operation.parameters) {
    const { name, in: place, required, schema, example } = parameter
    if (!required && (!hasOptional || /^(?:if-|prefer$)/i.test(name))) continue
    if (place === 'header' && /^(?:accept|content-type|authorization)$/i.test(name)) continue
    if (place === 'path' && given[name] !== undefined) {
      path = path.replaceAll(`{${name}}`, encodeURIComponent(given[name] as string))
      continue
    }
    const made =
      example !== undefined && values.matches(schema, example, 'request')
        ? { value: example }
        : values.make(schema, true, place === 'path' ? 1 : seed)
    if (made === undefined) return undefined
    const { value } = made
    const isEmpty =
      value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
    if (isEmpty) {
      if (required) return undefined
      continue
    }
    // Nested values can't be written in any style.
    if (
      parameter.content === undefined &&
      typeof value === 'object' &&
      Object.values(value).some((one) => typeof one === 'object' || one === '')
    ) {
      if (required) return undefined
      continue
    }
    const text = writeParameter(parameter, value)
    if (place === 'path') path = path.replaceAll(`{${name}}`, text)
    else if (place === 'query') query.push(text)
    else if (place === 'cookie') cookies.push(text)
    else {
      if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return undefined
      request.headers[name.toLowerCase()] = text
    }
  }
  path = path.replaceAll(/\{[^{}]*\}/g, 'text')
  if (/(?:^|\/)(?:\.{1,2})?(?:\/|$)/.test(path.slice(1)) && path !== '/' && !operation.path.endsWith('/'))
    return undefined
  request.path = base + path + (query.length > 0 ? `?${query.join('&')}` : '')
  if (cookies.length > 0) request.headers['cookie'] = cookies.join('; ')
  addCredentials(operation, request)
  const types = Object.keys(operation.body?.content ?? {})
  if (operation.body === undefined || types.length === 0) return { request }
  const json = types.find(isJson)
  const type =
    json ?? types.find((one) => /urlencoded|^text\/|octet-stream|multipart/i.test(one)) ?? types[0] ?? ''
  const schema = operation.body.content[type]?.['schema'] ?? {}
  const media: Json = operation.body.content[type] ?? {}
  const [named] = Object.values<Json>(media['examples'] ?? {})
  const examples = [media['example'], named?.['value']].filter(
    (one) => one !== undefined && values.matches(schema, one, 'request') === true,
  )
  const made =
    examples.length > 0 && seed === 1 && !hasOptional
      ? { value: examples[0] }
      : values.make(schema, hasOptional, seed)
  if (made === undefined) return undefined
  const { value } = made
  request.headers['content-type'] = type === '*/*' ? 'application/json' : type
  if (json !== undefined) {
    request.body = JSON.stringify(value)
    return { request, json: { value, schema } }
  }
  if (/urlencoded/i.test(type)) {
    const form = new URLSearchParams()
    for (const [name, inner] of Object.entries(Object(value)))
      for (const one of Array.isArray(inner) ? inner : [inner])
        form.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
    request.body = form.toString()
    if (request.body === '') request.body = operation.body.required ? undefined : ''
  } else if (/multipart/i.test(type)) {
    const parts = Object.entries(Object(value)).flatMap(([name, inner]) =>
      (Array.isArray(inner) ? inner : [inner]).map((one) =>
        typeof one === 'object'
          ? `--b\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(one)}\r\n`
          : `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(one)}\r\n`,
      ),
    )
    request.headers['content-type'] = 'multipart/form-data; boundary=b'
    request.body = `${parts.join('')}--b--\r\n`
  } else request.body = typeof value === 'string' ? value || 'text' : JSON.stringify(value)
  return { request }
}
