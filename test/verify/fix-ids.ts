import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Makes runs, one after another, use the same ids each time, and so the same plain names and tags, until the scope of `using` ends. */
export function fixIds(): Disposable {
  const { randomBytes } = crypto
  const replace = (made: typeof randomBytes): void => {
    crypto.randomBytes = made
    syncBuiltinESMExports()
  }
  let run = 0
  // Only the seed of ids has four bytes; tokens stay random.
  replace(((size: number) => (size === 4 ? Buffer.alloc(4, ++run) : randomBytes(size))) as typeof randomBytes)
  return { [Symbol.dispose]: () => replace(randomBytes) }
}
