import type { Awaitable } from '../../mock/awaitable.ts'
import type { JournalEntry } from '../../mock/journal/journal-entry.ts'
import { showRequests } from './journal.ts'

/** The error of a test; a test runner may have copied its properties. */
interface TestError {
  message?: unknown
  stack?: unknown
}

/** A mock, as far as its requests matter; one in another process is asynchronous. */
interface WithRequests {
  readonly requests: { all(): Awaitable<readonly JournalEntry[]> }
}

const title = 'By the end of the test, the mock received:'

const maxLines = 15

/** The most lines of an error that stay in front of the requests, if it has more. */
const maxHead = 6

/** Adds requests to a message: at its end, or after its first paragraph if it is long, as with a dump of a page. */
function insertRequests(message: string, entries: readonly JournalEntry[]): string {
  const lines = message.split('\n')
  const blank = lines.indexOf('')
  const paragraph = blank > 0 && blank <= maxHead ? blank : 1
  const end = lines.length <= maxHead ? lines.length : paragraph
  const rest = lines.slice(end)
  // Besides the requests, there is a blank line, the title, and the number of others.
  const shown = ['', title, ...showRequests(entries, maxLines - end - 3)]
  const gap = rest.length === 0 || rest[0] === '' ? [] : ['']
  return [...lines.slice(0, end), ...shown, ...gap, ...rest].join('\n')
}

/** Adds the requests of a mock to the message of an error, if it is one. */
export function addRequests(error: TestError | undefined, entries: readonly JournalEntry[]): void {
  if (typeof error?.message !== 'string' || entries.length === 0) return
  const { message } = error
  const explained = insertRequests(message, entries)
  // Some test runners print the message, and others the stack, which begins with it. Not every error can change.
  if (typeof error.stack === 'string')
    Reflect.set(
      error,
      'stack',
      error.stack.replace(message, () => explained),
    )
  Reflect.set(error, 'message', explained)
}

/**
 * Wraps a test: if it fails, the message of its error also has the requests that the mock received, and why it rejected
 * them. The fixtures of Vitest and Playwright do that without it.
 *
 * @example
 * test('adds a plant', withRequests(handlers.mock, async () => {
 *   expect(await addPlant({ id: 1, name: 'Monstera' })).toEqual({ name: 'Monstera' })
 * }))
 */
export const withRequests =
  <Args extends unknown[]>(
    mock: WithRequests,
    run: (...args: Args) => unknown,
  ): ((...args: Args) => Promise<void>) =>
  async (...args) => {
    try {
      await run(...args)
    } catch (error) {
      addRequests(error as TestError | undefined, await mock.requests.all())
      throw error
    }
  }
