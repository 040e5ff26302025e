import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Makes all runs use the same ids, and so the same plain names and tags, until the scope of `using` ends. */
export function fixIds(): Disposable {
  const { randomBytes } = crypto
  const replace = (made: typeof randomBytes): void => {
    crypto.randomBytes = made
    syncBuiltinESMExports()
  }
  // Only the seed of ids has four bytes; tokens stay random.
  replace(((size: number) => (size === 4 ? Buffer.alloc(4, 1) : randomBytes(size))) as typeof randomBytes)
  return { [Symbol.dispose]: () => replace(randomBytes) }
}
