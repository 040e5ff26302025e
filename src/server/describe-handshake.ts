/** Says why a TLS connection could not begin; undefined if the client just left. */
export function describeHandshake({ code = '' }: NodeJS.ErrnoException): string | undefined {
  if (code === 'ECONNRESET') return undefined
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'the client speaks http, but this fake speaks https'
  const [, alert] = /_ALERT_(.+)$/.exec(code) ?? []
  return alert === undefined
    ? `the TLS handshake failed (${code})`
    : `the client refused the certificate (${alert.toLowerCase().replaceAll('_', ' ')})`
}
