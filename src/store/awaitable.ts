/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>

/** The same functions and values, each with a promise. */
export type Asynchronous<Sync> = {
  readonly [Name in keyof Sync]: Sync[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : Promise<Sync[Name]>
}
