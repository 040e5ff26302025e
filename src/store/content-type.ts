import { operation } from '../contract/generated/operation.ts'

const withoutQuotedStrings = (text: string): string => text.replace(/"[^"]*"/g, '')

/** Tells whether a Content-Type is that of the operation, whatever its parameters (RFC 8259 section 11 defines none). */
export function isJsonContentType(contentType = ''): boolean {
  if (contentType === operation.contentType) return true
  const [mediaType = ''] = contentType.split(';')
  const isList = withoutQuotedStrings(contentType).includes(',')
  return mediaType.trim().toLowerCase() === operation.contentType && !isList
}
