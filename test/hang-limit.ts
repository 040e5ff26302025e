/** Milliseconds after which something hangs for sure: no test may depend on how fast the machine is. */
export const hangLimit = 240_000
