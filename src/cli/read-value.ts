/** Reads an integer. */
export const readInteger = (text: string): number => (/^-?\d+$/.test(text) ? Number(text) : (text as never))

/** Adds a value to the earlier values of a flag. */
export const addValue = (text: string, earlier: string[] | undefined): string[] => [...(earlier ?? []), text]

/** Adds values that are separated by commas to the earlier values of a flag. */
export const addValues = (text: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...text.split(','),
]
