/** What an assertion library tells a matcher; Vitest, Jest and Playwright all do. */
export interface MatcherContext {
  readonly isNot?: boolean
  readonly utils: {
    matcherHint(name: string, received?: string, expected?: string, options?: { isNot?: boolean }): string
    printReceived(value: unknown): string
    printExpected(value: unknown): string
  }
}

/** What a matcher finds. */
export interface MatcherResult {
  pass: boolean
  message: () => string
}

/** What a message is made of. */
interface Finding {
  pass: boolean
  /** What was expected, as the end of "Expected: ". */
  expected: (context: MatcherContext) => string
  /** What came, where it is worth showing. */
  received: (context: MatcherContext) => string
  /** What is wrong, line by line; shown where it should have been right. */
  problems?: () => readonly string[]
}

const maxShown = 200

/** Shows the text of a body in a message, cut where it is long. */
export const showText = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown)}…` : text

/** Makes a matcher's result; its message is the hint, what was expected, what came, and what is wrong with it. */
export function toResult(
  context: MatcherContext,
  name: string,
  { pass, expected, received, problems }: Finding,
): MatcherResult {
  return {
    pass,
    message: () => {
      const isNot = context.isNot ?? false
      const not = isNot ? 'not ' : ''
      const lines = isNot ? [] : (problems?.() ?? [])
      return [
        context.utils.matcherHint(name, 'received', name.startsWith('toHave') ? 'expected' : '', { isNot }),
        '',
        `Expected: ${not}${expected(context)}`,
        `Received: ${received(context)}`,
        ...(lines.length > 0 ? ['', ...lines] : []),
      ].join('\n')
    },
  }
}

/** Makes the error of a matcher that was called on what it cannot judge. */
export function createReceiverError(
  context: MatcherContext,
  name: string,
  reason: string,
  received: unknown,
): TypeError {
  const hint = context.utils.matcherHint(name, 'received', '', { isNot: context.isNot ?? false })
  return new TypeError(`${hint}\n\n${reason}\nReceived: ${context.utils.printReceived(received)}`)
}
