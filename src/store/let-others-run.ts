/** Lets other requests have their turn, in Node. */
export const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
