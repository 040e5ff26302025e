import { check } from '../options/check.ts'
import { OptionsError } from '../options/options-error.ts'
import { token as tokenText } from '../options/values.ts'

/** The valid token, and a way to replace it after it expired. */
export interface TokenSource {
  readonly current: string
  /** All tokens so far, which reports must not show. */
  readonly all: readonly string[]
  readonly isRenewable: boolean
  /** Gets a new token; returns why that failed, if it did. */
  renew(signal: AbortSignal): Promise<string | undefined>
}

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(new Error('the run was stopped first'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })

/** Gets the first token; throws an {@link OptionsError} if it is missing, or if a header can't hold it. */
export async function createTokenSource(
  token: string | ((signal: AbortSignal) => string | Promise<string>),
  signal: AbortSignal,
): Promise<TokenSource> {
  async function read(until: AbortSignal): Promise<string> {
    if (typeof token === 'string') return token
    try {
      const made = await Promise.race([token(until), rejectOn(until)])
      check(made, tokenText, 'the token')
      return made
    } catch (error) {
      throw new OptionsError(`gave no token: ${(error as Error).message}`, ['token'])
    }
  }
  const all = [await read(signal)]
  return {
    get current() {
      return all.at(-1) ?? ''
    },
    all,
    isRenewable: typeof token === 'function',
    async renew(until) {
      try {
        all.push(await read(until))
        return undefined
      } catch (error) {
        return (error as OptionsError).problem
      }
    },
  }
}
