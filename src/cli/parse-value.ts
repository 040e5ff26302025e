import { InvalidArgumentError } from 'commander'

/** Parses the value of a flag that can be any text: an empty one is most likely an unset variable of a script. */
export function parseText(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** Makes the parser of a flag whose value is an integer in a range. */
export const parseInteger =
  (from: number, to: number) =>
  (text: string): number => {
    if (/^-?\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text)
    throw new InvalidArgumentError(`It must be an integer from ${from} to ${to}.`)
  }

/** Makes the parser of a flag whose value is one of a few words. */
export const parseChoice =
  <Word extends string>(...words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find((known) => known === text)
    if (word !== undefined) return word
    // Creating the formatter takes longer than all other parsing.
    const anyOf = new Intl.ListFormat('en-US', { type: 'disjunction' })
    throw new InvalidArgumentError(`It must be ${anyOf.format(words)}.`)
  }

/** Adds a value to the earlier values of a flag. */
export const parseRepeated = (text: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  parseText(text),
]

/** Adds values that are separated by commas to the earlier values of a flag. */
export const parseList = (text: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...text.split(',').filter((part) => part !== ''),
]
