import { createSecureContext } from 'node:tls'
import { OptionsError } from '../options/options-error.ts'
import { custom, fields, string, text, type ValueSchema } from '../options/schema.ts'
import type { HttpRequest, RequestHeader } from './exchange.ts'
import { maskHeader } from './mask.ts'
import { quoteIfNeeded } from './quote.ts'
import { readBounded } from './read-bounded.ts'

/** What a service requires from its clients besides a token. */
export interface AccessOptions {
  /** Headers of every request, such as a tenant. */
  headers?: Readonly<Record<string, string>>
  /** The path of a PEM file with a client certificate. */
  cert?: string
  /** The path of a PEM file with the key of the client certificate, if the file of the certificate doesn't have it. */
  key?: string
  /** The path of a PEM file with the certificates to trust instead of the usual ones. */
  ca?: string
}

/** The same, ready to use. */
export interface Access {
  readonly headers: readonly RequestHeader[]
  readonly tls: { readonly cert?: Buffer; readonly key?: Buffer; readonly ca?: Buffer }
  /** What curl needs for the same connections; empty without certificates. */
  readonly curl: string
}

/** Headers that decide what a request of a run is. */
const reserved =
  /^(?:host|accept|user-agent|authorization|content-(?:type|length|encoding)|transfer-encoding|connection|keep-alive|expect|te|trailer|upgrade)$/i

const headerName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/

/** Names and values of headers; no message shows a value. */
const headersSchema: ValueSchema = {
  isSecret: true,
  ...fields('an object of header names and values', true, (name) => {
    if (!headerName.test(name)) return custom('the name of a header', () => false, true)
    if (/^authorization$/i.test(name))
      return custom('left out, since --token (in code, the option token) sets it', () => false, true)
    if (reserved.test(name)) return custom('another header, since the run sets this one', () => false, true)
    return text(
      'visible ASCII characters, with spaces only between them',
      /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/,
      true,
    )
  }),
}

export const accessOptions: Readonly<Record<keyof AccessOptions, ValueSchema>> = {
  headers: headersSchema,
  cert: string,
  key: string,
  ca: string,
}

/** Makes headers; one that holds a credential is a variable in commands, such as `$X_API_KEY`. */
const toHeaders = (headers: AccessOptions['headers'] = {}): RequestHeader[] =>
  Object.entries(headers).map(([name, value]) => ({
    name,
    value,
    ...(maskHeader(name, value) !== value && {
      shell: `$${name.replaceAll(/\W/g, '_').toUpperCase()}`,
    }),
  }))

function readPem(options: AccessOptions, name: 'cert' | 'key' | 'ca'): Buffer | undefined {
  const path = options[name]
  if (path === undefined) return undefined
  try {
    const pem = readBounded(path)
    // Node ignores what isn't a certificate in a CA file, and would then trust nobody.
    if (name === 'ca' && !/-----BEGIN [\w ]*CERTIFICATE-----/.test(pem.toString('latin1')))
      throw new Error('it has no certificate')
    return pem
  } catch (error) {
    throw new OptionsError(`can't be read: ${(error as Error).message}`, [name])
  }
}

/**
 * Reads the files of certificates.
 *
 * @throws {OptionsError} if a file can't be read, or has no certificate or key that fits
 */
export function openAccess(options: AccessOptions): Access {
  const { cert: certPath, key: keyPath, ca: caPath } = options
  if (keyPath !== undefined && certPath === undefined)
    throw new OptionsError('needs the certificate, which is missing', ['key'])
  const [cert, ownKey, ca] = [readPem(options, 'cert'), readPem(options, 'key'), readPem(options, 'ca')]
  const key = ownKey ?? cert
  const tls = { ...(cert && { cert }), ...(key && { key }), ...(ca && { ca }) }
  try {
    createSecureContext(tls)
  } catch (error) {
    const isCa = cert === undefined
    const help = isCa || ownKey !== undefined ? '' : '. If its key is in another file, pass that file as well'
    const problem = `can't be used: ${(error as Error).message}${help}`
    throw new OptionsError(problem, [isCa ? 'ca' : 'cert'])
  }
  const files = { '--cert': certPath, '--key': keyPath, '--cacert': caPath }
  const curl = Object.entries(files).flatMap(([flag, path]) =>
    path === undefined ? [] : `${flag} ${quoteIfNeeded(path)}`,
  )
  return { headers: toHeaders(options.headers), tls, curl: curl.join(' ') }
}

/** Adds what every request has to a request; its own headers take precedence. */
export function addAccess(request: HttpRequest, { headers, curl }: Access): HttpRequest {
  const own = new Set(request.headers.map(({ name }) => name.toLowerCase()))
  const more = headers.filter(({ name }) => !own.has(name.toLowerCase()))
  if (more.length === 0 && curl === '') return request
  return { ...request, headers: [...request.headers, ...more], ...(curl !== '' && { curl }) }
}
