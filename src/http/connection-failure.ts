export interface ConnectionFailure extends NodeJS.ErrnoException {
  /** What was received, if it isn't HTTP. */
  rawPacket?: Buffer
}

const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection before the end of its answer',
  EPIPE: 'it closed the connection before the end of its answer',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name is unknown',
  EADDRNOTAVAIL: "this machine can't reach its address",
  ETIMEDOUT: 'it did not accept the connection in time',
  EHOSTUNREACH: 'there is no route to its address',
  ENETUNREACH: 'there is no route to its address',
}

/** Returns whether a service began with a frame of settings, with which HTTP/2 begins (RFC 9113 section 3.4), or agrees on no other version. */
export const speaksHttp2 = ({ message, rawPacket }: ConnectionFailure): boolean =>
  message.includes('no application protocol') ||
  (rawPacket !== undefined && rawPacket.length >= 9 && rawPacket[3] === 4 && rawPacket.readUInt32BE(5) === 0)

const isOfTls = (code: string): boolean => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code)

/** Returns whether an error means that there was no connection at all. */
export const isUnreachable = (code: string): boolean =>
  isOfTls(code) || (Object.hasOwn(reasons, code) && code !== 'ECONNRESET' && code !== 'EPIPE')

/** Says in words why a service can't be reached, or failed. */
export function describeConnectionFailure(error: ConnectionFailure): string {
  if (speaksHttp2(error)) return 'it speaks only HTTP/2, not HTTP/1.1'
  const { code = '', message } = error
  const reason = reasons[code]
  const advice = code === 'ECONNREFUSED' ? '; start it, or check the address' : ''
  if (reason !== undefined) return `${reason} (${code})${advice}`
  // OpenSSL's own message takes several lines.
  const [line = ''] = message.split('\n')
  // An alert comes from the other side, so it is about the certificate of the client.
  if (/ALERT_.*(?:CERTIFICATE|UNKNOWN_CA)/.test(code))
    return `it wants a client certificate, or another one (${code})`
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return `its certificate is not trusted (${line.split(';')[0]}). Set NODE_EXTRA_CA_CERTS to the file of its CA`
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return `it does not speak https (${code})`
  return code.startsWith('HPE_') ? `its answer is not valid HTTP (${line})` : line || code
}
