import { canDecode, decodeBody, isCoding } from '../http/decode-body.ts'
import { type MockRequest, type ReceivedRequest, readHeader } from './exchange.ts'

/**
 * Decodes the body of a request (RFC 9110 section 8.4), and removes its Content-Encoding, which no longer applies. What
 * has another coding, or can't be decoded, stays as it is.
 */
export function decodeRequest(request: MockRequest, maxBody: number): ReceivedRequest {
  const { headers = {}, body = '' } = request
  const coding = readHeader(headers, 'content-encoding')
  if (coding === undefined || !isCoding(coding) || !canDecode()) return request
  const decoded = decodeBody(Buffer.from(body as Uint8Array), coding, maxBody)
  if (decoded.isCut) return { ...request, undecoded: 'too-large' }
  if (decoded.isMiscoded) return { ...request, undecoded: 'malformed' }
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-encoding')
  return { ...request, headers: Object.fromEntries(others), body: decoded.body }
}
