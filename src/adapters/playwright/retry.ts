import type { Awaitable } from '../../mock/awaitable.ts'
import type { MatcherContext, MatcherResult } from '../matchers/matcher.ts'

/** Milliseconds between two tries. */
const pause = 50

/** What else Playwright passes to a matcher; older versions have no timeout. */
type Context = MatcherContext & { readonly timeout?: number }

/** A matcher that tries again. */
export type Retrying<Matcher> = Matcher extends (received: unknown, ...args: infer Args) => unknown
  ? (this: Context, received: unknown, ...args: Args) => Promise<MatcherResult>
  : never

/** Lets a matcher of a mock try again until it passes or the timeout of `expect` is over, as Playwright's own matchers do. */
export const retry = <Args extends unknown[]>(
  matcher: (this: MatcherContext, received: unknown, ...args: Args) => Awaitable<MatcherResult>,
): ((this: Context, received: unknown, ...args: Args) => Promise<MatcherResult>) =>
  async function (received, ...args) {
    const end = performance.now() + (this.timeout ?? 5000)
    for (;;) {
      const result = await matcher.call(this, received, ...args)
      if (result.pass !== (this.isNot ?? false) || performance.now() >= end) return result
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
