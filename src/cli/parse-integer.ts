import { InvalidArgumentError } from 'commander'

/** Makes what reads a flag that is an integer of a range. */
export const parseInteger =
  (from: number, to: number) =>
  (text: string): number => {
    if (/^-?\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text)
    throw new InvalidArgumentError(`It must be an integer from ${from} to ${to}.`)
  }
