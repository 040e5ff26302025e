/** Writes a text so that a regular expression finds it as it is. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
