// What a foreign client expects of a mock of a description; each check counts once a place.
import { type Built, buildRequest, type SentRequest } from './build-request.ts'
import { type ForeignDescription, type ForeignOperation, follow, type Json } from './load-description.ts'
import { mutate } from './mutate.ts'
import { createValues, type Values } from './values.ts'

interface SentResponse {
  status: number
  headers: Record<string, string>
  body: string
}

export type Send = (request: SentRequest) => Promise<SentResponse>

/** The checks, in the order of the table. */
export const checkNames = [
  'documented success',
  'body matches',
  'Accept is honored',
  'no credentials rejected',
  'single mistake rejected',
  'malformed JSON rejected',
  'missing parameter rejected',
  'error body matches',
  'error names the cause',
  'create',
  'echo',
  'read',
  'list',
  'change',
  'remove',
  'unknown key',
  'resource passes all',
  'int64 is exact',
  'responds without a 5xx',
] as const

export type CheckName = (typeof checkNames)[number]

interface Tally {
  passed: number
  total: number
}

export interface Result {
  tallies: Map<CheckName, Tally>
  failures: { check: CheckName; description: string; operation: string; detail: string }[]
  /** Operations for which no valid request could be made. */
  unbuilt: number
}

export const createResult = (): Result => ({ tallies: new Map(), failures: [], unbuilt: 0 })

const isJson = (type: string | undefined): boolean =>
  type !== undefined && /^[^/]+\/(?:.+\+)?json\b/i.test(type)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const pick = ({ responses }: ForeignOperation, status: number) =>
  responses[status] ??
  responses[`${Math.floor(status / 100)}XX`] ??
  responses[`${Math.floor(status / 100)}xx`] ??
  responses['default']

const isSuccess = (operation: ForeignOperation, status: number): boolean => {
  const names = Object.keys(operation.responses)
  const exact = names.some((one) => /^2/.test(one))
  const isGood = exact ? status >= 200 && status < 300 : status < 400
  // Some describe only errors.
  return isGood && (pick(operation, status) !== undefined || !names.some((one) => /^[23d]/.test(one)))
}

const findContent = (content: Record<string, Json>, type: string): Json | undefined => {
  const name = type.split(';')[0]?.trim().toLowerCase() ?? ''
  const found = Object.keys(content).find((one) => one.split(';')[0]?.trim().toLowerCase() === name)
  if (found !== undefined) return content[found]
  return content[`${name.split('/')[0]}/*`] ?? content['*/*']
}

const simplify = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

