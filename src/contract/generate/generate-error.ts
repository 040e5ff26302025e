/** A description that the plant store can't be generated from; the message says why. */
export class GenerateError extends Error {
  constructor(problem: string) {
    super(`Failed to generate: ${problem}`)
  }
}
