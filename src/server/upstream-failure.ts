const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection before the end of its answer',
  EPIPE: 'it closed the connection before the end of its answer',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name is unknown',
  ETIMEDOUT: 'it did not accept the connection in time',
  EHOSTUNREACH: 'there is no route to its address',
  ENETUNREACH: 'there is no route to its address',
}

/** Says in words why the upstream failed. */
export function describeUpstreamFailure({ code = '', message }: NodeJS.ErrnoException): string {
  const reason = reasons[code]
  if (reason !== undefined) return reason
  if (/CERT|UNABLE_TO_VERIFY/.test(code)) {
    const [problem] = message.split(';')
    return `its certificate is not trusted (${problem}). Set NODE_EXTRA_CA_CERTS to the file of its CA`
  }
  if (code === 'EPROTO' && message.includes('wrong version number')) return 'it does not speak https'
  return code.startsWith('HPE_') ? `its answer is not valid HTTP (${message})` : message
}
