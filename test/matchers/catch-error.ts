import { stripVTControlCharacters } from 'node:util'

/** An error whose message has no colors. */
interface Caught {
  name: string
  message: string
  stack: string | undefined
}

/** Runs a failing assertion and returns its error. */
export async function catchError(run: () => unknown): Promise<Caught> {
  try {
    await run()
  } catch (error) {
    const { name, message, stack } = error as Error
    return { name, message: stripVTControlCharacters(message), stack }
  }
  throw new Error('the assertion passed')
}
