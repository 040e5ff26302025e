import type { HttpRequest, RequestHeader } from '../http/exchange.ts'

/** Headers by their names; null leaves one out. */
export type Fields = Readonly<Record<string, string | null>>

/** Replaces headers of a request, whatever the case of their names. */
export const withFields =
  (fields: Fields) =>
  (request: HttpRequest): HttpRequest => {
    const host = request.headers.find(({ name }) => name === 'Host')?.value ?? ''
    const names = new Set(Object.keys(fields).map((name) => name.toLowerCase()))
    const more = Object.entries(fields).flatMap(([name, value]): RequestHeader[] =>
      value === null ? [] : [{ name, value: value.replace('{origin}', `http://${host}`) }],
    )
    // A cookie may be the credential.
    const hasCookie = request.headers.some(({ name }) => name === 'Cookie')
    const kept = request.headers.filter(
      ({ name }) => !names.has(name.toLowerCase()) || (hasCookie && name === 'Cookie'),
    )
    return { ...request, headers: [...kept, ...more.filter(({ name }) => !(hasCookie && name === 'Cookie'))] }
  }
