import { expect, test } from 'vitest'
import { describeConnectionFailure, isUnreachable } from '../../src/http/connection-failure.ts'

const certificate = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_GET_ISSUER_CERT'
const untrusted = 'its certificate is not trusted (reason). Set NODE_EXTRA_CA_CERTS to the file of its CA'
const alerts = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'

test.each<[codes: string, reason: string, message?: string]>([
  ['CERT_HAS_EXPIRED', 'its certificate has expired (CODE)'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet (CODE)'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name (CODE)'],
  ['ECONNREFUSED', 'it refuses connections (CODE); start it, or check the address'],
  ['ECONNRESET EPIPE', 'it closed the connection before the end of its answer (CODE)'],
  ['ENOTFOUND EAI_AGAIN', 'its name is unknown (CODE)'],
  ['EADDRNOTAVAIL', "this machine can't reach its address (CODE)"],
  ['ETIMEDOUT', 'it did not accept the connection in time (CODE)'],
  ['EHOSTUNREACH ENETUNREACH', 'there is no route to its address (CODE)'],
  [certificate, untrusted, 'reason; more\nin two lines'],
  [alerts, 'it wants a client certificate, or another one (CODE)'],
  ['EPROTO', 'it does not speak https (CODE)', 'SSL: wrong version number'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak https (CODE)'],
  ['EPROTO', 'it speaks only HTTP/2, not HTTP/1.1', 'SSL: alert no application protocol'],
  ['ERR_TLS_HANDSHAKE_TIMEOUT', 'the reason', 'the reason'],
  ['ERR_TLS_HANDSHAKE_TIMEOUT', 'CODE'],
  ['HPE_INVALID_CONSTANT', 'its answer is not valid HTTP (Expected HTTP/)', 'Expected HTTP/'],
  ['', 'the reason', 'the reason\nin two lines'],
])('the error %s of a connection is described as: %s', (codes, reason, message = '') => {
  for (const code of codes.split(' ')) {
    const described = describeConnectionFailure(Object.assign(new Error(message), code && { code }))
    expect(described).toBe(reason.replace('CODE', code))
    expect(isUnreachable(code)).toBe(!['ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT', ''].includes(code))
  }
})
