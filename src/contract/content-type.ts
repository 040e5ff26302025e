import { operation } from './generated/operation.ts'
import { describeValue } from './problems.ts'

const withoutQuotedStrings = (text: string): string => text.replace(/"[^"]*"/g, '')

/** Tells whether a Content-Type is that of the operation, whatever its parameters (RFC 8259 section 11 defines none). */
export function isJsonContentType(contentType = ''): boolean {
  if (contentType === operation.contentType) return true
  const [mediaType = ''] = contentType.split(';')
  const isList = withoutQuotedStrings(contentType).includes(',')
  return mediaType.trim().toLowerCase() === operation.contentType && !isList
}

/**
 * Says what is wrong with a Content-Type; undefined where it is that of the operation.
 *
 * @param secret a text that is never shown, as a credential
 */
export function describeContentType(contentType: string | undefined, secret?: string): string | undefined {
  if (isJsonContentType(contentType)) return undefined
  return `the header Content-Type must be ${operation.contentType}, got ${describeValue(contentType, secret)}`
}
