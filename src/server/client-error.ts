import type { FailureName } from '../store/failures.ts'

const failuresByCode: Record<string, FailureName> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Maps the code of a parser's error to a failure. */
export const toFailure = ({ code = '' }: NodeJS.ErrnoException): FailureName =>
  failuresByCode[code] ?? 'malformed-request'

/** Says why a TLS connection could not begin; undefined if the client just left. */
export function describeHandshake({ code = '' }: NodeJS.ErrnoException): string | undefined {
  if (code === 'ECONNRESET') return undefined
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'the client speaks http, but this fake speaks https'
  const [, alert] = /_ALERT_(.+)$/.exec(code) ?? []
  return alert === undefined
    ? `the TLS handshake failed (${code})`
    : `the client refused the certificate (${alert.toLowerCase().replaceAll('_', ' ')})`
}
