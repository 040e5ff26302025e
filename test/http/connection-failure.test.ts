import { expect, test } from 'vitest'
import { describeConnectionFailure, isUnreachable } from '../../src/http/connection-failure.ts'

test.each<[code: string, reason: string, isUnreachable: boolean, message?: string]>([
  ['CERT_HAS_EXPIRED', 'its certificate has expired (CERT_HAS_EXPIRED)', true],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet (CERT_NOT_YET_VALID)', true],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
    true,
  ],
  ['ECONNREFUSED', 'it refuses connections (ECONNREFUSED); start it, or check the address', true],
  ['ECONNRESET', 'it closed the connection before the end of its answer (ECONNRESET)', false],
  ['EPIPE', 'it closed the connection before the end of its answer (EPIPE)', false],
  ['ENOTFOUND', 'its name is unknown (ENOTFOUND)', true],
  ['EAI_AGAIN', 'its name is unknown (EAI_AGAIN)', true],
  ['EADDRNOTAVAIL', "this machine can't reach its address (EADDRNOTAVAIL)", true],
  ['ETIMEDOUT', 'it did not accept the connection in time (ETIMEDOUT)', true],
  ['EHOSTUNREACH', 'there is no route to its address (EHOSTUNREACH)', true],
  ['ENETUNREACH', 'there is no route to its address (ENETUNREACH)', true],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_GET_ISSUER_CERT'].map(
    (code): [string, string, boolean, string] => [
      code,
      'its certificate is not trusted (reason). Set NODE_EXTRA_CA_CERTS to the file of its CA',
      true,
      'reason; more\nin two lines',
    ],
  ),
  ...['TLSV13_ALERT_CERTIFICATE_REQUIRED', 'TLSV1_ALERT_UNKNOWN_CA'].map(
    (alert): [string, string, boolean] => [
      `ERR_SSL_${alert}`,
      `it wants a client certificate, or another one (ERR_SSL_${alert})`,
      true,
    ],
  ),
  ['EPROTO', 'it does not speak https (EPROTO)', true, 'SSL: wrong version number'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak https (ERR_SSL_WRONG_VERSION_NUMBER)', true],
  ['EPROTO', 'it speaks only HTTP/2, not HTTP/1.1', true, 'SSL: alert no application protocol'],
  ['ERR_TLS_HANDSHAKE_TIMEOUT', 'the reason', true, 'the reason'],
  ['ERR_TLS_HANDSHAKE_TIMEOUT', 'ERR_TLS_HANDSHAKE_TIMEOUT', true],
  ['HPE_INVALID_CONSTANT', 'its answer is not valid HTTP (Expected HTTP/)', false, 'Expected HTTP/'],
  ['', 'the reason', false, 'the reason\nin two lines'],
])('the error %s of a connection is described as: %s', (code, reason, expected, message = '') => {
  expect(describeConnectionFailure(Object.assign(new Error(message), code && { code }))).toBe(reason)
  expect(isUnreachable(code)).toBe(expected)
})
