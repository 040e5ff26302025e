/** Tells in the name of a state for which interaction it is, as Pact's verifier does not. */
export const nameState = (key: string, name: string): string => `${key} ${name}`

/** Reads what {@link nameState} wrote. */
export function readStateName(text: string): { key: string; name: string } {
  const [key = '', ...name] = text.split(' ')
  return { key, name: name.join(' ') }
}
