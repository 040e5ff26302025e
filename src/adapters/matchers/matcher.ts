export interface MatcherContext {
  readonly isNot?: boolean
  readonly utils: {
    matcherHint(name: string, received?: string, expected?: string, options?: { isNot?: boolean }): string
    printReceived(value: unknown): string
    printExpected(value: unknown): string
  }
}

export interface MatcherResult {
  pass: boolean
  message: () => string
}

interface Finding {
  pass: boolean
  /** The expectation, which follows "Expected: ". */
  expected: (context: MatcherContext) => string
  /** The received value, if it helps to show it. */
  received: (context: MatcherContext) => string
  /** What is wrong, line by line; shown if the value should have matched. */
  problems?: () => readonly string[]
}

const maxShown = 200

/** Shows the text of a body in one line of a message, and shortens a long one. */
export function showText(text: string): string {
  const [first = '', ...others] = text.split(/[\r\n]+/, maxShown)
  const line = [first, ...others.map((other) => other.trim())].join(' ')
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line
}

/** Makes a matcher's result; its message has the hint, the expected and the received value, and what is wrong. */
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

/** Makes the error of a matcher for a value that it can't judge. */
export function createReceiverError(
  context: MatcherContext,
  name: string,
  reason: string,
  received: unknown,
): TypeError {
  const hint = context.utils.matcherHint(name, 'received', '', { isNot: context.isNot ?? false })
  return new TypeError(`${hint}\n\n${reason}\nReceived: ${context.utils.printReceived(received)}`)
}
