export type Awaitable<T> = T | PromiseLike<T>

/** The same functions and values, each with a promise; the functions of an object that a function returns have promises, too. */
export type Asynchronous<Sync> = {
  readonly [Name in keyof Sync]: Sync[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result extends { release(): void } ? AsyncActions<Result> : Awaited<Result>>
    : Promise<Sync[Name]>
}

type AsyncActions<Sync> = {
  readonly [Name in keyof Sync]: Sync[Name] extends (...args: infer Args) => void
    ? (...args: Args) => Promise<void>
    : Sync[Name]
}
