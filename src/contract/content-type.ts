import { describeValue } from '../options/problems.ts'
import { operation } from './generated/operation.ts'

/** Checks if a Content-Type is the one of the operation. Parameters are ignored (RFC 8259 section 11 defines none). */
export function isJsonContentType(contentType = ''): boolean {
  if (contentType === operation.contentType) return true
  const [mediaType = ''] = contentType.split(';')
  const isList = contentType.replace(/"[^"]*"/g, '').includes(',')
  return mediaType.trim().toLowerCase() === operation.contentType && !isList
}

/**
 * Describes what is wrong with a Content-Type; undefined if it is the one of the operation.
 *
 * @param secret a text that is never shown, such as a credential
 */
export function describeContentType(contentType: string | undefined, secret?: string): string | undefined {
  if (isJsonContentType(contentType)) return undefined
  return `the header Content-Type must be ${operation.contentType}, got ${describeValue(contentType, secret)}`
}