/** Runs all checks against a mock. */
export async function runChecks(
  description: ForeignDescription,
  sendOne: Send,
  result: Result,
): Promise<void> {
  const { operations, base, root } = description
  const values: Values = createValues(description)
  const note = (check: CheckName, operation: string, passed: boolean, detail = ''): boolean => {
    const tally = result.tallies.get(check) ?? { passed: 0, total: 0 }
    tally.total++
    if (passed) tally.passed++
    else result.failures.push({ check, description: description.name, operation, detail })
    result.tallies.set(check, tally)
    return passed
  }
  const show = (request: SentRequest, response: SentResponse): string =>
    `${request.method} ${request.path} ${request.body?.slice(0, 300) ?? ''} → ${response.status} ${response.body.slice(0, 300)}`

  const send: Send = async (request) => {
    const response = await sendOne(request)
    // What gets no response at all has the status 0.
    const isRight = response.status > 0 && response.status < 500
    note('responds without a 5xx', request.path, isRight, show(request, response))
    return response
  }

  /** Creates a record for a path parameter; returns its key. */
  async function createKey(
    itemPath: string,
    parameter: string,
    given: Record<string, string>,
    seed: number,
    tries = 20,
    fixed: Record<string, unknown> = {},
  ): Promise<{ key: string; built: Built; response: SentResponse } | undefined> {
    const collection = itemPath.slice(0, itemPath.lastIndexOf('/'))
    const post = operations.find((one) => one.method === 'POST' && one.path.replace(/\/$/, '') === collection)
    if (post === undefined) return undefined
    const built =
      buildRequest(post, base, values, given, { hasOptional: true, seed }) ??
      buildRequest(post, base, values, given, { seed })
    if (built === undefined) {
      unbuilt.add(collection)
      return undefined
    }
    if (built.json !== undefined && Object.keys(fixed).length > 0) {
      built.json.value = { ...built.json.value, ...fixed }
      built.request.body = JSON.stringify(built.json.value)
    }
    const described = operations
      .flatMap((one) => (one.path === itemPath ? one.parameters : []))
      .filter((one) => one.in === 'path' && one.name === parameter)
    const isKey = (key: unknown): boolean =>
      described.every(({ schema }) => values.matches(schema, key, 'request') !== false)
    const response = await send(built.request)
    const again = (one: Record<string, unknown>) =>
      createKey(itemPath, parameter, given, seed + 1000, tries - 1, one)
    // Another record has the key, if there are only a few.
    if (response.status === 409 && tries > 0) return again(fixed)
    if (response.status >= 300) return undefined
    const found =
      (findKey(parse(response.body), itemPath, parameter) as string | number | undefined) ??
      (decodeURIComponent(response.headers['location']?.split('/').pop() ?? '') ||
        findKey(built.json?.value, itemPath, parameter))
    if (found !== undefined && !isKey(found) && !isKey(Number(found)) && tries > 0) {
      // Some descriptions limit the key in the path more than in the record.
      const name = Object.keys(Object(built.json?.value)).find(
        (one) => String(built.json?.value[one]) === String(found),
      )
      const other = values.make({ allOf: described.map(({ schema }) => schema) }, false, seed)
      return name === undefined || other === undefined ? again({}) : again({ [name]: other.value })
    }
    return found === undefined ? undefined : { key: String(found), built, response }
  }

  function findKey(body: unknown, itemPath: string, parameter: string, isWide = true): unknown {
    if (typeof body === 'string' && body !== '') return body
    const collection = simplify(itemPath.split('/').at(-2) ?? '')
    const wanted = [
      parameter,
      'id',
      ...(isWide ? ['uuid', 'key', 'slug', 'code', 'name', 'username'] : []),
    ].map(simplify)
    const short = simplify(parameter).replace(collection.replace(/s$/, ''), '')
    if (short !== '') wanted.splice(1, 0, short)
    const places = [body, ...Object.values(Object(body))].filter(
      (one): one is Json => typeof one === 'object' && one !== null && !Array.isArray(one),
    )
    for (const place of places)
      for (const name of wanted) {
        const own = Object.keys(place).find((one) => simplify(one) === name)
        if (own !== undefined && ['string', 'number'].includes(typeof place[own])) return place[own]
      }
    return undefined
  }

  /** Whether a request or response of a collection names the key, or the response has the address of the record. */
  function hasKey(post: ForeignOperation, itemPath: string, parameter: string): boolean {
    const success = Object.entries(post.responses).find(([status]) => /^2/.test(status))
    if (success?.[0] === '201') return true
    const schemas = [
      ...Object.values(success?.[1].content ?? {}),
      ...Object.values(post.body?.content ?? {}),
    ].map((media) => values.flatten(media['schema'] ?? {}))
    const list = (schema: Json, depth: number): Json[] =>
      depth > 3 || typeof schema !== 'object' || schema === null
        ? []
        : [
            schema,
            ...[...(schema['allOf'] ?? []), ...Object.values(schema['properties'] ?? {})].flatMap(
              (one: Json) => list(one, depth + 1),
            ),
          ]
    return schemas
      .flatMap((schema) => list(schema, 0))
      .some(
        ({ properties }) =>
          findKey(
            Object.fromEntries(Object.keys(properties ?? {}).map((one) => [one, 'x'])),
            itemPath,
            parameter,
            true,
          ) !== undefined,
      )
  }

  let seeds = 1
  /** Collections for which no valid record could be made. */
  const unbuilt = new Set<string>()
  /** Creates all records that a path is about. */
  async function createKeys(path: string, skipLast = false): Promise<Record<string, string>> {
    const given: Record<string, string> = {}
    const steps = path.replace(/[?#].*/, '').split('/')
    for (const [index, step] of steps.entries()) {
      const parameter = /^\{([^{}]*)\}$/.exec(step)?.[1]
      if (parameter === undefined || (skipLast && index === steps.length - 1)) continue
      const itemPath = steps.slice(0, index + 1).join('/')
      const made = await createKey(itemPath, parameter, given, ++seeds)
      if (made !== undefined) {
        given[parameter] = made.key
        continue
      }
      const put = operations.find((one) => one.method === 'PUT' && one.path === itemPath)
      if (put === undefined) continue
      const described = put.parameters.find((one) => one.in === 'path' && one.name === parameter)
      const key = described && values.make(described.schema, false, ++seeds)
      if (key === undefined || String(key.value) === '') continue
      given[parameter] = String(key.value)
      const built = buildRequest(put, base, values, given)
      if (built !== undefined) await send(built.request)
    }
    return given
  }

  function checkBody(
    operation: ForeignOperation,
    response: SentResponse,
  ): { matches: boolean | undefined; detail: string } {
    const documented = pick(operation, response.status)
    const types = Object.keys(documented?.content ?? {})
    if (documented === undefined || types.length === 0) return { matches: undefined, detail: '' }
    if (response.status === 204 || response.status === 304)
      return { matches: response.body === '', detail: 'a body' }
    const type = response.headers['content-type'] ?? ''
    const media = findContent(documented.content, type)
    if (media === undefined)
      return { matches: false, detail: `content type ${type} instead of ${types.join()}` }
    if (!isJson(type)) return { matches: true, detail: '' }
    const body = parse(response.body)
    if (body === undefined) return { matches: false, detail: 'no JSON' }
    if (media['schema'] === undefined) return { matches: true, detail: '' }
    const matches = values.matches(media['schema'], body, 'response')
    // Nothing matches some schemas, such as oneOf with two branches of the same form.
    if (
      !matches &&
      values.make(media['schema'], true) === undefined &&
      values.make(media['schema'], false) === undefined
    )
      return { matches: undefined, detail: '' }
    return { matches, detail: values.explain(media['schema'], 'response') }
  }

  async function checkRejected(
    check: CheckName,
    operation: ForeignOperation,
    request: SentRequest,
    cause: string | undefined,
  ): Promise<void> {
    const response = await send(request)
    const isRejected = response.status >= 400 && response.status < 500
    if (!note(check, operation.name, isRejected, `${cause}: ${show(request, response)}`)) return
    const documented = pick(operation, response.status)
    if (Object.keys(documented?.content ?? {}).length > 0) {
      const { matches, detail } = checkBody(operation, response)
      if (matches !== undefined)
        note('error body matches', operation.name, matches, `${detail}: ${show(request, response)}`)
    }
    if (cause !== undefined && cause !== '')
      note(
        'error names the cause',
        operation.name,
        response.body.includes(cause),
        `${cause}: ${show(request, response)}`,
      )
  }

  for (const operation of operations) {
    const given = await createKeys(operation.path)
    const made = [false, true].map((hasOptional) =>
      buildRequest(operation, base, values, given, { hasOptional, seed: ++seeds }),
    )
    const builts = made.filter((one): one is Built => one !== undefined)
    const isLost = [...unbuilt].some((collection) => operation.path.startsWith(`${collection}/{`))
    if (builts.length === 0 || isLost) {
      result.unbuilt++
      continue
    }
    for (const { request } of builts) {
      // The record may be gone since the request before.
      const own =
        operation.method === 'DELETE' && request !== builts[0]?.request
          ? (buildRequest(operation, base, values, await createKeys(operation.path), { hasOptional: true })
              ?.request ?? request)
          : request
      const response = await send(own)
      if (
        !note(
          'documented success',
          operation.name,
          isSuccess(operation, response.status),
          show(own, response),
        )
      )
        continue
      if (operation.method === 'HEAD') continue
      const { matches, detail } = checkBody(operation, response)
      if (matches !== undefined)
        note('body matches', operation.name, matches, `${detail}: ${show(own, response)}`)
    }
    const [built] = builts as [Built]
    const success = Object.entries(operation.responses).find(([status]) => /^2/.test(status))?.[1]
    const types = Object.keys(success?.content ?? {}).filter((type) => !type.includes('*'))
    if (operation.method !== 'HEAD')
      for (const type of types) {
        const keys = operation.method === 'GET' ? given : await createKeys(operation.path)
        const fresh = buildRequest(operation, base, values, keys, { seed: ++seeds })
        if (fresh === undefined) continue
        const request = {
          ...fresh.request,
          headers: { ...fresh.request.headers, accept: `${type.split(';')[0]}, */*;q=0.1` },
        }
        const response = await send(request)
        if (response.status >= 300 || response.body === '') continue
        note(
          'Accept is honored',
          operation.name,
          (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ===
            type.split(';')[0]?.trim().toLowerCase(),
          `${type}: ${show(request, response)} ${response.headers['content-type']}`,
        )
      }
    const base0 = built.request
    if (
      operation.security.length > 0 &&
      operation.security.every(
        (set) =>
          set.length > 0 &&
          set.every(
            (scheme) =>
              ['http', 'oauth2', 'openIdConnect', 'apiKey'].includes(scheme['type']) &&
              (scheme['type'] !== 'apiKey' || scheme['in'] === 'header'),
          ),
      )
    ) {
      const headers = { ...base0.headers }
      delete headers['authorization']
      for (const scheme of operation.security.flat())
        if (scheme['type'] === 'apiKey') delete headers[String(scheme['name']).toLowerCase()]
      await checkRejected('no credentials rejected', operation, { ...base0, headers }, undefined)
    }
    const fresh = { ...base0 }
    for (const parameter of operation.parameters.filter(
      (one) =>
        one.in === 'query' &&
        one.required &&
        one.content === undefined &&
        one.style === 'form' &&
        (one.explode === false || follow(root, one.schema)['type'] !== 'object'),
    )) {
      const key = encodeURIComponent(parameter.name)
      const path = fresh.path.replace(
        /\?(.*)/,
        (_all, query) =>
          `?${query
            .split('&')
            .filter((pair: string) => !pair.startsWith(`${key}=`))
            .join('&')}`,
      )
      if (path !== fresh.path)
        await checkRejected('missing parameter rejected', operation, { ...fresh, path }, parameter.name)
    }
    const { json } = builts.at(-1) as Built
    if (json === undefined) continue
    await checkRejected('malformed JSON rejected', operation, { ...fresh, body: '{"' }, undefined)
    for (const { kind, name, value } of mutate(json.schema, json.value, values))
      await checkRejected(
        'single mistake rejected',
        operation,
        { ...fresh, body: JSON.stringify(value) },
        name,
      ).catch((error) => note('single mistake rejected', operation.name, false, `${kind} ${String(error)}`))
  }

  const record = (body: unknown, sent: Json): Json | undefined => {
    const places = [body, ...Object.values(Object(body))].filter(
      (one): one is Json => typeof one === 'object' && one !== null && !Array.isArray(one),
    )
    const count = (place: Json): number => Object.keys(sent).filter((name) => name in place).length
    return places.sort((one, other) => count(other) - count(one))[0]
  }
  const same = (one: unknown, other: unknown): boolean =>
    JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other))
  const contains = (body: unknown, key: string): boolean =>
    typeof body === 'object' && body !== null
      ? Object.values(body).some((one) => contains(one, key))
      : String(body) === key

  for (const operation of operations) {
    const item = /^(.*)\/\{([^{}/]*)\}$/.exec(operation.path)
    if (operation.method !== 'GET' || item === null) continue
    const [, collection = '', parameter = ''] = item
    const post = operations.find((one) => one.method === 'POST' && one.path.replace(/\/$/, '') === collection)
    if (post === undefined || !Object.keys(post.body?.content ?? {}).some(isJson)) continue
    const name = operation.path
    if (!hasKey(post, operation.path, parameter)) continue
    // Its parameter is a filter, if it responds with a list.
    const shown = Object.entries(operation.responses).find(([status]) => /^2/.test(status))?.[1].content[
      'application/json'
    ]?.['schema']
    const inner = values.flatten(shown ?? {})
    if (
      inner['type'] === 'array' ||
      ['data', 'items', 'results'].some((one) => inner['properties']?.[one]?.['type'] === 'array')
    )
      continue
    const owners = await createKeys(operation.path, true)
    const made = await createKey(operation.path, parameter, owners, ++seeds)
    if (made === undefined && unbuilt.has(operation.path.slice(0, operation.path.lastIndexOf('/')))) continue
    const results: boolean[] = []
    const check = (one: CheckName, passed: boolean, detail: string): void =>
      void results.push(note(one, name, passed, detail))
    check('create', made !== undefined, 'no key')
    if (made === undefined) {
      note('resource passes all', name, false, 'create')
      continue
    }
    const sent = made.built.json?.value as Json
    const given = { ...owners, [parameter]: made.key }
    const request = (one: ForeignOperation, keys = given): SentRequest | undefined =>
      buildRequest(one, base, values, keys, { seed: ++seeds })?.request
    const compare = (one: CheckName, from: ForeignOperation, response: SentResponse, wanted: Json): void => {
      const body = parse(response.body)
      const own = record(body, Object(wanted))
      const schema = findContent(
        pick(from, response.status)?.content ?? {},
        response.headers['content-type'] ?? '',
      )?.['schema']
      // Some descriptions let requests have what responses can't.
      const canShow = (key: string): boolean => {
        if (schema === undefined || own === undefined) return true
        const kept = own[key]
        own[key] = Object(wanted)[key]
        const shown = values.matches(schema, body, 'response') !== false
        own[key] = kept
        return shown
      }
      const shared = Object.keys(Object(wanted)).filter(
        (key) => own !== undefined && key in own && canShow(key),
      )
      if (own === undefined || shared.length === 0) return
      const wrong = shared.find((key) => !contains2(own[key], Object(wanted)[key]))
      check(
        one,
        wrong === undefined,
        `${wrong}: ${JSON.stringify(wanted)?.slice(0, 300)} → ${response.body.slice(0, 300)}`,
      )
    }
    const contains2 = (own: unknown, wanted: unknown): boolean => {
      if (Array.isArray(wanted))
        return (
          Array.isArray(own) &&
          wanted.length === own.length &&
          wanted.every((one, index) => contains2(own[index], one))
        )
      if (typeof wanted === 'object' && wanted !== null)
        return (
          typeof own === 'object' &&
          own !== null &&
          Object.keys(wanted).every(
            (key) => !(key in own) || contains2((own as Json)[key], (wanted as Json)[key]),
          )
        )
      return same(own, wanted)
    }
    compare('echo', post, made.response, sent)
    const get = request(operation)
    if (get !== undefined) {
      const response = await send(get)
      check('read', response.status < 300, show(get, response))
      if (response.status < 300) compare('read', operation, response, sent)
    }
    const list = operations.find((one) => one.method === 'GET' && one.path.replace(/\/$/, '') === collection)
    const listed = list && request(list, owners)
    // Some records don't show their key.
    const marks = [
      made.key,
      ...Object.values(Object(sent)).filter(
        (one): one is string => typeof one === 'string' && one.length > 2 && made.response.body.includes(one),
      ),
    ]
    const limit = list?.parameters.find(
      (one) => one.in === 'query' && /^(?:limit|per_?page|page_?size|size|take)$/i.test(one.name),
    )
    if (listed !== undefined && limit !== undefined && !listed.path.includes(`${limit.name}=`))
      listed.path += `${listed.path.includes('?') ? '&' : '?'}${limit.name}=${follow(root, limit.schema)['maximum'] ?? 100}`
    if (listed !== undefined) {
      const response = await send(listed)
      // A filter that is required may hide it.
      if (!list?.parameters.some((one) => one.in === 'query' && one.required))
        check(
          'list',
          response.status < 300 &&
            (marks.some((mark) => contains(parse(response.body), mark)) ||
              record(parse(response.body), sent) === undefined),
          show(listed, response),
        )
    }
    for (const change of operations.filter(
      (one) => ['PUT', 'PATCH'].includes(one.method) && one.path === operation.path,
    )) {
      const built =
        buildRequest(change, base, values, given, { hasOptional: true, seed: ++seeds }) ??
        buildRequest(change, base, values, given, { seed: ++seeds })
      if (
        built?.json === undefined ||
        get === undefined ||
        /json-patch/.test(built.request.headers['content-type'] ?? '')
      )
        continue
      // Another key in the body is another question.
      for (const one of Object.keys(Object(built.json.value)))
        if (
          [parameter, 'id', 'slug', 'name', 'username', 'key', 'uuid'].some(
            (key) => simplify(key) === simplify(one),
          ) &&
          String(sent?.[one] ?? record(parse(made.response.body), Object(built.json.value))?.[one]) ===
            made.key
        )
          built.json.value = {
            ...built.json.value,
            [one]: sent?.[one] ?? record(parse(made.response.body), Object(built.json.value))?.[one],
          }
      built.request.body = JSON.stringify(built.json.value)
      const response = await send(built.request)
      check('change', response.status < 300, show(built.request, response))
      if (response.status < 300) compare('change', operation, await send(get), built.json.value)
    }
    const removal = operations.find((one) => one.method === 'DELETE' && one.path === operation.path)
    const removed = removal && request(removal)
    if (removed !== undefined && get !== undefined) {
      const response = await send(removed)
      const after = await send(get)
      check(
        'remove',
        response.status < 300 &&
          (after.status === 404 || after.status === 410 || (after.status >= 400 && after.status < 500)),
        `${show(removed, response)}, ${show(get, after)}`,
      )
    }
    const described = operation.parameters.find((one) => one.in === 'path' && one.name === parameter)
    const other = described && values.make({ ...described.schema, example: undefined }, false, 977)
    const unknown =
      other === undefined || String(other.value) === made.key || String(other.value) === ''
        ? undefined
        : request(operation, { ...given, [parameter]: String(other.value) })
    if (unknown !== undefined) {
      const response = await send(unknown)
      check('unknown key', response.status >= 400 && response.status < 500, show(unknown, response))
    }
    note('resource passes all', name, results.every(Boolean), '')
  }

  const exact = '9007199254740993'
  for (const operation of operations) {
    if (!['POST', 'PUT', 'PATCH'].includes(operation.method)) continue
    const given = await createKeys(operation.path)
    const built = buildRequest(operation, base, values, given, { hasOptional: true, seed: ++seeds })
    if (
      built?.json === undefined ||
      typeof built.json.value !== 'object' ||
      built.json.value === null ||
      Array.isArray(built.json.value)
    )
      continue
    const flat = values.flatten(built.json.schema)
    const parts: Json[] = [flat, ...(flat['allOf'] ?? [])]
    const found = parts
      .flatMap((part) => Object.entries<Json>(part['properties'] ?? {}))
      .find(
        ([, one]) => one?.['format'] === 'int64' && one['maximum'] === undefined && one['enum'] === undefined,
      )
    if (found === undefined) continue
    const [name] = found
    const body = JSON.stringify({ ...built.json.value, [name]: 123456789 }).replace(
      `"${name}":123456789`,
      `"${name}":${exact}`,
    )
    const response = await send({ ...built.request, body })
    if (response.status >= 300) continue
    const shown = record(parse(response.body), { [name]: 1 })
    if (shown === undefined || !(name in shown)) continue
    note('int64 is exact', operation.name, response.body.includes(exact), response.body.slice(0, 200))
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sortKeys(inner)]),
  )
}
