import { findDecoder } from '../http/find-decoder.ts'
import { type MockRequest, type ReceivedRequest, readHeader } from './exchange.ts'

const encoder = new TextEncoder()

/**
 * Decodes the body of a request (RFC 9110 section 8.4), and removes its Content-Encoding, which no longer applies. What
 * has another coding, or can't be decoded, stays as it is.
 *
 * @param maxBody the most bytes of the body, before and after; a small one can decode to more than fits in memory
 */
export function decodeRequest(request: MockRequest, maxBody: number): ReceivedRequest {
  const { headers = {}, body = '' } = request
  const coding = readHeader(headers, 'content-encoding')
  if (coding === undefined) return request
  const decode = findDecoder(coding)
  if (decode === undefined) return { ...request, coding }
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  if (bytes.length > maxBody) return { ...request, coding, undecoded: 'too-large' }
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-encoding')
  try {
    const decoded = bytes.length === 0 ? bytes : decode(bytes, { maxOutputLength: maxBody })
    return { ...request, headers: Object.fromEntries(others), body: decoded }
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    return { ...request, coding, undecoded: isTooLarge ? 'too-large' : 'malformed' }
  }
}
