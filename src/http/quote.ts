export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Quotes a text for a shell, unless it means the same without quotes. */
export const quoteIfNeeded = (text: string): string => (/^[\w:/.-]+$/.test(text) ? text : quote(text))
