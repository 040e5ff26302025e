import { stripVTControlCharacters } from 'node:util'

/** Runs a failing assertion and returns its error, with a message without colors. */
export async function catchError(run: () => unknown): Promise<{ name: string; message: string }> {
  try {
    await run()
  } catch (error) {
    const { name, message } = error as Error
    return { name, message: stripVTControlCharacters(message) }
  }
  throw new Error('the assertion passed')
}
