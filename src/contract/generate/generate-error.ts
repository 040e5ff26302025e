/** A description that code can't be generated from; the message is a sentence that says what to write instead. */
export class GenerateError extends Error {
  constructor(problem: string) {
    super(`Failed to generate: ${problem}`)
  }
}

/** The names and indexes that lead to a part of a description. */
export type Steps = readonly (string | number)[]

/** Refuses a part of a description: what is wrong with it, and what to write instead. */
export type Fail = (steps: Steps, problem: string) => never
