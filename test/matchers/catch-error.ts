import { stripVTControlCharacters } from 'node:util'
import { expect } from 'vitest'

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

/** Expects that all assertions fail, with the messages of the recording. */
export async function expectFailures(
  recording: string,
  assertions: Readonly<Record<string, () => unknown>>,
): Promise<void> {
  const lines: string[] = []
  for (const [what, run] of Object.entries(assertions)) {
    const { name, message } = await catchError(run)
    lines.push(`# ${what}: ${name}\n${message}\n`)
  }
  await expect(lines.join('\n')).toMatchFileSnapshot(`recordings/${recording}.txt`)
}
