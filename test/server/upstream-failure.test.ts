import { expect, test } from 'vitest'
import { describeUpstreamFailure } from '../../src/server/upstream-failure.ts'

test.each<[code: string | undefined, reason: string, message?: string]>([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
  ['ECONNREFUSED', 'it refuses connections'],
  ['ECONNRESET', 'it closed the connection before the end of its answer'],
  ['EPIPE', 'it closed the connection before the end of its answer'],
  ['ENOTFOUND', 'its name is unknown'],
  ['EAI_AGAIN', 'its name is unknown'],
  ['ETIMEDOUT', 'it did not accept the connection in time'],
  ['EHOSTUNREACH', 'there is no route to its address'],
  ['ENETUNREACH', 'there is no route to its address'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_GET_ISSUER_CERT'].map(
    (code): [string, string, string] => [
      code,
      'its certificate is not trusted (reason). Set NODE_EXTRA_CA_CERTS to the file of its CA',
      'reason; more',
    ],
  ),
  ['EPROTO', 'it does not speak https', 'SSL: wrong version number'],
  ['EPROTO', 'another problem', 'another problem'],
  ['HPE_INVALID_CONSTANT', 'its answer is not valid HTTP (Expected HTTP/)', 'Expected HTTP/'],
  [undefined, 'the reason', 'the reason'],
])('the error %s of the upstream is described as: %s', (code, reason, message = '') => {
  expect(describeUpstreamFailure(Object.assign(new Error(message), code && { code }))).toBe(reason)
})
