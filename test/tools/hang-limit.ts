/** Milliseconds after which something in this process hangs; no test may depend on how fast the machine is. */
export const hangLimit = 20_000

/** Milliseconds after which another process hangs. */
export const processHangLimit = 60_000

/** Milliseconds after which npm, a build, a whole test run of its own, or a test of thousands of requests hangs. */
export const installHangLimit = 300_000
