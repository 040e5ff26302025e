import { stripVTControlCharacters } from 'node:util'

/** Runs a failing assertion and gives its error; the message without colours. */
export async function catchError(run: () => unknown): Promise<{ name: string; message: string }> {
  try {
    await run()
  } catch (error) {
    const { name, message } = error as Error
    return { name, message: stripVTControlCharacters(message) }
  }
  throw new Error('the assertion passed')
}
