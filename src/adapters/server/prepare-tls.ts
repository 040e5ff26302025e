import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { RequestListener, Server, ServerOptions } from 'node:http'
import { createServer } from 'node:https'
import { createSecureContext } from 'node:tls'
import { OptionsError } from '../../options/options-error.ts'

/** What a server needs to speak https. */
export interface Tls {
  createServer(options: ServerOptions, listener: RequestListener): Server
  /** Gives the name to use instead of a loopback address that the certificate isn't for; undefined if it is for the address. */
  nameFor(address: string): string | undefined
}

/** Runs what fails on an invalid option. */
function attempt<Result>(option: string, toProblem: (reason: string) => string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw new OptionsError(toProblem((error as Error).message), [option])
  }
}

/**
 * Prepares a server for https.
 *
 * @param cert the certificate in PEM format
 * @param key its private key in PEM format
 *
 * @throws {OptionsError} if one is invalid, or they don't belong together
 */
export function prepareTls(cert: string | Buffer, key: string | Buffer): Tls {
  const certificate = attempt(
    'tlsCert',
    () => 'must be a certificate in PEM format',
    () => new X509Certificate(cert),
  )
  const privateKey = attempt(
    'tlsKey',
    () => 'must be a private key in PEM format without a passphrase',
    () => createPrivateKey(key),
  )
  if (!certificate.checkPrivateKey(privateKey))
    throw new OptionsError('must be the private key of the certificate', ['tlsKey'])
  attempt(
    'tlsCert',
    (reason) => `must be a certificate that TLS can use: ${reason}`,
    () => createSecureContext({ cert, key }),
  )
  return {
    createServer: (options, listener) => createServer({ ...options, cert, key }, listener),
    nameFor: (address) =>
      certificate.checkIP(address) === undefined ? certificate.checkHost('localhost') : undefined,
  }
}
