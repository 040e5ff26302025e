// Requests as lines of text, to show what a service does.
//
// - `GET /hotels?limit=1` sends a request with credentials. `$1` is the key of what the first response has created,
//   `$h` one from the setup of the service.
// - `(name: value)` after the path sets a header; without a value, the header isn't sent.
// - Then a body: `+` is the sample of the operation, `+{…}` the sample with other properties, `-name` the sample without
//   one, anything else is sent as it is. `"a*81"` in a body is the letter 81 times.
// - `2x …` sends it twice at once; `… & …` sends both at once.

import type { Document, RunningService, Service } from './services.ts'
import { findSetup } from './setups.ts'

/** What a service responded to a request of a script. */
export interface Exchange {
  readonly request: string
  /** Method and path of the operation in the description; empty if there is none. */
  readonly route: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The part of a document that a reference leads to. */
export function resolve<T>(document: Document, value: unknown): T {
  const ref = (value as { $ref?: string } | undefined)?.$ref
  if (!ref) return value as T
  const parts = ref.slice(2).split('/')
  return resolve(
    document,
    parts.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document),
  )
}

/** The operation of a document at a route such as `GET /hotels`. */
export function findOperation(document: Document, route: string): Record<string, unknown> | undefined {
  const [method = '', path = ''] = route.split(' ')
  return document.paths[path]?.[method.toLowerCase()] as Record<string, unknown> | undefined
}

function findRoute(document: Document, method: string, path: string): string {
  const isSame = (template: string): boolean =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const route = `${method} ${Object.keys(document.paths).find(isSame)}`
  return findOperation(document, route) ? route : ''
}

function toCredentials(
  { document }: Service,
  credentials: RunningService['credentials'],
): Record<string, string> {
  const headers = Object.entries(credentials).map(([name, value]) => {
    const scheme = document.components['securitySchemes']?.[name] as Record<string, string>
    if (scheme['type'] === 'apiKey') return [scheme['name']?.toLowerCase(), value]
    return ['authorization', scheme['scheme'] === 'basic' ? `Basic ${btoa(value)}` : `Bearer ${value}`]
  })
  return Object.fromEntries(headers)
}

function toBody(given: string, sample: Record<string, unknown>, type: string): string {
  if (!/^[+-]/.test(given)) return given
  const { [given.slice(1)]: _, ...rest } = sample
  const body = given.startsWith('-') ? rest : { ...sample, ...JSON.parse(given.slice(1) || '{}') }
  if (type === 'application/x-www-form-urlencoded') return new URLSearchParams(body).toString()
  // Integers that a double can't hold are written as "123n".
  return JSON.stringify(body).replaceAll(/"(-?\d+)n"/g, '$1')
}

/** Sets a service up, runs a script there, and gives what it responded to the script. */
export async function runScript(
  service: Service,
  running: RunningService,
  script: readonly string[],
): Promise<Exchange[]> {
  const { samples, records, headers: always = {} } = findSetup(service.name)
  const keys: Record<string, string> = {}
  const credentials = toCredentials(service, running.credentials)
  let count = 0

  async function send(line: string): Promise<Exchange> {
    const request = line.replaceAll(/\$(\w)/g, (_, name) => keys[name] ?? `$${name}`)
    const [, method = '', target = '', more = '', given = ''] =
      /^(\w+) (\S+)((?: \([^)]*\))*) ?(.*)$/s.exec(request) ?? []
    const route = findRoute(service.document, method, target.split('?')[0] ?? '')
    const { content } =
      resolve<{ content?: object }>(
        service.document,
        findOperation(service.document, route)?.['requestBody'],
      ) ?? {}
    const type = Object.keys(content ?? {})[0] ?? 'application/json'
    const headers = new Headers(credentials)
    count += 1
    for (const [name, value] of Object.entries(always)) headers.set(name, value.replace('#', String(count)))
    if (given) headers.set('content-type', type)
    for (const [, name = '', value = ''] of more.matchAll(/\(([\w-]+): ?([^)]*)\)/g)) {
      if (value) headers.set(name, value)
      else headers.delete(name)
    }
    const body = toBody(given, samples[route] ?? {}, type).replaceAll(/(\w)\*(\d+)/g, (_, letter, times) =>
      letter.repeat(Number(times)),
    )
    const response = await fetch(running.url + target, {
      method,
      headers,
      redirect: 'manual',
      ...(given && { body }),
    })
    return { request, route, status: response.status, headers: response.headers, text: await response.text() }
  }

  function toKey({ headers, text }: Exchange): string {
    const key = /"(?:id|_id|isbn)":\s*"?([\w-]+)/.exec(text)?.[1]
    return key ?? headers.get('location')?.split('/').at(-1) ?? ''
  }

  for (const [name, line] of Object.entries(records)) keys[name] = toKey(await send(line))
  const exchanges: Exchange[] = []
  for (const [index, line] of script.entries()) {
    const twice = /^2x (.*)$/s.exec(line)?.[1]
    const lines = twice ? [twice, twice] : line.split(' & ')
    const results = await Promise.all(lines.map(send))
    exchanges.push(...results)
    keys[index + 1] = toKey(results[0] as Exchange)
  }
  return exchanges
}

/** What exchanges show, with keys and times numbered in their order, so that two runs can be compared. */
export function toTranscript(exchanges: readonly Exchange[]): string {
  const seen: string[] = []
  const toNumber = (value: string): string =>
    `#${seen.includes(value) ? seen.indexOf(value) : seen.push(value) - 1}`
  const lines = exchanges.map(({ status, headers, text }) => {
    const shown = ['content-type', 'location', 'www-authenticate'].map((name) => headers.get(name))
    return `${status} ${shown.join(' ')} ${text}`
  })
  return lines.join('\n').replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, toNumber)
}
