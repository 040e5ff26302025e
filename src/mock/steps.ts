import type { Awaitable } from './awaitable.ts'

/** Steps of which some may have to wait: a generator that yields promises, and values that are there already. */
export type Steps<Result> = Generator<unknown, Result, unknown>

export function* wait<Value>(value: Awaitable<Value>): Steps<Value> {
  return (isPromise(value) ? yield value : value) as Value
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | undefined)?.then === 'function'

/** Runs steps; the result is a promise only if one of them has to wait. */
export function runSteps<Result>(steps: Steps<Result>): Result | Promise<Result> {
  const first = steps.next()
  return first.done ? first.value : finish(steps, first.value)
}

async function finish<Result>(steps: Steps<Result>, waiting: unknown): Promise<Result> {
  let pending = waiting
  for (;;) {
    let next: IteratorResult<unknown, Result>
    try {
      next = steps.next(await pending)
    } catch (error) {
      next = steps.throw(error)
    }
    if (next.done) return next.value
    pending = next.value
  }
}
